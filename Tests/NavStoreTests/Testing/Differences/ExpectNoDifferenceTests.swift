import NavStoreTesting
import Testing

// That a failure is shown at the call, with the message before it, is seen by `FailureProcessTests`.
@Suite struct ExpectNoDifferenceTests {
  /// Equal by a value that reflection does not show.
  private struct Secretive: Equatable, CustomReflectable, CustomStringConvertible {
    var secret: Int
    var description: String { "Secretive" }
    var customMirror: Mirror { Mirror(self, children: ["shown": 1]) }
  }

  /// Unequal to everything, itself included.
  private struct Single: Equatable {
    static func == (lhs: Single, rhs: Single) -> Bool { false }
  }

  @Test func `equal values pass, and their message is not made`() {
    expectNoDifference(
      [1, 2], [1, 2],
      {
        Issue.record("asked for a message"); return ""
      }())
    #expect(differenceText([1, 2], [1, 2]) == nil)
  }

  @Test func `a failure says which side is which, under words of the caller or its own`() {
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

  @Test func `unequal values show what was expected and what is there`() {
    #expect(differenceText(1, 2) == "− 2\n+ 1")
  }

  @Test func `values that look alike say why they are unequal and what to do`() throws {
    let hidden = try #require(differenceText(Secretive(secret: 1), Secretive(secret: 2)))
    #expect(hidden.contains("== of Secretive compares what reflection does not show"), "\(hidden)")
    #expect(hidden.contains("give the type a customMirror that shows it"), "\(hidden)")
    for text in [differenceText(Double.nan, .nan), differenceText(Single(), Single())] {
      let text = try #require(text)
      #expect(text.contains("one is not equal to itself; a NaN in it does that"), "\(text)")
      #expect(text.contains("test a NaN with isNaN"), "\(text)")
    }
  }
}
