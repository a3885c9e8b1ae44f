/// The names of types in one message: short ones, or with their modules where two would read alike.
struct TypeNames {
  private var types: [String: Set<ObjectIdentifier>] = [:]

  init(_ types: [any Any.Type]) {
    for type in types { self.types["\(type)", default: []].insert(ObjectIdentifier(type)) }
  }

  subscript(type: any Any.Type) -> String {
    let name = "\(type)"
    return types[name, default: []].count > 1 ? String(reflecting: type) : name
  }
}
