extension JSONValue {
  /// Replaces each route of a saved navigation: in the paths of tabs, and in the roots and paths of modals.
  ///
  /// If a new version of the app encodes routes in a different form, call this method in a step of ``Migrations``. If
  /// the navigation is part of the app's state, select that part first:
  ///
  /// ```swift
  /// try state["navigation"]?.mapRoutes { route in
  ///   route == "radio" ? "live" : route
  /// }
  /// ```
  ///
  /// Parts of the navigation with an unexpected form remain unchanged.
  ///
  /// - Parameter transform: Returns the new encoded form of a route from the old one.
  /// - Throws: An error if the value is not a navigation, because it has no list of `tabs`, and every error that
  ///   `transform` throws. In both cases, the value remains unchanged.
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

/// The error that `mapRoutes` throws if the value is not a navigation.
private struct NoNavigation: Error, CustomStringConvertible {
  var description: String {
    "mapRoutes was called on a value that is not a navigation: it has no list of tabs. Call it on the navigation, "
      + "for example state[\"navigation\"]?.mapRoutes."
  }
}
