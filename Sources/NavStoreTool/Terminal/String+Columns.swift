extension String {
  /// The text with spaces behind it, up to a width.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The text with spaces before it, up to a width.
  func indented(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
