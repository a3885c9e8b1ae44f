extension Navigator {
  /// Looks each route of the present state up in today's data, and replaces or drops those that are not what they were.
  ///
  /// A restored navigation is shown at once; whether its items are still there may take a server to say. So this comes
  /// after it:
  ///
  /// ```swift
  /// let validation = try await navigator.validate { route in
  ///   guard case .song(let id) = route else { return .keep }
  ///   guard let song = try await catalogue.song(id) else { return .drop }
  ///   return song.id == id ? .keep : .replace(with: .song(song.id))
  /// }
  /// ```
  ///
  /// What the user does meanwhile wins: a route that has gone from its place is left alone, and one that was put there
  /// since is not looked up. When all look-ups have ended, what follows from them is one transaction with the origin
  /// ``ActionOrigin/restore``, of ``NavigationAction/refresh(_:at:in:as:)`` actions; if nothing follows, there is none.
  ///
  /// The look-ups run beside each other, in tasks of their own. Each route is looked up once, wherever it is, and not
  /// at all if all that is known of it lies above one that is gone.
  ///
  /// Throws `CancellationError` when its task is cancelled before that transaction: then nothing is changed. The
  /// look-ups that run are cancelled, too, and it returns when they have. It keeps the store alive until then.
  ///
  /// - Parameters:
  ///   - maxConcurrent: How many look-ups run at a time, at least 1; less stops the program.
  ///   - lookUp: What today's data says about a route. If it throws, the route is kept, and the result says why.
  /// - Returns: What became of each route. It is exact, also if others act at the same moment.
  @discardableResult
  public func validate(
    maxConcurrent: Int = 4,
    _ lookUp: @escaping @Sendable (Route) async throws -> RouteValidity<Route>
  ) async throws(CancellationError) -> RouteValidation<Tab, Route> {
    guard maxConcurrent >= 1 else {
      fatalError("validate(maxConcurrent: \(maxConcurrent)): pass how many look-ups may run at a time, at least 1.")
    }
    let lookups = await RouteLookups(current).performed(by: lookUp, maxConcurrent: maxConcurrent)
    while !Task.isCancelled {
      // The plan is for that very revision: if there is another one when it is sent, it is made anew.
      let (state, revision) = store.source.snapshot()
      let (actions, validation) = lookups.plan(for: state)
      if actions.isEmpty || store.send(actions, origin: .restore, ifRevisionIs: revision) { return validation }
    }
    throw CancellationError()
  }
}

extension RouteLookups {
  /// Makes them, some at a time, until all are made or the task is cancelled.
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
