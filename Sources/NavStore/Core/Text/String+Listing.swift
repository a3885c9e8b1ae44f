extension Collection<String> {
  /// The names in quotes as part of a sentence, of many the first five: `"a", "b" and "c"`. Nil if there is none.
  package var listing: String? {
    let shown = count > 5 ? 5 : count - 1
    let names = map { "\"\($0.printable(limit: 40))\"" }
    guard shown > 0, let last = names.last else { return names.first }
    return names.prefix(shown).joined(separator: ", ") + " and " + (count > 5 ? "\(count - 5) more" : last)
  }
}
