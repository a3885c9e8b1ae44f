internal import NavStoreInspection

/// Expects two values to be equal; if they are not, the test fails and shows only what differs.
///
/// ```swift
/// expectNoDifference(store.state.path(of: .home), [.song(3), .song(7)])
/// ```
///
/// What is there comes first, what should be there second. If the path is `[.song(3), .song(8)]`, the test fails with
///
/// ```text
/// Not as expected: two values of Array<Route> differ.
///
///     − [.song(3), .song(7)]
///     + [.song(3), .song(8)]
///
/// (− expected, + actual)
/// ```
///
/// `==` decides whether the values are equal. The text is what reflection shows of them. The failure reaches Swift
/// Testing and XCTest alike, from any task or thread. Reflection costs time and memory in proportion to the size of the
/// values, and only when they differ.
///
/// - Parameters:
///   - actual: The value that is there.
///   - expected: The value that should be there.
///   - message: What to say above the difference, in place of the first line.
///   - fileID: The file that a failure is shown in, by default the caller's.
///   - filePath: The path of that file.
///   - line: The line in that file.
///   - column: The column in that line.
public func expectNoDifference<Value: Equatable>(
  _ actual: Value,
  _ expected: Value,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  guard let failure = failureOfEquality(actual, expected, message) else { return }
  FailureReporter().fail(
    failure, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// The failure for unequal values; nil when they are equal.
package func failureOfEquality<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ message: () -> String
) -> String? {
  guard actual != expected else { return nil }
  let message = message()
  return """
    \(message.isEmpty ? "Not as expected: two values of \(Value.self) differ." : message)

    \(indentedDifference(expected: expected, actual: actual))
    """
}

/// What makes two values unequal, for a person to read; nil when they are equal.
package func differenceText<Value: Equatable>(_ actual: Value, _ expected: Value) -> String? {
  guard actual != expected else { return nil }
  if let difference = difference(expected: expected, actual: actual) { return difference }
  // Not only the values themselves: `==` of an array finds it equal to itself without comparing its elements.
  guard !containsSelfUnequal(actual), !containsSelfUnequal(expected) else {
    return """
      The values look alike and are unequal, because something in them is not equal to itself, as a NaN is. \
      Compare the parts that matter, and test a NaN with isNaN.
      """
  }
  return """
    The values look alike and are unequal: == of \(Value.self) compares what reflection does not show, such as the identity \
    of an object, a property that a customMirror leaves out, or storage of a type from C. Leave that out of ==, or give \
    the type a customMirror that shows it.
    """
}
