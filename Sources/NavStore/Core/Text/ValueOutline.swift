/// The text of a value in a message that the library writes on its own initiative.
///
/// No code of the value's type runs, because that code may fail: on Linux, the description of a `Date` that is not a
/// number stops the program. Numbers, strings, lists and the cases of enums are written as Swift prints them. Of any
/// other value, the text contains only the name of the type, as in `day(Date(…))`.
package enum ValueOutline {
  /// Returns the text, shortened and without control characters, because the value may come from outside the app.
  package static func text(of value: Any) -> String {
    switch value {
    case let wrapper as any RouteWrapper: text(of: wrapper.wrappedRoute)
    case let text as String: text.printable(limit: 200)
    default: text(of: value, levels: 4).printable(limit: 200)
    }
  }

  private static func text(of value: Any, levels: Int) -> String {
    switch value {
    case let value as any Outlined: return value.outline
    case let wrapper as any RouteWrapper: return text(of: wrapper.wrappedRoute, levels: levels)
    case let value as any OptionalValue: return value.wrapped.map { text(of: $0, levels: levels) } ?? "nil"
    case let text as String: return "\"\(text)\""
    case is Bool, is Double, is Float, is Int, is Int8, is Int16, is Int32, is Int64, is UInt, is UInt8, is UInt16,
      is UInt32, is UInt64:
      return "\(value)"
    case let list as [Any]:
      return levels > 0 ? "[\(list.map { text(of: $0, levels: levels - 1) }.joined(separator: ", "))]" : "[…]"
    default: break
    }
    guard let name = caseName(of: value) else { return "\(type(of: value))(…)" }
    guard !(value is any CustomReflectable) else { return name }
    guard let payload = Mirror(reflecting: value).children.first?.value else { return name }
    return levels > 0 ? "\(name)(\(arguments(of: payload, levels: levels - 1)))" : "\(name)(…)"
  }

  private static func arguments(of payload: Any, levels: Int) -> String {
    guard !(payload is any CustomReflectable) else { return text(of: payload, levels: levels) }
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple else { return text(of: payload, levels: levels) }
    return arguments(of: mirror) { text(of: $0, levels: levels) }
  }

  /// Returns the children of a mirror with their labels, as Swift prints arguments.
  static func arguments(of mirror: Mirror, _ text: (Any) -> String) -> String {
    mirror.children.map { label, value in
      // The label of a tuple's element without a name is its number: `.0`.
      (label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? "") + text(value)
    }.joined(separator: ", ")
  }

  /// Returns the case name of an enum value, even if the enum has a custom description, or `nil` if no name is known.
  package static func caseName(of value: Any) -> String? {
    func name<Value>(of value: Value) -> String? {
      runtimeCaseName(value).flatMap { String(validatingCString: $0) }
    }
    return name(of: value)
  }
}

/// A type of the library whose values contain values of the app.
package protocol Outlined {
  var outline: String { get }
}

package protocol RouteWrapper {
  var wrappedRoute: Any { get }
}

private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { map { $0 } }
}

// The function that `print` uses for an enum. The standard library has no public API for the name of a case, and a
// mirror does not show a case without a payload.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
