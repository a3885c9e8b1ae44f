extension Navigator {
  /// Looks up each route of the current state in the app's current data, and replaces or drops the routes that are out
  /// of date.
  ///
  /// An app shows a restored navigation immediately, before a server has confirmed that the items of the routes still
  /// exist. Validate the navigation after it is shown:
  ///
  /// ```swift
  /// let validation = try await navigator.validate { route in
  ///   guard case .song(let id) = route else { return .keep }
  ///   guard let song = try await catalogue.song(id) else { return .drop }
  ///   return song.id == id ? .keep : .replace(with: .song(song.id))
  /// }
  /// ```
  ///
  /// A route that the user has removed or moved during the validation is not changed, and a route that was added is not
  /// looked up. When all lookups have ended, the ``NavigationAction/replaceOrDrop(_:at:in:with:)`` actions for their
  /// results are sent in one transaction with the origin ``ActionOrigin/restore``. If no route has to change, there is
  /// no transaction.
  ///
  /// The lookups run concurrently, each in its own task. A route that occurs several times is looked up only once.
  /// After a lookup has dropped a route, no lookup is started for a route that occurs only above dropped routes.
  ///
  /// The store is kept alive until the validation ends.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of concurrent lookups. A number below 1 stops the program.
  ///   - lookUp: Returns whether a route is still valid. If the closure throws an error, the route is kept, and the
  ///     returned validation describes the error.
  /// - Returns: The outcome for each route. The outcomes are exact even if other threads send actions at the same time.
  /// - Throws: `CancellationError` if the task is cancelled before the transaction. In that case, the validation
  ///   changes nothing, cancels the running lookups, and throws when they have ended.
  @discardableResult
  public func validate(
    maxConcurrent: Int = 4,
    _ lookUp: @escaping @Sendable (Route) async throws -> RouteValidity<Route>
  ) async throws(CancellationError) -> RouteValidation<Tab, Route> {
    guard maxConcurrent >= 1 else {
      fatalError(
        "validate(maxConcurrent: \(maxConcurrent)): pass the maximum number of concurrent lookups, at least 1.")
    }
    let lookups = await RouteLookups(store.source.present().state).performed(by: lookUp, maxConcurrent: maxConcurrent)
    while !Task.isCancelled {
      // The plan applies to this revision of the state. If another revision is current when the actions are sent, the
      // loop creates a new plan.
      let (state, revision) = store.source.present()
      let (actions, validation) = lookups.plan(for: state)
      if actions.isEmpty { return validation }
      if let state = store.send(actions, origin: .restore, ifRevisionIs: revision) {
        return validation.checked(against: state)
      }
    }
    throw CancellationError()
  }
}

extension RouteLookups {
  fileprivate func performed(
    by lookUp: @escaping @Sendable (Route) async throws -> RouteValidity<Route>, maxConcurrent: Int
  ) async -> RouteLookups {
    await withTaskGroup(of: (Route, LookupResult).self) { group in
      var lookups = self
      var running = 0
      while !Task.isCancelled {
        while running < maxConcurrent, let route = lookups.next() {
          running += 1
          group.addTask {
            do { return (route, .found(try await lookUp(route))) } catch { return (route, .failed("\(error)")) }
          }
        }
        guard let (route, result) = await group.next() else { break }
        running -= 1
        lookups.record(result, for: route)
      }
      return lookups
    }
  }
}
