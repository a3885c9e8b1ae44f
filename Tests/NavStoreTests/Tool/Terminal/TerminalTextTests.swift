import NavStoreInspection
import NavStoreTool
import Testing

@Suite struct TerminalTextTests {
  @Test func `a time in a log is shown with its own milliseconds`() {
    for milliseconds: Int64 in [0, 999, 1_001, 1_181_540, 8_589_934_592_123] {
      #expect(Duration.milliseconds(milliseconds).wholeMilliseconds == milliseconds)
    }
  }

  @Test(arguments: [
    ("", 0), ("a", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("日", 2), ("カ", 2), ("ｶ", 1), ("Ａ", 2), ("한", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 4), ("🇫🇷", 2), ("❤", 1), ("─", 1), ("…", 1), ("\u{200B}", 0),
    ("\u{7}", 0), ("\u{20000}", 2), ("a\u{300}\u{301}\u{302}b", 2),
  ])
  func `a text has a width in columns`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本", 2, "…"),
    ("日", 1, "…"), ("abc", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("abc", -1, ""),
  ])
  func `a prefix of a text fits into a number of columns`(text: String, limit: Int, expected: String) {
    #expect(text.cut(toColumns: limit) == expected)
  }

  @Test(arguments: [("abc", 2, "bc"), ("日本", 3, "本"), ("日本", 1, ""), ("ae\u{301}", 1, "e\u{301}"), ("a", -1, "")])
  func `a suffix of a text fits into a number of columns`(text: String, limit: Int, expected: String) {
    #expect(text.end(ofColumns: limit) == expected)
  }
}
