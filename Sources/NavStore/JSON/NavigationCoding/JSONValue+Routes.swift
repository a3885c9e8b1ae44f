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
  /// - Parameter transform: Returns the new encoded form of a route, given the old one.
  /// - Throws: An error if the value has no list of `tabs` and is therefore not a navigation, and every error that
  ///   `transform` throws. In both cases, the value remains unchanged.
  public mutating func mapRoutes(_ transform: (JSONValue) throws -> JSONValue) throws {
    guard case .array(var tabs)? = self["tabs"] else { throw NoNavigation(method: "mapRoutes") }
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

  /// Removes the routes that satisfy a condition. The routes above a removed route stay.
  ///
  /// If a new version of the app no longer has a screen, call this method on the saved navigation in a step of
  /// ``Migrations``. Without the call, the routes above the unknown route are dropped as well when the app restores the
  /// state.
  ///
  /// ```swift
  /// try state["navigation"]?.removeRoutes { route in route["giftCard"] != nil }
  /// ```
  ///
  /// If the root of a modal is removed, the first remaining route of its path becomes the root. A modal without a
  /// remaining route is dismissed. In a saved ``ScreenNavigation``, the state of a removed screen is removed, too.
  /// Parts of the navigation with an unexpected form remain unchanged.
  ///
  /// - Parameter condition: Returns whether the route with the given encoded form is removed.
  /// - Throws: An error if the value has no list of `tabs` and is therefore not a navigation, and every error that
  ///   `condition` throws. In both cases, the value remains unchanged.
  public mutating func removeRoutes(where condition: (JSONValue) throws -> Bool) throws {
    guard case .array(var tabs)? = self["tabs"] else { throw NoNavigation(method: "removeRoutes") }
    var screens = self["screens"]
    for index in tabs.indices {
      guard case .array(let path)? = tabs[index]["path"] else { continue }
      let kept = try path.indices.filter { !(try condition(path[$0])) }
      tabs[index]["path"] = .array(kept.map { path[$0] })
      screens?.keepScreens(kept, ofStackWith: "tab", tabs[index]["tab"])
    }
    var modals = self["modals"]
    if case .array(let list)? = modals {
      modals = .array(
        try list.compactMap { modal in
          guard let root = modal["root"] else { return modal }
          var routes = [root]
          if case .array(let path)? = modal["path"] { routes += path }
          let kept = try routes.indices.filter { !(try condition(routes[$0])) }
          screens?.keepScreens(kept, ofStackWith: "modal", modal["id"])
          guard kept.count < routes.count else { return modal }
          guard let first = kept.first else { return nil }
          var copy = modal
          copy["root"] = routes[first]
          copy["path"] = .array(kept.dropFirst().map { routes[$0] })
          return copy
        })
    }
    self["tabs"] = .array(tabs)
    self["modals"] = modals
    self["screens"] = screens
  }

  private mutating func keepScreens(_ positions: [Int], ofStackWith key: String, _ id: JSONValue?) {
    guard let id, case .array(var stacks)? = self["stacks"],
      let index = stacks.firstIndex(where: { $0[key] == id }), case .array(let screens)? = stacks[index]["screens"]
    else { return }
    let kept = positions.filter(screens.indices.contains).map { screens[$0] }
    stacks[index]["screens"] = .array(kept)
    // A saved navigation contains no stack without screens, unless it has the state of a root.
    if kept.isEmpty, stacks[index]["root"] == nil { stacks.remove(at: index) }
    self["stacks"] = .array(stacks)
  }

  private mutating func mapPath(_ transform: (JSONValue) throws -> JSONValue) throws {
    guard case .array(let path)? = self["path"] else { return }
    self["path"] = .array(try path.map(transform))
  }
}

/// The error that a method throws if the value is not a navigation.
private struct NoNavigation: Error, CustomStringConvertible {
  let method: String

  var description: String {
    "The value is not a navigation: it has no list of tabs. Call \(method) on the navigation, for example "
      + "state[\"navigation\"]?.\(method)."
  }
}
