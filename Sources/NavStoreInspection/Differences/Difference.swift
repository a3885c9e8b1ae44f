/// Returns the difference between two values as readable text, or `nil` if no difference was found. Lines with `−` show
/// the expected value, and lines with `+` show the actual value.
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
/// Only differences are shown: members by name, elements of lists by index, entries of dictionaries by key, elements of
/// sets, and strings with several lines by line.
///
/// - `Identifiable` elements with unique identities are matched by identity. An element that moved has a line with `~`.
/// - A list, an enum or a tuple that fits in 60 columns is shown as a whole, except a list of `Identifiable` elements.
///   A list or a set of numbers is shown as a whole if it fits in 80 columns.
/// - Values of different types are shown with their types, unless one of them is `nil` or the names of two structures
///   or classes differ.
/// - Members are those of the value's mirror, or of its custom mirror if the value is `CustomReflectable`.
///
/// First, values that are equal by `==` are treated as unchanged. If this comparison finds no difference, the values
/// are compared only by reflection. The result is `nil` if reflection shows no difference either, for example for
/// closures, for two objects with equal contents, and for NaN. The text is the same in every process, unless the
/// description of a value contains an address.
///
/// The text is limited to about 60 lines of at most 160 columns. A long string is cut around its first difference. For
/// values that are nested deeper than 64 levels, only the first difference is shown. If the first 100,000 pairs of
/// values, or the first 100,000 elements of a list, show no difference, and the values are not equal by `==`, the text
/// reports this. Lists whose elements have no identities are aligned with the fewest changes, up to 500 changes. If
/// more changes are necessary, the elements of such lists are compared by index.
///
/// - Complexity: O(n), where n is the number of parts of both values. At most 100,000 pairs of values are compared.
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
