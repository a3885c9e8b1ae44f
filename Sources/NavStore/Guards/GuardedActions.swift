/// The actions that the rules of a ``GuardedReducer`` have stored, as a part of the app's state.
///
/// ```swift
/// struct AppState {
///   var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
///   var guarded = GuardedActions<Route, AppAction>()
/// }
/// ```
///
/// If the app saves this value with its state, a destination is opened after a restart, too.
public struct GuardedActions<Route: Hashable & Sendable, Action: Sendable>: Sendable {
  /// An action that would remove screens, until the user confirms or cancels it.
  public struct Question: Sendable {
    /// The action.
    public let action: Action
    /// The routes of all screens that the action would remove.
    public let screens: [Route]

    /// Creates a question, for the expectation of a test.
    public init(action: Action, screens: [Route]) {
      (self.action, self.screens) = (action, screens)
    }
  }

  /// An action that is performed after another one.
  public struct Destination: Sendable {
    /// The action.
    public let action: Action
    /// The routes of the screens that the other action has opened.
    public let screensBefore: [Route]
    /// The route of the screen that was visible after the other action, if that action has opened no screen.
    public let visibleScreen: Route?

    /// Creates a destination, for the expectation of a test.
    public init(action: Action, screensBefore: [Route], visibleScreen: Route? = nil) {
      (self.action, self.screensBefore, self.visibleScreen) = (action, screensBefore, visibleScreen)
    }
  }

  /// The action that the user must confirm. A newer action replaces it.
  public var question: Question?

  /// The action that is performed when the rules allow it. A newer action replaces it. It is dropped when the screens
  /// that were opened before it have left and the rules still do not allow it. If no screen was opened, it is dropped
  /// when the visible screen leaves or another tab is selected.
  public var destination: Destination?

  /// The reason why the last action was refused, until ``GuardAction/cancel`` is sent.
  public var refusal: String?

  /// Creates a value without stored actions.
  public init() {}
}

extension GuardedActions: Equatable where Action: Equatable {}
extension GuardedActions: Hashable where Action: Hashable {}
extension GuardedActions: Codable where Route: Codable, Action: Codable {}
extension GuardedActions.Question: Equatable where Action: Equatable {}
extension GuardedActions.Question: Hashable where Action: Hashable {}
extension GuardedActions.Question: Codable where Route: Codable, Action: Codable {}
extension GuardedActions.Destination: Equatable where Action: Equatable {}
extension GuardedActions.Destination: Hashable where Action: Hashable {}
extension GuardedActions.Destination: Codable where Route: Codable, Action: Codable {}

// Unconstrained, so that an app's action that contains this type needs no explicit conformance to `Sendable`.
/// The user's answer to a question of a ``GuardedReducer``.
public indirect enum GuardAction<Action> {
  /// Performs an action without a question. Pass the action of the question. The rules may still refuse it.
  ///
  /// The action is an argument, because a user interface may dismiss a dialog, and thereby cancel the question, before
  /// it performs the action of a button.
  case confirm(Action)
  /// Drops the question and the refusal.
  case cancel
}

extension GuardAction: Sendable where Action: Sendable {}
extension GuardAction: Equatable where Action: Equatable {}
extension GuardAction: Hashable where Action: Hashable {}
extension GuardAction: Codable where Action: Codable {}
