/// The look-ups of a validation: which are still to be made, what was found, and what follows from it for the state of
/// a later moment. It knows neither tasks nor time.
///
/// A look-up that says a route is gone makes those above it needless. What follows does not depend on the order in
/// which look-ups end: of each stack all routes up to the lowest that is gone are looked up in any case, and what was
/// found about those above it does not count.
package struct RouteLookups<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  package enum Answer: Sendable {
    case found(RouteValidity<Route>)
    case failed(String)
  }

  /// A stack as it was when it began, from the bottom; of a modal the root first.
  private struct Column {
    let stack: StackID<Tab>
    let hasRoot: Bool
    let routes: [Route]
    /// The lowest route that is gone.
    var gone: Int?
  }

  private var columns: [Column]
  /// Where each route is.
  private var places: [Route: [(column: Int, index: Int)]] = [:]
  /// The next place to look at.
  private var column = 0
  private var index = 0
  private var asked: Set<Route> = []
  private var answers: [Route: Answer] = [:]
  /// The lowest modal whose root is gone.
  private var goneModal: Int?

  package init(_ state: NavigationState<Tab, Route>) {
    columns =
      state.tabs.map { Column(stack: .tab($0), hasRoot: false, routes: state.path(of: $0)) }
      + state.modals.map { Column(stack: .modal($0.id), hasRoot: true, routes: [$0.root] + $0.path) }
    for (number, column) in columns.enumerated() {
      for (index, route) in column.routes.enumerated() { places[route, default: []].append((number, index)) }
    }
  }

  // MARK: - Looking up

  /// The next route to look up; nil if there is none.
  package mutating func next() -> Route? {
    while column < columns.count {
      guard index < columns[column].routes.count, !isNeedless(column, index) else {
        (column, index) = (column + 1, 0)
        continue
      }
      let route = columns[column].routes[index]
      index += 1
      if asked.insert(route).inserted { return route }
    }
    return nil
  }

  /// Takes what was found about a route.
  package mutating func take(_ answer: Answer, of route: Route) {
    answers[route] = answer
    guard case .found(.drop) = answer else { return }
    for (column, index) in places[route] ?? [] {
      columns[column].gone = min(columns[column].gone ?? index, index)
      if columns[column].hasRoot, index == 0 { goneModal = min(goneModal ?? column, column) }
    }
  }

  /// Whether a place lies above a route that is gone.
  private func isNeedless(_ column: Int, _ index: Int) -> Bool {
    columns[column].gone.map { $0 < index } ?? false || goneModal.map { $0 < column } ?? false
  }

  // MARK: - What follows

  /// What is to be done with the state of now, and what that makes of the routes.
  ///
  /// The cost grows with the number of routes.
  package func plan(for state: NavigationState<Tab, Route>) -> (
    actions: [NavigationAction<Tab, Route>], validation: RouteValidation<Tab, Route>
  ) {
    var actions: [NavigationAction<Tab, Route>] = []
    var findings: [RouteValidation<Tab, Route>.Finding] = []
    var isModalDropped = false
    for (number, column) in columns.enumerated() {
      let now = state.routes(of: column.stack)
      var isDropped = isModalDropped
      for (index, route) in column.routes.enumerated() {
        let isThere = index < now.count && now[index] == route
        let position = column.hasRoot ? (index == 0 ? nil : index - 1) : index
        func refresh(as replacement: Route?) {
          actions.append(.refresh(route, at: position, in: column.stack.target, as: replacement))
        }
        let outcome: RouteValidation<Tab, Route>.Outcome
        if isNeedless(number, index) {
          if isThere, isDropped { continue }
          outcome = .overtaken
        } else {
          switch answers[route] {
          case _ where !isThere, nil:
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
              let modals = state.modals.drop { .modal($0.id) != column.stack }.dropFirst()
              for modal in modals { above += [modal.root] + modal.path }
            }
            outcome = .dropped(above: above)
          }
        }
        findings.append(.init(route, in: column.stack, at: position, outcome))
      }
    }
    return (actions, RouteValidation(findings: findings))
  }
}

extension NavigationState {
  /// The routes of a stack from the bottom, a modal's root among them; none if there is no such stack.
  fileprivate func routes(of stack: StackID<Tab>) -> [Route] {
    switch stack {
    case .tab(let tab): path(of: tab)
    case .modal(let id): modals.first { $0.id == id }.map { [$0.root] + $0.path } ?? []
    }
  }
}
