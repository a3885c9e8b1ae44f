/// Where bytes stop to be the JSON that was asked for, and what should have stood there.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes before the place.
  package let offset: Int
  package let expected: String

  /// The place and what should have stood there.
  package var description: String { "At byte \(offset), expected \(expected)." }
}
