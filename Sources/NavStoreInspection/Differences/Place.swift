/// Where in a difference a value stands.
struct Place {
  /// What stands before the value in its line, and after it.
  var before = ""
  var after = ""
  var indent = 0
  var depth = 0

  /// The place of a member or element of the value that stands here.
  func child(_ label: String = "", after: String = ",") -> Place {
    // A narrow line is left where values are nested deep.
    Place(before: label, after: after, indent: min(indent + 2, 32), depth: depth + 1)
  }

  /// The place of the one value in the payload of the case that stands here.
  func payload(of name: String) -> Place {
    Place(before: "\(before).\(name)(", after: ")\(after)", indent: indent, depth: depth + 1)
  }
}
