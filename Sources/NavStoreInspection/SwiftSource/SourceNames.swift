/// Returns the name of a type in source, without its module and its generic arguments.
func sourceName(of type: Any.Type) -> String {
  let full = String(reflecting: type)
  var name = ""
  var depth = 0
  var previous: Character?
  for character in full {
    defer { previous = character }
    switch character {
    case "<", "(":
      depth += 1
    case ">" where previous == "-":
      // The arrow of a function type.
      if depth == 0 { return "(\(type))" }
    case ">", ")":
      depth -= 1
      // A private or local context is in parentheses, and source outside of it cannot name its members.
      if character == ")", depth == 0 { name = "" }
    default:
      if depth == 0 { name.append(character) }
    }
  }
  // The context of an extension ends in a colon.
  let parts = name.drop { $0 == ":" }.split(separator: ".")
  if parts.isEmpty || name.contains("&") { return "(\(type))" }
  return parts.dropFirst(name.hasPrefix(".") || parts.count == 1 ? 0 : 1).joined(separator: ".")
}

func isFunction(_ type: Any.Type) -> Bool {
  let name = sourceName(of: type)
  return name.hasPrefix("(") && name.contains(" -> ")
}

/// Returns the argument label for the name of a member in a mirror, or `nil` for a member without a label.
func sourceLabel(from label: String) -> String? {
  var name = Substring(label)
  // The compiler's prefix for the storage of a `lazy` property.
  let lazyPrefix = "$__lazy_storage_$_"
  if name.hasPrefix(lazyPrefix) { name = name.dropFirst(lazyPrefix.count) }
  // The storage of a property wrapper has an underscore. A private property with an underscore is easier to read
  // without it.
  name = name.drop { $0 == "_" }
  guard let first = name.first, first != ".", !first.isNumber else { return nil }
  return String(name)
}

/// Returns the name of a case as it is written after a dot.
func sourceCase(from name: String) -> String {
  if ["init", "self", "Self", "Type", "Protocol"].contains(name) { return "`\(name)`" }
  // A name with spaces has backticks, and its spaces are no-break spaces.
  return name.hasPrefix("`") ? String(name.map { $0 == "\u{A0}" ? " " : $0 }) : name
}

/// Returns the description of a value of the standard library or Foundation, whose members are implementation details.
func systemDescription(of value: Any) -> String? {
  guard value is any CustomStringConvertible || value is any CustomDebugStringConvertible else { return nil }
  let name = String(reflecting: type(of: value))
  guard ["Swift.", "Foundation.", "FoundationEssentials.", "__C.", "Dispatch."].contains(where: name.hasPrefix) else {
    return nil
  }
  return String(describing: value).escapedForOneLine
}

/// Returns the case name of an enum value, even if the enum has a custom description.
func enumCaseName(_ value: Any) -> String? {
  func name<Value>(of value: Value) -> String? {
    runtimeCaseName(value).flatMap { String(validatingCString: $0) }
  }
  return name(of: value)
}

// The function that `print` uses for an enum. The standard library has no public API for it, and a mirror does not show
// a case without a payload.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
