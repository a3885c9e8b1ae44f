/// Where bytes stop to be the JSON that was asked for, and what should have stood there.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a reader looked for.
  package enum Expectation: String, Sendable {
    case value = "a value"
    case string = "a string"
    case key = "a key in quotes"
    case character = "a character of a string, or its end"
    case escape = "an escape that JSON has, and surrogates in pairs"
    case utf8 = "UTF-8"
    case number = "a number"
    case integer = "an integer that its type can hold"
    case double = "a number that its type can hold"
    case bool = "true or false"
    case null = "null"
    case array = "an array"
    case object = "an object"
    case colon = "a colon"
    case elementEnd = "a comma or the end of the array"
    case memberEnd = "a comma or the end of the object"
    case depth = "at most 512 arrays and objects inside each other"
    case end = "the end"
  }

  /// The number of bytes before the place.
  package let offset: Int
  package let expected: Expectation

  /// The place and what should have stood there.
  package var description: String { "At byte \(offset), expected \(expected.rawValue)." }
}
