/// The name by which source refers to a type: without its module and its generic arguments.
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
      // The arrow of a function.
      if depth == 0 { return "(\(type))" }
    case ">", ")":
      depth -= 1
      // A private or local context stands in parentheses, and what is in it cannot be named from outside.
      if character == ")", depth == 0 { name = "" }
    default:
      if depth == 0 { name.append(character) }
    }
  }
  // A context that is an extension ends in a colon.
  let parts = name.drop { $0 == ":" }.split(separator: ".")
  if parts.isEmpty || name.contains("&") { return "(\(type))" }
  return parts.dropFirst(name.hasPrefix(".") || parts.count == 1 ? 0 : 1).joined(separator: ".")
}

func isFunction(_ type: Any.Type) -> Bool {
  let name = sourceName(of: type)
  return name.hasPrefix("(") && name.contains(" -> ")
}

/// The argument label for what a mirror calls a member; nil for a member without a label.
func sourceLabel(from label: String) -> String? {
  var name = Substring(label)
  // How the compiler names what a `lazy` member is kept in.
  let lazyPrefix = "$__lazy_storage_$_"
  if name.hasPrefix(lazyPrefix) { name = name.dropFirst(lazyPrefix.count) }
  // A property wrapper is kept in a member with an underscore; a private member of that form reads better without it.
  name = name.drop { $0 == "_" }
  guard let first = name.first, first != ".", !first.isNumber else { return nil }
  return String(name)
}

/// The name of a case as it stands behind a dot.
func sourceCase(from name: String) -> String {
  if ["init", "self", "Self", "Type", "Protocol"].contains(name) { return "`\(name)`" }
  // A name with spaces has its backticks, and spaces of another kind.
  return name.hasPrefix("`") ? String(name.map { $0 == "\u{A0}" ? " " : $0 }) : name
}

/// The description of a value of the standard library or Foundation, whose members are no one's business.
func systemDescription(of value: Any) -> String? {
  guard value is any CustomStringConvertible || value is any CustomDebugStringConvertible else { return nil }
  let name = String(reflecting: type(of: value))
  guard ["Swift.", "Foundation.", "FoundationEssentials.", "__C.", "Dispatch."].contains(where: name.hasPrefix) else {
    return nil
  }
  return String(describing: value).escapedForOneLine
}

/// The name of an enum's case, also of one that describes itself by another text.
func enumCaseName(_ value: Any) -> String? {
  func name<Value>(of value: Value) -> String? {
    runtimeCaseName(value).flatMap { String(validatingCString: $0) }
  }
  return name(of: value)
}

// What `print` calls for an enum. The standard library has no public way to it, and a mirror shows no case without a
// payload.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
