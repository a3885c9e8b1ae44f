/// The logic of a validation, without tasks or time. This type determines the next lookup, records the results, and
/// returns the actions that apply the results to a later state.
///
/// A route is *missing* if its lookup returns ``RouteValidity/drop``. All routes of a modal are above the root of each
/// lower modal. No lookup is started for a route that occurs only above missing routes.
///
/// The actions do not depend on the order in which lookups end. A route that is above no missing route is always looked
/// up. At a position above a missing route, the result of a lookup is ignored.
package struct RouteLookups<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  package indirect enum LookupResult: Sendable {
    case found(RouteValidity<Route>)
    case failed(String)
  }

  /// The routes of a stack when the validation began, from the bottom. For a modal, the root of the modal is first.
  private struct StackSnapshot {
    let stack: StackID<Tab>
    let hasRoot: Bool
    let routes: [Route]
    var lowestMissing: Int?
  }

  private var stacks: [StackSnapshot]
  /// All positions of each route: the index of the stack, and the index of the route in the stack.
  private var positions: [Route: [(stack: Int, index: Int)]] = [:]
  /// The index in `stacks` of the stack with the first route that ``next()`` has not examined yet.
  private var nextStack = 0
  /// The index of that route in its stack.
  private var nextIndex = 0
  private var requested: Set<Route> = []
  private var results: [Route: LookupResult] = [:]
  /// The index in `stacks` of the lowest modal whose root is missing; `nil` if no such modal is known.
  private var lowestMissingModal: Int?

  package init(_ state: NavigationState<Tab, Route>) {
    stacks = state.stacks.map { StackSnapshot(stack: $0, hasRoot: $0.modal != nil, routes: state.routes(of: $0)) }
    for (number, snapshot) in stacks.enumerated() {
      for (index, route) in snapshot.routes.enumerated() { positions[route, default: []].append((number, index)) }
    }
  }

  // MARK: - Lookups

  package mutating func next() -> Route? {
    while nextStack < stacks.count {
      guard nextIndex < stacks[nextStack].routes.count, !isAboveMissingRoute(nextStack, nextIndex) else {
        (nextStack, nextIndex) = (nextStack + 1, 0)
        continue
      }
      let route = stacks[nextStack].routes[nextIndex]
      nextIndex += 1
      if requested.insert(route).inserted { return route }
    }
    return nil
  }

  package mutating func record(_ result: LookupResult, for route: Route) {
    results[route] = result
    guard case .found(.drop) = result else { return }
    for (stack, index) in positions[route] ?? [] {
      stacks[stack].lowestMissing = min(stacks[stack].lowestMissing ?? index, index)
      if stacks[stack].hasRoot, index == 0 { lowestMissingModal = min(lowestMissingModal ?? stack, stack) }
    }
  }

  private func isAboveMissingRoute(_ stack: Int, _ index: Int) -> Bool {
    stacks[stack].lowestMissing.map { $0 < index } ?? false || lowestMissingModal.map { $0 < stack } ?? false
  }

  // MARK: - Actions

  /// Returns the actions that apply the results of the lookups, and the validation with its findings.
  ///
  /// - Complexity: O(*n*), where *n* is the number of routes.
  package func plan(for state: NavigationState<Tab, Route>) -> (
    actions: [NavigationAction<Tab, Route>], validation: RouteValidation<Tab, Route>
  ) {
    var actions: [NavigationAction<Tab, Route>] = []
    var findings: [RouteValidation<Tab, Route>.Finding] = []
    var isModalDropped = false
    for (number, snapshot) in stacks.enumerated() {
      let now = state.routes(of: snapshot.stack)
      var isDropped = isModalDropped
      for (index, route) in snapshot.routes.enumerated() {
        let isUnmoved = index < now.count && now[index] == route
        let position = snapshot.hasRoot ? (index == 0 ? nil : index - 1) : index
        func refresh(as replacement: Route?) {
          actions.append(.replaceOrDrop(route, at: position, in: snapshot.stack.target, with: replacement))
        }
        let outcome: RouteValidation<Tab, Route>.Outcome
        if isAboveMissingRoute(number, index) {
          if isUnmoved, isDropped { continue }
          outcome = .overtaken
        } else {
          switch results[route] {
          case _ where !isUnmoved, nil:
            outcome = .overtaken
          case .failed(let reason):
            outcome = .failed(reason)
          case .found(.replace(let new)) where new != route:
            refresh(as: new)
            outcome = .replaced(with: new)
          case .found(.keep), .found(.replace):
            outcome = .kept
          case .found(.drop):
            refresh(as: nil)
            isDropped = true
            var above = Array(now[(index + 1)...])
            if position == nil {
              isModalDropped = true
              let modals = state.modals.drop { .modal($0.id) != snapshot.stack }.dropFirst()
              for modal in modals { above += [modal.root] + modal.path }
            }
            outcome = .dropped(above: above)
          }
        }
        findings.append(.init(route, in: snapshot.stack, at: position, outcome))
      }
    }
    return (actions, RouteValidation(findings: findings))
  }
}
