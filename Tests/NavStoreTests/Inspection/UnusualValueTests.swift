import Foundation
import NavStore
import NavStoreInspection
import Testing

/// Values of every kind. Reflection must not stop the program, so each test mainly checks that it reaches its end.
@Suite struct UnusualValueTests {
  class Animal {
    var name: String
    init(name: String) { self.name = name }
  }

  final class Dog: Animal {
    weak var friend: Animal?
    unowned var owner: Animal
    unowned(unsafe) var vet: Animal
    lazy var age = 3
    var call: () -> Void = {}

    init(owner: Animal) {
      self.owner = owner
      vet = owner
      super.init(name: "Rex")
    }
  }

  final class Link {
    var value: Int
    var next: Link?
    init(_ value: Int) { self.value = value }

    static func ring(_ values: [Int]) -> Link {
      let links = values.map(Link.init)
      for (index, link) in links.enumerated() { link.next = links[(index + 1) % links.count] }
      return links[0]
    }
  }

  final class Holder {
    struct Unique: ~Copyable { var number = 1 }
    let unique = Unique()
    let lock = Locked(1)
  }

  actor Counter {
    var count = 1
  }

  @propertyWrapper struct Doubled: Hashable {
    var wrappedValue: Int
  }

  struct Wrapping {
    @Doubled var number = 2
    lazy var late = 1
    private var _hidden = 3
  }

  struct StyledValue: CustomReflectable {
    var style: Mirror.DisplayStyle?
    var children: [Mirror.Child] = []
    var customMirror: Mirror { Mirror(self, children: children, displayStyle: style) }
  }

  enum Failure: Error, CustomStringConvertible {
    case offline, status(Int, any Error)
    var description: String { "Failure!" }
  }

  enum Empty {}

  struct Generic<Value> {
    struct Inner { var value: Value }
    var value: Value
  }

  static func animals(owner: Animal) -> [(value: Any, source: String)] {
    struct Local { var here = true }
    return [
      (
        Link.ring([1, 2]),
        "UnusualValueTests.Link(value: 1, next: UnusualValueTests.Link(value: 2, next: UnusualValueTests.Link(…)))"
      ),
      (Holder(), "UnusualValueTests.Holder(unique: (), lock: Locked("),
      (Counter(), "UnusualValueTests.Counter(…)"),
      (
        Wrapping(),
        "UnusualValueTests.Wrapping(number: UnusualValueTests.Doubled(wrappedValue: 2), late: nil, hidden: 3)"
      ),
      (Failure.offline, ".offline"),
      (Failure.status(1, Failure.offline) as any Error, ".status(1, .offline)"),
      (Result<Int, any Error>.failure(Failure.offline), ".failure(.offline)"),
      ([Empty](), "[]"), (Empty?.none as Any, "nil"), (Result<Int, Never>.success(1), ".success(1)"),
      (Local(), "Local(here: true)"),
      (Generic(value: [1]), "UnusualValueTests.Generic(value: [1])"),
      (Generic<() -> Int>.Inner(value: { 1 }), "UnusualValueTests.Generic.Inner(value: { … })"),
      ({ (number: Int) in number }, "{ … }"),
      (Int.self, "Int.self"), ([String: Int].self, "Dictionary<String, Int>.self"), ((any Error).self, "Error.self"),
      ((() -> Void).self, "(() -> ()).self"), ((Int, Int).self, "((Int, Int)).self"),
      (\String.count, "\\String."), (\Animal.name, ""),
      (Optional<Optional<Int>>.some(.none) as Any, ".some(nil)"), ((), "()"), ((1, x: (2, ())), "(1, x: (2, ()))"),
      ("abc".dropFirst(), "\"bc\""), ([1, 2, 3].dropFirst(), "[2, 3]"), (ContiguousArray([1]), "[1]"),
      ([2: "b", 1: "a"] as KeyValuePairs, "[2: \"b\", 1: \"a\"]"), ([1: 2, 1: 3] as KeyValuePairs, "[1: 2, 1: 3]"),
      (AnyHashable(1), "1"), (Set<AnyHashable>([AnyHashable(1)]), "[1]"), (Double.nan, ".nan"),
      (StaticString("a"), "\"a\""), ("a" as Unicode.Scalar, "\"a\""), (1...2 as ClosedRange, "1...2"),
      (repeatElement(1, count: 2), ""), ([1, 2].lazy.map { $0 }, ""), (stride(from: 0, to: 3, by: 1), ""),
      (AsyncStream<Int>.makeStream(), ""), (Task<Void, Never> {}, ""), (ContinuousClock.now, ""),
      (ObjectIdentifier(owner), "ObjectIdentifier("), (Mirror(reflecting: 1), ""), (Locked(1), "Locked("),
      (UnsafeRawPointer(bitPattern: 16) as Any, "UnsafeRawPointer(0x"), (SIMD2<Int>(1, 2), "SIMD2<Int>("),
      (Decimal(1), "Decimal(1)"), (Calendar(identifier: .gregorian), "Calendar("), (CocoaError(.fileNoSuchFile), ""),
      (NSError(domain: "a", code: 1), ""), (Date.distantFuture, ""), (Date(timeIntervalSince1970: .nan), ""),
      (Data(count: 100), "Data(base64Encoded: \"AAAA"), (URLComponents(string: "https://a.b") as Any, ""),
      (StyledValue(style: .optional), "nil"), (StyledValue(style: .dictionary, children: [(nil, 1)]), "[1]"),
      (StyledValue(style: .enum), "UnusualValueTests.StyledValue()"),
      (StyledValue(style: .enum, children: [("a", (1, 2)), ("b", 2)]), ".a(1, 2)"),
      (StyledValue(style: .set, children: [("a", 2), ("a", 1)]), "[1, 2]"), (StyledValue(style: .tuple), "()"),
      (
        StyledValue(style: .class, children: [(nil, 1), ("", 2), (".0", 3), ("_", 4), ("_5", 5)]),
        "UnusualValueTests.StyledValue(1, 2, 3, 4, 5)"
      ),
      (Store(initialState: 0, reducer: Counting()), ""), (Dog(owner: owner), ""),
    ]
  }
  /// Stored, because reflection stops the program at an `unowned` reference to a released object.
  private let owner = Animal(name: "Ann")

  @Test func `every kind of value has a source, and no difference from itself`() {
    for animal in Self.animals(owner: owner) {
      let source = swiftSource(animal.value)
      #expect(source.hasPrefix(animal.source) && !source.isEmpty, "\(source) does not begin with \(animal.source)")
      #expect(difference(expected: animal.value, actual: animal.value) == nil, "\(source)")
    }
  }

  @Test func `any two kinds of values differ`() {
    let animals = Self.animals(owner: owner)
    for (index, first) in animals.enumerated() {
      for second in animals[..<index] {
        let text = difference(expected: first.value, actual: second.value)
        let isSame = swiftSource(first.value) == swiftSource(second.value) && text == nil
        #expect(
          isSame || text?.contains("− ") == true || text?.contains("+ ") == true, "\(first.source) and \(second.source)"
        )
      }
    }
  }

  @Test func `cycles of objects are compared once`() {
    let (first, second, third) = (Link.ring([1, 2, 3]), Link.ring([1, 2, 3]), Link.ring([1, 2, 4]))
    defer { for ring in [first, second, third] { ring.next = nil } }
    #expect(difference(expected: first, actual: second) == nil)
    let (long, alike) = (Link.ring(Array(0..<100)), Link.ring(Array(0..<100)))
    defer { for ring in [long, alike] { ring.next = nil } }
    #expect(difference(expected: long, actual: alike) == nil)
    #expect(
      difference(expected: first, actual: third) == """
          UnusualValueTests.Link(
            … (1 unchanged)
            next: UnusualValueTests.Link(
              … (1 unchanged)
              next: UnusualValueTests.Link(
        −       value: 3,
        +       value: 4,
                … (1 unchanged)
              ),
            ),
          )
        """)
  }

  @Test func `an object of a subclass differs, though the superclass calls it equal`() {
    class Tag: Equatable {
      let name = "a"
      static func == (first: Tag, second: Tag) -> Bool { first.name == second.name }
    }
    final class Label: Tag {}
    #expect(difference(expected: Tag(), actual: Label()) == "− Tag(name: \"a\")\n+ Label(name: \"a\")")
    #expect(difference(expected: Tag(), actual: Tag()) == nil)
    let text = difference(expected: ["a": Tag(), "b": 1] as [String: Any], actual: ["a": Label(), "b": 2])
    #expect(text?.contains("+   \"a\": Label(") == true)
  }

  @Test func `an object's inherited members are compared too`() throws {
    let (first, second) = (Dog(owner: owner), Dog(owner: owner))
    second.name = "Max"
    #expect(
      difference(expected: first, actual: second) == """
          UnusualValueTests.Dog(
        −   name: "Rex",
        +   name: "Max",
            … (5 unchanged)
          )
        """)
  }

  @Test func `members of only one mirror are shown on one side`() {
    let first = StyledValue(style: .struct, children: [("a", 1), ("b", 2), ("c", 3)])
    let second = StyledValue(style: .struct, children: [("a", 1), ("d", 2), ("c", 4)])
    #expect(
      difference(expected: first, actual: second) == """
          UnusualValueTests.StyledValue(
            … (1 unchanged)
        −   b: 2,
        +   d: 2,
        −   c: 3,
        +   c: 4,
          )
        """)
  }

  @Test func `the order of keys is a difference if the collection is ordered`() {
    let text = difference(expected: [1: 2, 3: 4] as KeyValuePairs, actual: [3: 4, 1: 2] as KeyValuePairs)
    #expect(text?.contains("(key: 1, value: 2)") == true)
    #expect(difference(expected: [1: 2, 3: 4], actual: [3: 4, 1: 2]) == nil)
  }
}
