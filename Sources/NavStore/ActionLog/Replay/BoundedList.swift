/// What was found, the first thousand one by one and all of them counted.
public struct BoundedList<Finding: Sendable>: Sendable {
  /// The first of them.
  public private(set) var first: [Finding] = []
  /// How many there are.
  public private(set) var count = 0

  /// How many are kept, so that memory does not grow with what is wrong.
  public static var limit: Int { 1_000 }

  /// Whether there is none.
  public var isEmpty: Bool { count == 0 }

  mutating func append(_ finding: @autoclosure () -> Finding) {
    if count < Self.limit { first.append(finding()) }
    count += 1
  }

  mutating func change(_ index: Int, _ body: (inout Finding) -> Void) {
    if first.indices.contains(index) { body(&first[index]) }
  }
}
