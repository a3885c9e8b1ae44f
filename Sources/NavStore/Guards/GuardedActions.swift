/// The actions that the rules of a ``GuardedReducer`` have stored, as a part of the app's state.
///
/// ```swift
/// struct AppState {
///   var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
///   var guarded = GuardedActions<Route, AppAction>()
/// }
/// ```
///
/// If the app saves this value with its state, a destination is opened after a restart, too. The screens that come
/// before the destination must be restored with it. Otherwise they have left, and the next action drops the destination.
///
/// Of a list of actions that is sent as one transaction, the first one that the rules do not allow is stored together
/// with the later ones that change the navigation, and they are performed together.
public struct GuardedActions<Route: Hashable & Sendable, Action: Sendable>: Sendable {
  /// An action that would remove screens, until the user confirms or cancels it.
  public struct Question: Sendable {
    /// The action.
    public let action: Action
    /// The actions after it in the same transaction, which are performed together with it.
    public internal(set) var following: [Action]
    /// The routes of all screens that the actions would remove.
    public let screens: [Route]

    /// Creates a question, for the expectation of a test.
    public init(action: Action, following: [Action] = [], screens: [Route]) {
      (self.action, self.following, self.screens) = (action, following, screens)
    }
  }

  /// The answer of a user who has confirmed an action that cannot be performed yet. The app's reducer receives the
  /// answer when the action is performed, and keeps a draft until then.
  public struct Confirmation: Sendable {
    /// The action with the answer.
    public let answer: Action
    /// The routes of the screens that the user has agreed to leave; `nil` if the question is not known any more.
    public let screens: [Route]?

    /// Creates a confirmation, for the expectation of a test.
    public init(answer: Action, screens: [Route]?) {
      (self.answer, self.screens) = (answer, screens)
    }
  }

  /// An action that is performed after another one.
  public struct Destination: Sendable {
    /// The action.
    public let action: Action
    /// The actions after it in the same transaction, which are performed together with it.
    public internal(set) var following: [Action]
    /// The answer of a user who has confirmed the action.
    public let confirmation: Confirmation?
    /// The routes of the screens that the other action has opened.
    public let screensBefore: [Route]
    /// The modals that contain these screens. If it is empty, they are in tabs.
    public let modalsBefore: [ModalID]
    /// The route of the screen that was visible after the other action, if that action has opened no screen.
    public let visibleScreen: Route?

    /// Creates a destination, for the expectation of a test.
    public init(
      action: Action, following: [Action] = [], confirmation: Confirmation? = nil, screensBefore: [Route],
      modalsBefore: [ModalID] = [], visibleScreen: Route? = nil
    ) {
      (self.action, self.following, self.confirmation) = (action, following, confirmation)
      (self.screensBefore, self.modalsBefore, self.visibleScreen) = (screensBefore, modalsBefore, visibleScreen)
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

  /// What is neither compared nor saved.
  var unsaved = Unsaved()

  private enum CodingKeys: String, CodingKey {
    case question, destination, refusal
  }

  /// Creates a value without stored actions.
  public init() {}

  /// What a ``GuardedReducer`` must know about the last actions. Two values are always equal.
  struct Unsaved: Hashable, Sendable {
    /// The last action that was not performed, as long as its transaction lasts.
    var held: (transaction: TransactionID, as: HeldAction)?
    /// The question that the last action has cancelled.
    var cancelled: Question?

    static func == (first: Self, second: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// What has become of an action that was not performed.
  enum HeldAction: Sendable {
    case question, destination, refused
  }
}

extension GuardedActions: Equatable where Action: Equatable {}
extension GuardedActions: Hashable where Action: Hashable {}
extension GuardedActions: Codable where Route: Codable, Action: Codable {}
extension GuardedActions.Question: Equatable where Action: Equatable {}
extension GuardedActions.Question: Hashable where Action: Hashable {}
extension GuardedActions.Question: Codable where Route: Codable, Action: Codable {}
extension GuardedActions.Confirmation: Equatable where Action: Equatable {}
extension GuardedActions.Confirmation: Hashable where Action: Hashable {}
extension GuardedActions.Confirmation: Codable where Route: Codable, Action: Codable {}
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
