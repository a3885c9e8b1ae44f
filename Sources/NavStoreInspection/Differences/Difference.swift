/// How two values differ, for a person to read: lines that begin with `−` were expected, lines with `+` are there.
///
/// ```
///   NavigationState(
///     … (2 unchanged)
///     paths: [
/// −     .home: [.song(7)],
/// +     .home: [.song(7), .settings],
///       … (1 unchanged)
///     ],
///     … (3 unchanged)
///   )
/// ```
///
/// Only what differs is shown: members by name, elements of lists by index, entries of dictionaries by key, elements of
/// sets, and texts of several lines by line. Elements that are `Identifiable`, each with an identity of its own, are
/// matched by it; one at another position has a line with `~`. A list, an enum or a tuple that fits into 60 columns is
/// shown whole, and so is a list or a set of numbers that fits into 80. Values of different types are shown with their
/// types. Members are those of the value's mirror, its own (`CustomReflectable`) if it has one.
///
/// What `==` calls equal counts as unchanged, unless no difference is found that way: then it is what reflection sees
/// that counts. Nil when reflection sees no difference either, for example in closures, in two objects with the same
/// contents, and in NaN. The text is the same in every process, unless a value describes itself by an address.
///
/// No values are too large: there are about 60 lines of at most 160 columns, a long text is cut around its first
/// difference, and what is nested deeper than 64 levels is shown by its first difference. The cost grows with the size
/// of the values, up to 100,000 pairs of values and as many elements of a list; if these show no difference and `==`
/// does not call the values equal, the text says so. In lists without identities, a fewest-changes script is looked for
/// up to 500 changes, and beyond them elements are compared by index.
package func difference(expected: Any, actual: Any) -> String? {
  for usesEquality in [true, false] {
    var differ = Differ(usesEquality: usesEquality)
    let lines = differ.lines(expected, actual, at: DifferencePosition())
    if !lines.isEmpty { return DifferenceLine.text(of: lines) }
    if !differ.isComplete {
      guard !areEqual(expected, actual) else { return nil }
      return "  … (no difference in the first \(Differ.pairLimit) values, and there are more)"
    }
  }
  return nil
}
