/// Returns the difference of two values as readable text, in which lines with `−` are expected and lines with `+` are
/// actual.
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
/// sets, and texts with several lines by line.
///
/// - `Identifiable` elements with unique identities are matched by identity. An element that moved has a line with `~`.
/// - A list, an enum or a tuple that fits into 60 columns is shown as a whole, and so is a list or a set of numbers
///   that fits into 80 columns.
/// - Values of different types are shown with their types.
/// - Members are those of the value's mirror, or of its custom mirror if it is `CustomReflectable`.
///
/// Values that are equal by `==` are unchanged. If this leaves no difference, the values are compared only by
/// reflection. The result is `nil` if reflection shows no difference either, for example for closures, for two objects
/// with equal contents, and for NaN. The text is the same in every process, unless the description of a value contains
/// an address.
///
/// The text is limited to about 60 lines of at most 160 columns. A long text is cut around its first difference. Of
/// values that are nested deeper than 64 levels, only the first difference is shown. If the first 100,000 pairs of
/// values, or the first 100,000 elements of a list, show no difference, and the values are not equal by `==`, the text
/// says so. Lists without identities are aligned by the fewest changes, up to 500. Beyond that, their elements are
/// compared by index.
///
/// - Complexity: O(n), where n is the number of values in both, of which 100,000 pairs are compared.
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
