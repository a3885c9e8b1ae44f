@testable import NavStore
@testable import NavStoreCore

/// A parameter of an outside case, as one of NavStore's whose values are those of the case.
struct NestedLinkParameter: Sendable {
  /// The name of the parameter in the screen.
  let key: String
  let use: LinkParameterDescriptor
  /// Returns the value of the strings: nil if they are invalid, null if the list is empty.
  let read: @Sendable ([String]) -> JSONValue?
  /// Returns the strings of a value, or nil if it cannot be printed. The value null has none.
  let write: @Sendable (JSONValue) -> [String]?

  /// Creates a parameter with its condition and its conversions.
  ///
  /// - Parameters:
  ///   - parse: The conversion from a string, or nil to use the string.
  ///   - print: The conversion to a string, or nil to use the value.
  init(_ parameter: NestedLinkPath.Parameter, parse: JSONValue?, print: JSONValue?) throws {
    // `matching` stops the program if the regular expression is invalid, so it is tested before.
    let text: LinkParameter<String> =
      if let expression = parameter.expression, try Regex(expression) as Regex? != nil {
        .string.matching(expression)
      } else {
        .string
      }
    let one: LinkParameter<JSONValue>
    if parse == nil, print == nil {
      one = text.map {
        .string($0)
      } from: {
        $0.string
      }
    } else {
      let parse = try NestedLinkConversion(parse)
      let print = try NestedLinkConversion(print)
      one = text.map(to: parse.value, from: print.text)
    }
    switch parameter.suffix {
    case "+", "*":
      // As in an app whose route has one string for all segments.
      self.init(parameter.key, .repeated(one)) { values in
        .string(values.compactMap(\.string).joined(separator: "/"))
      } value: { json in
        let text = json.string ?? ""
        return text.isEmpty
          ? [] : text.split(separator: "/", omittingEmptySubsequences: false).map { .string(String($0)) }
      }
    case "?":
      self.init(parameter.key, .optional(one)) {
        $0 ?? .null
      } value: {
        $0 == .null ? .some(nil) : $0
      }
    default:
      self.init(parameter.key, one) {
        $0
      } value: {
        $0 == .null ? nil : $0
      }
    }
  }

  private init<Value>(
    _ key: String, _ parameter: LinkParameter<Value>, json: @escaping @Sendable (Value) -> JSONValue,
    value: @escaping @Sendable (JSONValue) -> Value?
  ) {
    self.key = key
    use = parameter.descriptor
    read = { texts in parameter.value(of: texts).map(json) }
    write = { json in value(json).flatMap(parameter.write) }
  }
}

/// A conversion between a string in a URL and the value of a case.
struct NestedLinkConversion: Sendable {
  let value: @Sendable (String) -> JSONValue?
  let text: @Sendable (JSONValue) -> String?

  init(_ json: JSONValue?) throws {
    switch json {
    case nil:
      self.init { $0 }
    case "number":
      self.init {
        LinkParameter.int.value(of: [$0]).map(JSONValue.integer)
      } text: {
        $0.plainText
      }
    case "nonEmpty":
      self.init {
        $0.isEmpty ? nil : .bool(true)
      } text: {
        $0.plainText
      }
    case "upper":
      self.init { $0.uppercased() }
    case "lower":
      self.init { $0.lowercased() }
    case "upperFirst":
      self.init { $0.prefix(1).uppercased() + $0.dropFirst() }
    case "lowerFirst":
      self.init { $0.prefix(1).lowercased() + $0.dropFirst() }
    case .object(let members)?:
      if let prefix = members["prefix"]?.string {
        self.init { prefix + $0 }
      } else if let removed = members["removeFirst"]?.string {
        self.init { text in
          guard let range = text.firstRange(of: removed) else { return text }
          return String(text[..<range.lowerBound] + text[range.upperBound...])
        }
      } else if let count = members["dropFirst"]?.int {
        self.init { String($0.dropFirst(count)) }
      } else if let constant = members["constant"]?.string {
        self.init { _ in constant }
      } else {
        throw NoCounterpart("the conversion \(members)")
      }
    default:
      throw NoCounterpart("the conversion \(json ?? .null)")
    }
  }

  /// Returns a conversion of strings that is the same in both directions.
  private init(_ convert: @escaping @Sendable (String) -> String) {
    self.init {
      .string(convert($0))
    } text: {
      $0.plainText.map(convert)
    }
  }

  private init(
    value: @escaping @Sendable (String) -> JSONValue?, text: @escaping @Sendable (JSONValue) -> String?
  ) {
    self.value = value
    self.text = text
  }
}

extension JSONValue {
  /// Returns a string, a number or a Boolean as a string.
  var plainText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    case .largeInteger(let digits): digits
    case .number(let number): "\(number)"
    case .bool(let value): "\(value)"
    case .null, .array, .object: nil
    }
  }
}
