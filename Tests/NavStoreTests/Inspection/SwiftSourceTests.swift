import Foundation
import NavStore
import NavStoreInspection
import Testing

@Suite struct SwiftSourceTests {
  @Test func `the source of a value is an expression that compiles`() {
    let samples = SourceSample.all
    #expect(samples.count > 60)
    for sample in samples { #expect(swiftSource(sample.value) == sample.source) }
  }
}

@Suite struct TextShorteningTests {
  @Test(arguments: [
    ("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "abc…"), ("abcd", 0, "…"),
    // Characters of two scalars. No character is split.
    ("ae\u{301}b", 2, "a…"),
    ("e\u{301}e\u{301}", 3, "e\u{301}…"), ("e\u{301}e\u{301}", 4, "e\u{301}e\u{301}"),
    // A single character that is longer than the limit.
    ("e" + String(repeating: "\u{301}", count: 9), 3, "e\u{301}\u{301}…"),
  ])
  func `a text is cut after a number of scalars, between characters`(text: String, limit: Int, expected: String) {
    #expect(Array(text.shortened(to: limit).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func `the source of a value is bounded in scalars, whatever its characters are`() {
    let source = swiftSource("e" + String(repeating: "\u{301}", count: 1_000), limit: 100)
    #expect(source.unicodeScalars.count <= 100)
  }
}
