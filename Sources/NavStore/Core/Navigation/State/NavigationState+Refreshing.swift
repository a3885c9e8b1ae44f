extension NavigationState {
  /// Puts another route in the place of one, or drops it with what lies above it, if it is still in that place.
  ///
  /// It is for what was found out about a route while the user could go on: what he did meanwhile stays as he wants it,
  /// because a route that is no longer there is left alone. Routes are compared by `==`, not by the rules'
  /// `sameRoute`: whoever looked up one was not told of the other.
  ///
  /// The root of a modal keeps its modal, with its identity and its path, when it is replaced; when it is dropped, the
  /// modal is dismissed with those above it. The cost grows with the number of routes that are dropped.
  ///
  /// - Parameters:
  ///   - route: The route that is to be there.
  ///   - position: Its place in the path, counted from 0; nil for the root of a modal.
  ///   - target: The path.
  ///   - replacement: The route that takes its place; nil to drop it.
  @inlinable
  @discardableResult
  public mutating func refresh(
    _ route: Route, at position: Int?, in target: NavigationTarget<Tab>, as replacement: Route?
  ) -> NavigationOutcome {
    guard let position else { return refreshRoot(route, in: target, as: replacement) }
    return withPath(target) { path in
      guard path.indices.contains(position), path[position] == route else { return .unchanged(.notFound) }
      guard replacement != route else { return .unchanged(.sameAsBefore) }
      if let replacement { path[position] = replacement } else { _ = path.cut(to: position) }
      return .changed
    }
  }

  @usableFromInline
  mutating func refreshRoot(
    _ route: Route, in target: NavigationTarget<Tab>, as replacement: Route?
  ) -> NavigationOutcome {
    let index: Int
    switch target {
    case .focused:
      guard let top = presented.indices.last else { return .unchanged(.notFound) }
      index = top
    case .tab(let tab):
      return .unchanged(self.index(of: tab) == nil ? .unknownTab : .notFound)
    case .modal(let id):
      guard let place = presented.firstIndex(where: { $0.id == id }) else { return .unchanged(.unknownModal) }
      index = place
    }
    let modal = presented[index]
    guard modal.root == route else { return .unchanged(.notFound) }
    guard let replacement else { return dismiss(modal.id) }
    guard replacement != route else { return .unchanged(.sameAsBefore) }
    presented[index] = Modal(id: modal.id, style: modal.style, root: replacement, path: modal.path)
    return .changed
  }
}
