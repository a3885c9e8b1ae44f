/// The text of a value in a description, as Swift prints it, but without the names of modules.
///
/// Swift prints the name of a module before the name of each type inside another value:
/// `edited(Mail.Draft(text: "Hello"))`.
package enum ValueText {
  /// Returns the text. A type with a description of its own is shown by that description, and a type with a mirror of
  /// its own by that mirror. So a value that both hide is not in the text.
  package static func text(of value: Any) -> String {
    (value as? String) ?? nested(value)
  }

  private static func nested(_ value: Any) -> String {
    if let text = value as? String { return text.debugDescription }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { nested($0.value) } ?? "nil"
    case .collection, .set: return "[\(list(mirror))]"
    case .dictionary: return mirror.children.isEmpty ? "[:]" : "[\(list(ofEntries: mirror))]"
    case .tuple: return "(\(list(mirror)))"
    default: break
    }
    if let described = value as? any CustomStringConvertible { return described.description }
    if let described = value as? any CustomDebugStringConvertible { return described.debugDescription }
    switch mirror.displayStyle {
    case .enum: return text(ofEnum: value, mirror)
    case .struct,
      nil where value is any CustomReflectable:
      return "\(type(of: value))(\(list(mirror)))"
    default: return "\(value)"
    }
  }

  private static func text(ofEnum value: Any, _ mirror: Mirror) -> String {
    guard let payload = mirror.children.first else { return ValueOutline.caseName(of: value) ?? "\(value)" }
    let name = payload.label ?? ValueOutline.caseName(of: value) ?? ""
    let arguments = Mirror(reflecting: payload.value)
    return "\(name)(\(arguments.displayStyle == .tuple ? list(arguments) : nested(payload.value)))"
  }

  private static func list(_ mirror: Mirror) -> String { ValueOutline.arguments(of: mirror, nested) }

  private static func list(ofEntries mirror: Mirror) -> String {
    mirror.children.map { entry in
      Mirror(reflecting: entry.value).children.map { nested($0.value) }.joined(separator: ": ")
    }.joined(separator: ", ")
  }
}
