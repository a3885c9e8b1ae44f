internal import NavStoreInspection

/// Expects two values to be equal. If they are not, the test fails and shows only the difference.
///
/// ```swift
/// expectNoDifference(store.state.path(of: .home), [.song(3), .song(7)])
/// ```
///
/// The first argument is the actual value, the second the expected one. If the path is `[.song(3), .song(8)]`, the test
/// fails with this message:
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
/// The function compares the values with `==`. The message shows the difference between the values' properties, which
/// the function reads by reflection. The failure is reported to Swift Testing or to XCTest, from any task or thread.
///
/// - Parameters:
///   - actual: The actual value.
///   - expected: The expected value.
///   - message: A message that replaces the first line of the failure.
///   - fileID: The file that a failure is shown in. The default is the caller's file.
///   - filePath: The path of that file.
///   - line: The line in that file.
///   - column: The column in that line.
/// - Complexity: O(n) time and memory if the values differ, where n is the size of the values. Otherwise, the cost of
///   `==`.
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

/// Returns the difference between two values as text, or `nil` if they are equal.
///
/// The text is the one that ``expectNoDifference(_:_:_:fileID:filePath:line:column:)`` shows. Use it in a log, or in
/// messages of your own.
///
/// - Parameters:
///   - actual: The actual value, whose lines start with a plus sign.
///   - expected: The expected value, whose lines start with a minus sign.
/// - Complexity: O(n) time and memory if the values differ, where n is the size of the values. Otherwise, the cost of
///   `==`.
public func difference<Value: Equatable>(_ actual: Value, _ expected: Value) -> String? {
  guard actual != expected else { return nil }
  if let difference = difference(expected: expected, actual: actual) { return difference }
  // The parts of the values are checked too, because `==` does not compare the elements of two arrays that share their
  // storage.
  guard !containsSelfUnequal(actual), !containsSelfUnequal(expected) else {
    return """
      The values look alike and are unequal, because something in them is not equal to itself, as a NaN is. \
      Compare the parts that matter, and test a NaN with isNaN.
      """
  }
  return """
    The values look alike and are unequal: == of \(Value.self) compares what reflection does not show, such as the \
    identity of an object, a property that a customMirror leaves out, or storage of a type from C. Leave that out of \
    ==, or give the type a customMirror that shows it.
    """
}
