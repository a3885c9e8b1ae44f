extension String {
  /// Returns the string if it has at most `limit` Unicode scalars, otherwise its beginning followed by `…`.
  ///
  /// The limit is a number of scalars, because a character may consist of any number of scalars.
  package func shortened(to limit: Int) -> String {
    guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self
    }
    // Does not split a character, unless the character is longer than the limit.
    let boundary = index(before: index(after: end))
    return self[..<(boundary > startIndex ? boundary : end)] + "…"
  }
}

extension String {
  /// Returns the part of the string around the first difference from another string, with `…` in place of omitted
  /// parts. A short string is returned unchanged.
  func excerpt(differingFrom other: String) -> String {
    let (before, width) = (40, 100)
    let common = commonPrefixLength(with: other)
    var start = startIndex
    if common > before {
      // Does not split a character, even if two characters differ only in their last bytes.
      start = index(utf8.index(startIndex, offsetBy: common), offsetBy: -before, limitedBy: startIndex) ?? startIndex
    }
    return (start > startIndex ? "…" : "") + String(self[start...]).shortened(to: width)
  }

  /// Returns the length of the longest common prefix of the two strings, in UTF-8 bytes.
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
