import NavStore

/// The state of an app with rules for its navigation. Tabs and routes are numbers.
struct GuardedApp<Navigation: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  var navigation: Navigation
  var isSignedIn = false
  /// Whether the screens with the route 5 have unsaved changes.
  var isDirty = false
  /// Whether the screens with the route 1 work and must stay.
  var isBusy = false
  var guarded = GuardedActions<Int, Route, GuardedAppAction>()
}

enum GuardedAppAction: Hashable, Codable, Sendable {
  case navigation(NumberAction)
  case screens(NumberScreensAction)
  case guards(GuardAction<GuardedAppAction>)
  case undo, redo
  case jump(Int)
  case signedIn, signedOut
  case changed(isDirty: Bool, isBusy: Bool)
  /// Saves the changes and goes back.
  case saved
  /// Drops the question and the destination, as an app's own reducer can do it.
  case dropped

  var answer: GuardAction<GuardedAppAction>? { if case .guards(let answer) = self { answer } else { nil } }
}

/// The rules of these apps: the tab 6 and the routes 3, 7 and 11 need a sign-in, whose screen has the route 8.
enum GuardedRules {
  static func exit(_ route: Int, isDirty: Bool, isBusy: Bool) -> ExitDecision {
    switch route {
    case 5 where isDirty: .ask
    case 1 where isBusy: .refuse("The work is not done.")
    default: .allow
    }
  }

  static func needsSignIn(tab: Int?, route: Int?) -> Bool { tab == 6 || route.map { $0 % 4 == 3 } ?? false }

  static func entry(tab: Int?, route: Int?, isSignedIn: Bool) -> EntryDecision<GuardedAppAction> {
    guard !isSignedIn, needsSignIn(tab: tab, route: route) else { return .allow }
    return route == 11 ? .refuse("Not for guests.") : .first(.navigation(.present(8)))
  }
}

typealias PlainGuardedApp = GuardedApp<UndoState<NumberState>, Int>
typealias ScreensGuardedApp = GuardedApp<UndoState<NumberScreens>, StackEntry<Int>>

extension PlainGuardedApp {
  static let guards = NavigationGuards<PlainGuardedApp, GuardedAppAction, Int, Int>(
    navigation: \.navigation.present
  ) { screen, state in
    GuardedRules.exit(screen.route, isDirty: state.isDirty, isBusy: state.isBusy)
  } entering: { place, state in
    GuardedRules.entry(tab: place.tab, route: place.route, isSignedIn: state.isSignedIn)
  }

  static func unguarded(rules: NumberRules = NumberRules()) -> Reduce<PlainGuardedApp, GuardedAppAction> {
    let history = NavigationReducer(rules: rules).undoable(limit: 20)
    return Reduce { state, action in
      switch action {
      case .navigation(let action): _ = history.reduce(into: &state.navigation, action: .action(action))
      case .undo: _ = history.reduce(into: &state.navigation, action: .undo)
      case .redo: _ = history.reduce(into: &state.navigation, action: .redo)
      case .jump(let steps): _ = history.reduce(into: &state.navigation, action: .jump(steps))
      case .signedIn:
        state.isSignedIn = true
        state.navigation.present.dismissRoot(8)
      case .signedOut:
        state.isSignedIn = false
        guards.closeRefusedScreens(in: &state)
      case .changed(let isDirty, let isBusy): (state.isDirty, state.isBusy) = (isDirty, isBusy)
      case .saved:
        state.isDirty = false
        state.navigation.present.back()
      case .guards(.confirm): state.isDirty = false
      case .dropped: (state.guarded.question, state.guarded.destination) = (nil, nil)
      case .guards, .screens: break
      }
      return .none
    }
  }

  static func reducer(rules: NumberRules = NumberRules()) -> some Reducer<PlainGuardedApp, GuardedAppAction> {
    unguarded(rules: rules).guarded(by: guards, storing: \.guarded, ignoringLeavingRulesFor: { $0 == .saved }) {
      $0.answer
    }
  }
}

extension ScreensGuardedApp {
  static let guards = NavigationGuards<ScreensGuardedApp, GuardedAppAction, Int, StackEntry<Int>>(
    screens: \.navigation.present
  ) { screen, state in
    GuardedRules.exit(screen.route.route, isDirty: state.isDirty, isBusy: state.isBusy)
  } entering: { place, state in
    GuardedRules.entry(tab: place.tab, route: place.route?.route, isSignedIn: state.isSignedIn)
  }

  static func unguarded(rules: NumberRules = NumberRules()) -> Reduce<ScreensGuardedApp, GuardedAppAction> {
    let screens = NumberScreensReducer.adding(rules: rules)
    let history = screens.undoable(limit: 20)
    return Reduce { state, action in
      switch action {
      case .navigation(let action): _ = history.reduce(into: &state.navigation, action: .action(.navigation(action)))
      case .screens(let action): _ = history.reduce(into: &state.navigation, action: .action(action))
      case .undo: _ = history.reduce(into: &state.navigation, action: .undo)
      case .redo: _ = history.reduce(into: &state.navigation, action: .redo)
      case .jump(let steps): _ = history.reduce(into: &state.navigation, action: .jump(steps))
      case .signedIn:
        state.isSignedIn = true
        state.navigation.present.navigation.dismissRoot(8)
      case .signedOut:
        state.isSignedIn = false
        guards.closeRefusedScreens(in: &state)
      case .changed(let isDirty, let isBusy): (state.isDirty, state.isBusy) = (isDirty, isBusy)
      case .saved:
        state.isDirty = false
        state.navigation.present.navigation.back()
      case .guards(.confirm): state.isDirty = false
      case .dropped: (state.guarded.question, state.guarded.destination) = (nil, nil)
      case .guards: break
      }
      _ = screens.update(&state.navigation.present)
      return .none
    }
  }

  static func reducer(rules: NumberRules = NumberRules()) -> some Reducer<ScreensGuardedApp, GuardedAppAction> {
    unguarded(rules: rules).guarded(by: guards, storing: \.guarded, ignoringLeavingRulesFor: { $0 == .saved }) {
      $0.answer
    }
  }
}

extension NumberState {
  /// Dismisses the lowest modal with a root.
  mutating func dismissRoot(_ root: Int) {
    if let modal = modals.first(where: { $0.root == root }) { dismiss(modal.id) }
  }
}
