import Foundation
import NavStoreInspection
import Testing

/// Large and deep values, which take too long or stop the program without a limit.
@Suite struct DifferenceBoundsTests {
  indirect enum Chain: Sendable {
    case end(Int)
    case link(Chain)

    init(_ end: Int, length: Int) {
      self = (0..<length).reduce(.end(end)) { chain, _ in .link(chain) }
    }
  }

  /// Not equatable, so that every part is compared.
  struct Part: Sendable {
    var number: Int
    var text = "the same"
  }

  /// A value that contains itself twice, without an end.
  struct Endless: CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: ["left": self, "right": self]) }
  }

  struct Unequal: Equatable {
    let endless = Endless()
    static func == (first: Unequal, second: Unequal) -> Bool { false }
  }

  private func expectBounded(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 90 && lines.allSatisfy { $0.count <= 160 }, sourceLocation: sourceLocation)
  }

  @Test func `one difference at the end of 10000 elements is found`() throws {
    let parts = (0..<10_000).map { Part(number: $0) }
    var changed = parts
    changed[9_999].number = 0
    #expect(
      difference(expected: parts, actual: changed) == """
          [
            … (9999 unchanged)
            [9999]: DifferenceBoundsTests.Part(
        −     number: 9999,
        +     number: 0,
              … (1 unchanged)
            ),
          ]
        """)
  }

  @Test func `differences beyond the last line are counted`() throws {
    let text = try #require(difference(expected: Array(0..<10_000), actual: Array(10_000..<20_000)))
    expectBounded(text)
    let shown = text.split(separator: "\n").count { $0.hasPrefix("−") }
    #expect(text.hasSuffix("\n  … and \(10_000 - shown) more differences"))
    let sets = try #require(difference(expected: Set(0..<5_000), actual: Set(5_000..<9_000)))
    expectBounded(sets)
    #expect(sets.hasSuffix("\n  … and \(9_000 - 59) more differences"))
    let last = (0..<31).map { ($0, "a") }
    let pairs = Dictionary(uniqueKeysWithValues: last)
    let dictionaries = try #require(difference(expected: pairs, actual: pairs.mapValues { $0 + "b" }))
    #expect(dictionaries.hasSuffix("\n+   28: \"ab\",\n  … and 2 more differences"))
  }

  @Test func `a change beyond the limit of changes is shown by index`() throws {
    let text = try #require(difference(expected: Array(0..<2_000), actual: Array(600..<2_600)))
    #expect(text.hasPrefix("  [\n−   [0]: 0,\n+   [0]: 600,\n"))
    let shifted = try #require(difference(expected: Array(0..<2_000), actual: Array(1..<2_001)))
    #expect(shifted == "  [\n−   [0]: 0,\n    … (1999 unchanged)\n+   [1999]: 2000,\n  ]")
  }

  @Test func `a value that is nested 1000 levels deep fits the stack of a thread`() async throws {
    let (found, none, source) = await withCheckedContinuation { continuation in
      let thread = Thread {
        let (first, second) = (Chain(1, length: 1_000), Chain(2, length: 1_000))
        continuation.resume(
          returning: (
            difference(expected: first, actual: second),
            difference(expected: first, actual: Chain(1, length: 1_000)), swiftSource(first)
          ))
      }
      // The stack size of a secondary thread on Apple platforms.
      thread.stackSize = 512 * 1_024
      thread.start()
    }
    let text = try #require(found)
    expectBounded(text)
    #expect(text.contains("levels deeper)\n") && text.contains("\n−") && text.contains("\n+"))
    #expect(none == nil)
    #expect(source.count == 1_000 * ".link()".count + ".end(1)".count)
  }

  @Test func `the parts of many levels are shown at their levels`() {
    #expect(
      difference(expected: Chain(1, length: 25), actual: Chain(2, length: 25)) == """
          .link(.link(.link(.link(.link(.link(
            .link(.link(.link(.link(.link(.link(
              .link(.link(.link(.link(.link(.link(
        −       .link(.link(.link(.link(.link(.link(.link(.end(1)))))))),
        +       .link(.link(.link(.link(.link(.link(.link(.end(2)))))))),
              )))))),
            )))))),
          ))))))
        """)
  }

  @Test func `a text of a million characters is cut, and its lines are compared`() throws {
    let long = String(repeating: "abcdefgé", count: 125_000)
    let text = try #require(difference(expected: long + "1" + long, actual: long + "2" + long))
    expectBounded(text)
    #expect(text.contains("abcdefgé1abc") && text.contains("abcdefgé2abc"))
    expectBounded(try #require(difference(expected: [long], actual: [1])))
    #expect(swiftSource(long, limit: 20) == "\"abcdefgéabcdefgéab…")
    let lines = (0..<10_000).map { "line \($0)" }
    #expect(
      difference(expected: lines.joined(separator: "\n"), actual: (lines + [long]).joined(separator: "\n"))
        == "  \"\"\"\n    … (10000 unchanged)\n+   \(long.prefix(100))…\n  \"\"\"")
  }

  @Test func `a value without an end is compared up to a limit`() throws {
    #expect(swiftSource(Endless(), limit: 40).count == 40)
    #expect(
      difference(expected: Unequal(), actual: Unequal())
        == "  … (no difference in the first 100000 values, and there are more)")
  }

  @Test func `the source of a value ends at its limit`() {
    let values: [Any] = [
      Array(0..<100), Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, $0) }), Set(0..<100), Data(count: 1_000),
      String(repeating: "👩‍👩‍👧", count: 100), Part(number: 1, text: String(repeating: "\n", count: 100)),
    ]
    for value in values {
      let whole = swiftSource(value)
      for limit in [0, 1, 2, 10, 50] {
        let text = swiftSource(value, limit: limit)
        #expect(text.count <= max(limit, 1) && text.last == "…" && whole.hasPrefix(text.dropLast()), "\(text)")
      }
    }
    #expect(swiftSource([1, 2], limit: 6) == "[1, 2]")
    #expect(swiftSource([1, 2], limit: 5) == "[1, …")
  }

  @Test(.enabled(if: TestEnvironment.isLong))
  func `at most 100,000 elements of a list are compared`() {
    let many = Array(repeating: 1, count: 100_000)
    #expect(swiftSource(many).hasSuffix(", 1, 1]"))
    #expect(swiftSource(many + [1]).hasSuffix(", 1, 1, …]"))
    #expect(difference(expected: many + [1], actual: many + [2])?.contains("no difference in the first") == true)
  }
}
