public import NavStoreCore

/// A point in the life of a screen.
public enum ScreenPhase: Hashable, Sendable, CaseIterable {
  /// The screen has entered its stack, or the app has started with it.
  case appeared
  /// The screen is on top of the focused path.
  case becameVisible
  /// Another screen is on top of the focused path, and the screen is still on its stack.
  case becameHidden
  /// The screen has left its stack. Its effects are cancelled.
  case left
}

/// A screen as its reducer changes it.
public struct ScreenScope<Tab: Hashable & Sendable, State: ScreenContent, Action: Sendable>: Sendable {
  /// The identity of the screen.
  public let id: ScreenID
  /// The route of the screen.
  public let route: State.Route
  /// The state of the screen.
  public var state: State

  enum Request: Sendable {
    case navigate(NavigationAction<Tab, State.Route>)
    case finish(Action?)
  }

  /// The changes of the navigation that the reducer has requested, in order.
  private(set) var requests: [Request] = []

  init(id: ScreenID, route: State.Route, state: State) {
    self.id = id
    self.route = route
    self.state = state
  }

  /// Changes the navigation after the reducer has returned, in the same transaction.
  public mutating func navigate(_ action: NavigationAction<Tab, State.Route>) {
    requests.append(.navigate(action))
  }

  /// Removes the screen after the reducer has returned, in the same transaction, and passes a result to the screen that
  /// opened it. Without a result, the screen is only removed.
  public mutating func finish(with result: Action? = nil) {
    requests.append(.finish(result))
  }
}

/// A reducer of a navigation and of its screens.
///
/// ```swift
/// let reducer = ScreenNavigationReducer<ShopTab, ShopScreen, ShopScreenAction> { screen, action in
///   switch action {
///   case .loaded(let product): screen.state.product = product
///   case .picked(let color): screen.state.color = color
///   }
///   return .none
/// } lifecycle: { screen, phase in
///   guard phase == .appeared, case .product(let id) = screen.route else { return .none }
///   return .run { context throws(CancellationError) in context.send(.loaded(await load(id))) }
/// }
/// ```
///
/// The effects of a screen belong to the screen: they are cancelled when it leaves its stack, and none of their actions
/// is reduced afterwards. The ids of the effects belong to the screen too, so two screens never cancel the work of each
/// other.
///
/// If the app changes the navigation without an action of this reducer, it also runs ``update(_:)``.
public struct ScreenNavigationReducer<Tab: Hashable & Sendable, Screens: ScreenContent, ScreenAction: Sendable>: Reducer {
  public typealias State = ScreenNavigation<Tab, Screens>
  public typealias Action = ScreenNavigationAction<Tab, Screens.Route, ScreenAction>

  private let rules: NavigationRules<Tab, Screens.Route>
  private let scope: EffectID
  private let reduceScreen: @Sendable (inout ScreenScope<Tab, Screens, ScreenAction>, ScreenAction) -> Effect<ScreenAction>
  private let lifecycle: @Sendable (ScreenScope<Tab, Screens, ScreenAction>, ScreenPhase) -> Effect<ScreenAction>
  private let report: @Sendable (ScreenDiagnostic) -> Void

  /// Creates a reducer.
  ///
  /// - Parameters:
  ///   - rules: The rules of the navigation.
  ///   - id: An identity that distinguishes the effects of this navigation from those of other navigations in the same
  ///     store.
  ///   - listener: Receives mistakes. By default, a debug build prints them to standard error. The reducer calls it
  ///     while the store reduces, so it must not use the store.
  ///   - reduce: Reduces an action of a screen. It is not called for a screen without a state.
  ///   - lifecycle: Returns the effects of a screen at a point in its life. The effects of ``ScreenPhase/left`` do not
  ///     belong to the screen, and the actions that they send to it do nothing. To change the state of a screen that
  ///     has appeared, return `Effect.send`.
  public init(
    rules: NavigationRules<Tab, Screens.Route> = NavigationRules(),
    id: any Hashable & Sendable = "",
    reportingTo listener: @escaping @Sendable (ScreenDiagnostic) -> Void = ScreenDiagnostic.print,
    reduce: @escaping @Sendable (inout ScreenScope<Tab, Screens, ScreenAction>, ScreenAction) -> Effect<ScreenAction>,
    lifecycle: @escaping @Sendable (ScreenScope<Tab, Screens, ScreenAction>, ScreenPhase) -> Effect<ScreenAction> = {
      _, _ in .none
    }
  ) {
    self.rules = rules
    self.scope = EffectID(NavigationScope(reducer: ObjectIdentifier(Self.self), id: EffectID(id)))
    self.report = listener
    self.reduceScreen = reduce
    self.lifecycle = lifecycle
  }

  /// Changes the navigation or a screen, and returns the effects of the screens.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let effect = apply(action, to: &state)
    let following = update(&state)
    if following.isNone { return effect }
    return effect.isNone ? following : .merge(effect, following)
  }

  /// Returns the effects of the screens that have appeared, become visible or left since the last action, and the
  /// cancellations of the work of those that have left.
  ///
  /// Call it after a change of the navigation that this reducer has not made:
  ///
  /// ```swift
  /// case .signedOut:
  ///   state.shop.navigation.reset()
  ///   return screens.update(&state.shop).map(AppAction.shop)
  /// ```
  public func update(_ state: inout State) -> Effect<Action> {
    guard let report = state.takeReport() else { return .none }
    var effects: [Effect<Action>] = []
    // Work of the screens of a state that this one has replaced.
    if report.isFirst { effects.append(.cancel(scope: scope)) }
    for departure in report.departed {
      if departure.hasEffects { effects.append(.cancel(scope: scope(of: departure.screen.id)).scoped(to: scope)) }
      guard let screen = departure.state else { continue }
      let last = ScreenScope<Tab, Screens, ScreenAction>(
        id: departure.screen.id, route: departure.screen.route, state: screen)
      effects.append(lifecycle(last, .left).map { .screen(departure.screen.id, $0) }.scoped(to: scope))
    }
    if let screen = report.hidden { effects.append(effect(of: screen, .becameHidden, in: &state)) }
    for screen in report.appeared { effects.append(effect(of: screen, .appeared, in: &state)) }
    if let screen = report.shown { effects.append(effect(of: screen, .becameVisible, in: &state)) }
    return .merge(effects)
  }

  // MARK: - Actions

  private func apply(_ action: Action, to state: inout State) -> Effect<Action> {
    switch action {
    case .navigation(let action):
      state.apply(action, rules: rules)
      return .none
    case .screen(let id, let action):
      return reduce(action, of: id, in: &state)
    case .finish(let id, let result):
      return finish(id, with: result, in: &state)
    case .result:
      return .none
    case .start:
      state.forgetReports()
      return .none
    }
  }

  private func reduce(_ action: ScreenAction, of id: ScreenID, in state: inout State) -> Effect<Action> {
    guard let (route, screen) = state.takeState(of: id) else {
      report(state.route(of: id) == nil ? .unknownScreen(id, "\(action)") : .noState(id, "\(action)"))
      return .none
    }
    var scope = ScreenScope<Tab, Screens, ScreenAction>(id: id, route: route, state: screen)
    let effect = reduceScreen(&scope, action)
    state.restore(scope.state, of: id)
    let owned = self.owned(effect, by: id, in: &state)
    if scope.requests.isEmpty { return owned }
    let requested = scope.requests.map { request in
      switch request {
      case .navigate(let action): apply(.navigation(action), to: &state)
      case .finish(let result): finish(id, with: result, in: &state)
      }
    }
    return .merge([owned] + requested)
  }

  private func finish(_ id: ScreenID, with result: ScreenAction?, in state: inout State) -> Effect<Action> {
    guard let opener = state.opener(of: id) else {
      report(.unknownScreen(id, "finish"))
      return .none
    }
    state.remove(id)
    guard let result else { return .none }
    switch opener {
    case .root(let tab): return .send(.result(result, at: tab))
    case .screen(let opener):
      guard state.route(of: opener) != nil else {
        report(.droppedResult(of: id, "\(result)"))
        return .none
      }
      return reduce(result, of: opener, in: &state)
    }
  }

  // MARK: - Effects

  private func effect(of id: ScreenID, _ phase: ScreenPhase, in state: inout State) -> Effect<Action> {
    guard let screen = state[id], let route = state.route(of: id) else { return .none }
    return owned(lifecycle(ScreenScope(id: id, route: route, state: screen), phase), by: id, in: &state)
  }

  /// Returns an effect that is cancelled when the screen leaves.
  private func owned(_ effect: Effect<ScreenAction>, by id: ScreenID, in state: inout State) -> Effect<Action> {
    if effect.isNone { return .none }
    state.noteEffects(of: id)
    return effect.map { .screen(id, $0) }.scoped(to: scope(of: id)).scoped(to: scope)
  }

  private func scope(of id: ScreenID) -> EffectID { EffectID(id) }
}

/// The scope of all effects of a navigation.
private struct NavigationScope: Hashable, Sendable, CustomStringConvertible {
  let reducer: ObjectIdentifier
  let id: EffectID

  var description: String { "screens" }
}

/// A mistake with screens that the programmer should correct. It does not stop the program.
public enum ScreenDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// An action was sent to a screen that does not exist, or that has left its stack. Nothing has changed.
  case unknownScreen(ScreenID, String)
  /// An action was sent to a screen whose route has no state. Nothing has changed.
  case noState(ScreenID, String)
  /// The screen that should receive a result has left its stack. The result was dropped.
  case droppedResult(of: ScreenID, String)

  /// What has happened, and what to do.
  public var description: String {
    switch self {
    case .unknownScreen(let id, let action):
      "The action \(action) was sent to \(id), which is on no stack. Nothing has changed. "
        + "Send actions only to screens that are on a stack."
    case .noState(let id, let action):
      "The action \(action) was sent to \(id), whose route has no state. Nothing has changed. "
        + "Return a state for the route in ScreenContent.init(route:)."
    case .droppedResult(let id, let result):
      "The result \(result) of \(id) was dropped, because the screen that opened it is on no stack."
    }
  }

  /// Prints a diagnostic to standard error in a debug build.
  public static let print: @Sendable (ScreenDiagnostic) -> Void = { diagnostic in
    #if DEBUG
      StandardError.write("NavStore: \(diagnostic)\n")
    #endif
  }
}
