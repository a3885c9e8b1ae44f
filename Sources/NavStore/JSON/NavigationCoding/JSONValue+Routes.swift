extension JSONValue {
  /// Replaces each route of a saved navigation: in the paths of its tabs, and the roots and paths of its modals.
  ///
  /// For a step of ``Migrations`` that brings routes along whose form has changed. Where the navigation is a part of
  /// the app's state, go to it first:
  ///
  /// ```swift
  /// try state["navigation"]?.mapRoutes { route in
  ///   route == "radio" ? "live" : route
  /// }
  /// ```
  ///
  /// Parts of the navigation that have another form than they should are left as they are. Throws when the value is no
  /// navigation, which has a list of `tabs`, and what `transform` throws; then nothing is changed.
  ///
  /// - Parameter transform: Gets a route as it was encoded, and returns it as today's type encodes it.
  public mutating func mapRoutes(_ transform: (JSONValue) throws -> JSONValue) throws {
    guard case .array(var tabs)? = self["tabs"] else { throw NoNavigation() }
    for index in tabs.indices { try tabs[index].mapPath(transform) }
    var modals = self["modals"]
    if case .array(var list)? = modals {
      for index in list.indices {
        list[index]["root"] = try list[index]["root"].map(transform)
        try list[index].mapPath(transform)
      }
      modals = .array(list)
    }
    self["tabs"] = .array(tabs)
    self["modals"] = modals
  }

  private mutating func mapPath(_ transform: (JSONValue) throws -> JSONValue) throws {
    guard case .array(let path)? = self["path"] else { return }
    self["path"] = .array(try path.map(transform))
  }
}

/// `mapRoutes` was called on something else.
private struct NoNavigation: Error, CustomStringConvertible {
  var description: String {
    "mapRoutes was called on a value that is no navigation, for it has no list of tabs. Call it on the part that is one: "
      + "state[\"navigation\"]?.mapRoutes"
  }
}
