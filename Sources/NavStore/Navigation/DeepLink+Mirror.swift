extension DeepLink.Presentation: CustomReflectable {
  /// The members in the order of the initializer.
  public var customMirror: Mirror {
    let members: [Mirror.Child] = [(nil, root), ("style", style), ("path", path)]
    return Mirror(self, children: members, displayStyle: .struct)
  }
}
