/// The actions that the rules of a ``GuardedReducer`` have stored, as a part of the app's state.
///
/// ```swift
/// struct AppState {
///   var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
///   var guarded = GuardedActions<Route, AppAction>()
/// }
/// ```
///
/// If the app saves ``saved`` with its state, the action of the stored `destination` can also be performed after a
/// restart. Also restore the screens that were opened before the destination. If these screens are missing, the next
/// action drops the destination, unless the rules then allow the destination's action.
///
/// An app may send a list of actions as one transaction. If the rules store one of these actions, all later actions of
/// the list that change the navigation are stored with that action, and the stored actions are performed together.
public struct GuardedActions<Route: Hashable & Sendable, Action: Sendable>: Sendable {
  /// An action that would remove screens, and that is stored as a question to the user.
  public struct Question: Sendable {
    /// The action.
    public let action: Action
    /// The later actions of the same transaction, which are performed together with ``action``.
    public internal(set) var following: [Action]
    /// The routes of all screens that the actions would remove.
    public let screens: [Route]

    /// Creates a question, for the expectation of a test.
    public init(action: Action, following: [Action] = [], screens: [Route]) {
      (self.action, self.following, self.screens) = (action, following, screens)
    }
  }

  /// The answer of a user who has confirmed an action that cannot be performed yet. The app's reducer receives the
  /// answer only when the action is performed. For example, a draft is kept until then.
  public struct Confirmation: Sendable {
    /// The app's action that contains the user's answer.
    public let answer: Action
    /// The routes of the screens that the user has agreed to leave; `nil` if the question was no longer stored when the
    /// user confirmed the action.
    public let screens: [Route]?

    /// Creates a confirmation, for the expectation of a test.
    public init(answer: Action, screens: [Route]?) {
      (self.answer, self.screens) = (answer, screens)
    }
  }

  /// An action that must wait for another action, for example one that presents a sign-in sheet. The entering rules
  /// have requested the other action.
  public struct Destination: Sendable {
    /// The action.
    public let action: Action
    /// The later actions of the same transaction, which are performed together with ``action``.
    public internal(set) var following: [Action]
    /// The answer of a user who has confirmed the action; `nil` if the user has not confirmed the action.
    public let confirmation: Confirmation?
    /// The routes of the screens that the other action has opened, for example of a sign-in sheet. ``action`` waits
    /// until these screens are removed.
    public let screensBefore: [Route]
    /// The modals that contain the screens of ``screensBefore``. If the array is empty, these screens are in tabs.
    public let modalsBefore: [ModalID]
    /// If ``screensBefore`` is empty, the route that was visible when the destination was stored; otherwise, `nil`. If
    /// the root of a tab was visible, the value is also `nil`.
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

  /// The question that the user must answer; `nil` if no action is stored as a question. A newer question replaces this
  /// one. When an action has removed all screens of the question, the question is dropped.
  public var question: Question? {
    get { boxedQuestion?.value }
    set { boxedQuestion = newValue.map(Boxed.init) }
  }
  private var boxedQuestion: Boxed<Question>?

  /// The destination; `nil` if no action is stored as a destination.
  ///
  /// When the screens of `screensBefore` have been removed, the destination's action is performed if the rules allow
  /// the action. If the rules do not allow it, the destination is dropped.
  ///
  /// If `screensBefore` is empty, the destination's action is performed as soon as the rules allow it. The destination
  /// is dropped when the rules refuse its action, when the visible screen is removed, or when another tab is selected.
  ///
  /// A newer destination replaces this one.
  public var destination: Destination? {
    get { boxedDestination?.value }
    set { boxedDestination = newValue.map(Boxed.init) }
  }
  private var boxedDestination: Boxed<Destination>?

  /// The reason for the last refusal. The reason is stored until ``GuardAction/cancel`` is sent. If no reason is
  /// stored, the value is `nil`.
  public var refusal: String?

  /// The stored actions without the question and the refusal, which must not return after a restart.
  ///
  /// Save this value, and not ``destination`` alone: a destination that cannot be decoded is dropped only as a part of
  /// this value. Alone, it would prevent the whole state from being restored.
  public var saved: GuardedActions {
    var saved = GuardedActions()
    saved.destination = destination
    return saved
  }

  /// The data that is not compared.
  var uncompared = Uncompared()

  private enum CodingKeys: String, CodingKey {
    case question, destination, refusal, cancelled
  }

  /// Creates a value without stored actions.
  public init() {}

  /// The data that a ``GuardedReducer`` needs about the last actions. Two values are always equal.
  struct Uncompared: Hashable, Sendable {
    /// The transaction of the last action that was not performed, and the way in which the action was handled. Later
    /// actions of the same transaction that change the navigation are handled in the same way.
    var held: (transaction: TransactionID, as: HeldAction)?
    /// The question that the last action has cancelled; `nil` if the last action has cancelled no question.
    var cancelled: Question? {
      get { boxedCancelled?.value }
      set { boxedCancelled = newValue.map(Boxed.init) }
    }
    private var boxedCancelled: Boxed<Question>?

    static func == (first: Self, second: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The way in which an action that was not performed was handled.
  enum HeldAction: Sendable {
    case question, destination, refused
  }
}

extension GuardedActions: CustomReflectable {
  /// A mirror of the public members.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["question": question as Any, "destination": destination as Any, "refusal": refusal as Any],
      displayStyle: .struct)
  }
}

extension GuardedActions: Equatable where Action: Equatable {}
extension GuardedActions: Hashable where Action: Hashable {}

extension GuardedActions: Encodable where Route: Encodable, Action: Encodable {
  /// Encodes the stored actions.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(question, forKey: .question)
    try container.encodeIfPresent(destination, forKey: .destination)
    try container.encodeIfPresent(refusal, forKey: .refusal)
    // A replay from this state must handle a confirmation like the recorded session.
    try container.encodeIfPresent(uncompared.cancelled, forKey: .cancelled)
  }
}

extension GuardedActions: Decodable where Route: Decodable, Action: Decodable {
  /// Decodes the stored actions.
  ///
  /// When a ``Persistence`` restores the app's state, a question, destination or refusal that cannot be decoded is
  /// dropped, for example because it contains a route that no longer exists. The restore report describes the loss.
  ///
  /// - Throws: A `DecodingError`. While a ``Persistence`` restores, a part that cannot be decoded causes no error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let context = decoder.userInfo[.restoring] as? RestoreContext
    func decode<Stored: Decodable>(_ type: Stored.Type, _ key: CodingKeys) throws -> Stored? {
      do {
        return try container.decodeIfPresent(type, forKey: key)
      } catch {
        guard let context else { throw error }
        context.note(.droppedGuardedAction(key.stringValue, reason: error.decodingReason))
        return nil
      }
    }
    question = try decode(Question.self, .question)
    destination = try decode(Destination.self, .destination)
    refusal = try decode(String.self, .refusal)
    uncompared.cancelled = try decode(Question.self, .cancelled)
  }
}

extension GuardedActions.Question: Equatable where Action: Equatable {}
extension GuardedActions.Question: Hashable where Action: Hashable {}
extension GuardedActions.Question: Encodable where Route: Encodable, Action: Encodable {}
extension GuardedActions.Question: Decodable where Route: Decodable, Action: Decodable {}
extension GuardedActions.Confirmation: Equatable where Action: Equatable {}
extension GuardedActions.Confirmation: Hashable where Action: Hashable {}
extension GuardedActions.Confirmation: Encodable where Route: Encodable, Action: Encodable {}
extension GuardedActions.Confirmation: Decodable where Route: Decodable, Action: Decodable {}
extension GuardedActions.Destination: Equatable where Action: Equatable {}
extension GuardedActions.Destination: Hashable where Action: Hashable {}
extension GuardedActions.Destination: Encodable where Route: Encodable, Action: Encodable {}
extension GuardedActions.Destination: Decodable where Route: Decodable, Action: Decodable {}

// Unconstrained, so that an app's action that contains this type needs no explicit conformance to `Sendable`.
/// The user's answer to a question of a ``GuardedReducer``.
public indirect enum GuardAction<Action> {
  /// Performs an action without asking the user again about the screens of the question. Pass the action of the
  /// question: for another action, the user is asked. The rules can still refuse the action.
  ///
  /// The action is an argument, because a user interface may dismiss a dialog, and thereby cancel the question, before
  /// the user interface performs the action of a button.
  case confirm(Action)
  /// Drops the question and the refusal.
  case cancel
}

extension GuardAction: Sendable where Action: Sendable {}
extension GuardAction: Equatable where Action: Equatable {}
extension GuardAction: Hashable where Action: Hashable {}
extension GuardAction: Codable where Action: Codable {}
