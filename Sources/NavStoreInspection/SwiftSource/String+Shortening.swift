extension String {
  /// The text if it has at most so many Unicode scalars; else its beginning and `…`. Scalars, because a character may
  /// have any number of them.
  package func shortened(to limit: Int) -> String {
    guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self
    }
    // Not within a character, unless it is as long as all that is shown.
    let boundary = index(before: index(after: end))
    return self[..<(boundary > startIndex ? boundary : end)] + "…"
  }
}

extension String {
  /// The text around its first difference from another, with `…` for what is left out; all of it, if it is short.
  func excerpt(differingFrom other: String) -> String {
    let (before, width) = (40, 100)
    let common = commonPrefixLength(with: other)
    var start = startIndex
    if common > before {
      // Not within a character, even where only the end of one differs.
      start = index(utf8.index(startIndex, offsetBy: common), offsetBy: -before, limitedBy: startIndex) ?? startIndex
    }
    return (start > startIndex ? "…" : "") + String(self[start...]).shortened(to: width)
  }

  /// How many bytes at the beginning are the same.
  private func commonPrefixLength(with other: String) -> Int {
    var (first, second) = (self, other)
    return first.withUTF8 { first in
      second.withUTF8 { second in
        let shorter = min(first.count, second.count)
        return (0..<shorter).first { first[$0] != second[$0] } ?? shorter
      }
    }
  }
}
