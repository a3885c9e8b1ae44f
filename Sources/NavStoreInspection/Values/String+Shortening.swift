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
