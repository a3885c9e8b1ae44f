import Foundation
import NavStore
import NavStoreInspection
import Testing

/// Swift seeds its hash function in every process, so a dependency on hash values shows in a second process.
@Suite(.startsProcess) struct InspectionProcessTests {
  struct Key: Hashable {
    var name: String
    var tags: Set<Route>
  }

  static func text() -> String {
    func keys(_ numbers: Range<Int>) -> [Key] {
      numbers.map { Key(name: "\($0 % 3)", tags: [.song($0), .song($0 + 1), .settings]) }
    }
    let first: [Any] = [Set(keys(0..<9)), Dictionary(uniqueKeysWithValues: keys(0..<9).map { ($0, [$0: 1]) })]
    let second: [Any] = [Set(keys(5..<12)), Dictionary(uniqueKeysWithValues: keys(5..<12).map { ($0, [$0: 2]) })]
    let texts = [swiftSource(first), swiftSource(second), difference(expected: first, actual: second) ?? ""]
    return "<" + texts.joined(separator: "\n") + ">"
  }

  @Test func `sources and differences are the same in every process`() async {
    let expected = Self.text()
    for _ in 0..<3 {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        print(InspectionProcessTests.text())
      }
      let printed = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      #expect(printed.contains(expected))
    }
  }
}
