/// How two values differ, for a person to read: lines that begin with `−` were expected, lines with `+` are there.
///
/// Nil when reflection shows no difference.
package func difference(expected: Any, actual: Any) -> String? {
  let (expected, actual) = (swiftSource(expected), swiftSource(actual))
  return expected == actual ? nil : "− \(expected)\n+ \(actual)"
}
