import Foundation
import NavStoreTesting
import Testing

// `FailureProcessTests` checks that a failure is shown at the call, with the message above it.
@Suite struct ExpectNoDifferenceTests {
  /// Equal by a value that reflection does not show.
  private struct Secretive: Equatable, CustomReflectable, CustomStringConvertible {
    var secret: Int
    var description: String { "Secretive" }
    var customMirror: Mirror { Mirror(self, children: ["shown": 1]) }
  }

  /// Unequal to everything, including itself.
  private struct Single: Equatable {
    static func == (lhs: Single, rhs: Single) -> Bool { false }
  }

  private enum Route: Equatable { case song(Int) }

  @Test func `equal values pass, and their message is not computed`() {
    expectNoDifference(
      [1, 2], [1, 2],
      {
        Issue.record("asked for a message"); return ""
      }())
    #expect(difference([1, 2], [1, 2]) == nil)
  }

  @Test func `a failure labels both sides, below the message of the caller or its own`() {
    #expect(
      failureOfEquality(1, 2, { "" }) == """
        Not as expected: two values of Int differ.

            − 2
            + 1

        (− expected, + actual)
        """)
    #expect(failureOfEquality(1, 2, { "the count" })?.hasPrefix("the count\n\n    − 2\n") == true)
    #expect(failureOfEquality(1, 1, { "the count" }) == nil)
  }

  @Test func `unequal values show the expected and the actual value`() {
    #expect(difference(1, 2) == "− 2\n+ 1")
  }

  @Test func `a part that is not equal to itself is reported, wherever it is`() throws {
    struct Place: Equatable { var heights: [String: [Double?]] }
    func place() -> Place { Place(heights: ["a": [1, nil, .nan]]) }
    for text in [
      difference([Double.nan], [.nan]), difference([1, .nan], [1, .nan]),
      difference([[Float.nan]], [[.nan]]),
      difference(place(), place()), difference([1: Double.nan], [1: .nan]),
      difference([Single()], [Single()]),
    ] {
      let text = try #require(text)
      #expect(text.contains("something in them is not equal to itself, as a NaN is"), "\(text)")
      #expect(!text.contains("identity"), "\(text)")
    }
    // No part of these values is unequal to itself.
    let hidden = try #require(difference([Secretive(secret: 1)], [Secretive(secret: 2)]))
    #expect(hidden.contains("compares what reflection does not show"), "\(hidden)")
  }

  @Test func `the failure in the documentation is the one that is shown`() throws {
    let failure = try #require(failureOfEquality([Route.song(3), .song(8)], [.song(3), .song(7)], { "" }))
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Sources/NavStoreTesting/Failures/ExpectNoDifference.swift")
    let source = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
    let comment = failure.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "///" : "/// " + $0 }.joined(separator: "\n")
    #expect(source.contains("/// ```text\n\(comment)\n/// ```"), "\(comment)")
  }

  @Test func `the failure of values that look alike explains the reason and what to do`() throws {
    let hidden = try #require(difference(Secretive(secret: 1), Secretive(secret: 2)))
    #expect(hidden.contains("== of Secretive compares what reflection does not show"), "\(hidden)")
    #expect(hidden.contains("give the type a customMirror that shows it"), "\(hidden)")
    for text in [difference(Double.nan, .nan), difference(Single(), Single())] {
      let text = try #require(text)
      #expect(text.contains("something in them is not equal to itself, as a NaN is"), "\(text)")
      #expect(text.contains("test a NaN with isNaN"), "\(text)")
    }
  }
}
