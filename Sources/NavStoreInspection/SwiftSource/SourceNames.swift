/// Returns the name of a type as it is written in source, without its module and its generic arguments.
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
      // A private or local context is in parentheses. Source outside of the context cannot name the context.
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

/// Returns the name of a type as it is written in source, without modules, but with its generic arguments.
package func typeSource(of type: Any.Type) -> String {
  String(reflecting: type)
    // Source outside of a private or local context cannot name the context.
    .replacing(/\(unknown context at [^)]*\)\./, with: "")
    .replacing(/(^|[^\w.`])\w+\./) { match in match.1 }
}

func isFunction(_ type: Any.Type) -> Bool {
  let name = sourceName(of: type)
  return name.hasPrefix("(") && name.contains(" -> ")
}

/// Returns the argument label that corresponds to the name of a member in a mirror, or `nil` for a member without a
/// label.
func sourceLabel(from label: String) -> String? {
  var name = Substring(label)
  // The compiler's prefix for the storage of a `lazy` property.
  let lazyPrefix = "$__lazy_storage_$_"
  if name.hasPrefix(lazyPrefix) { name = name.dropFirst(lazyPrefix.count) }
  // The storage of a property wrapper has a name with an underscore. The name of a private property is easier to read
  // without an underscore.
  name = name.drop { $0 == "_" }
  guard let first = name.first, first != ".", !first.isNumber else { return nil }
  return String(name)
}

/// Returns the name of an enum case as it is written after a dot.
func sourceCase(from name: String) -> String {
  if ["init", "self", "Self", "Type", "Protocol"].contains(name) { return "`\(name)`" }
  // The runtime returns a name with spaces in backticks, with no-break spaces in place of the spaces.
  return name.hasPrefix("`") ? String(name.map { $0 == "\u{A0}" ? " " : $0 }) : name
}

/// Returns the description of a value whose type is from the standard library, Foundation, Dispatch or C, because the
/// members of such a type are implementation details. Returns `nil` for a value of another type and for a value without
/// a description.
func systemDescription(of value: Any) -> String? {
  guard value is any CustomStringConvertible || value is any CustomDebugStringConvertible else { return nil }
  let name = String(reflecting: type(of: value))
  guard ["Swift.", "Foundation.", "FoundationEssentials.", "__C.", "Dispatch."].contains(where: name.hasPrefix) else {
    return nil
  }
  return String(describing: value).escapedForOneLine
}
