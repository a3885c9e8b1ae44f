extension DeepLink.Presentation: CustomReflectable {
  /// The members in the order of the initializer.
  public var customMirror: Mirror {
    let members: [Mirror.Child] = [(nil, root), ("style", style), ("path", path)]
    return Mirror(self, children: members, displayStyle: .struct)
  }
}

extension DeepLink: CustomStringConvertible {
  /// One line for a log or a debugger: `library /song(3)/song(7) | sheet: settings`.
  public var description: String {
    let tab = "\(tab) /" + path.map { "\($0)" }.joined(separator: "/")
    return ([placement == .push ? "push: " + tab : tab] + modals.map(\.description)).joined(separator: " | ")
  }
}

extension DeepLink.Presentation: CustomStringConvertible {
  /// The style and the screens: `sheet: settings`.
  public var description: String { "\(style): " + ([root] + path).map { "\($0)" }.joined(separator: "/") }
}
