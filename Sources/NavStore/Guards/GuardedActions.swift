/// The actions that the rules of a guarded reducer have stored, as a part of the app's state.
///
/// ```swift
/// struct AppState {
///   var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
///   var guarded = GuardedActions<AppTab, Route, AppAction>()
/// }
/// ```
///
/// If the app saves ``saved`` with its state, the action of the stored `destination` can also be performed after a
/// restart. Also restore the screens that were opened before the destination. If these screens are missing, the next
/// action drops the destination, unless the rules then allow the destination's action.
///
/// An app may send a list of actions as one transaction. If the rules store one of these actions, all later actions of
/// the list that change the navigation are stored with that action, and the stored actions are performed together.
public struct GuardedActions<Tab: Hashable & Sendable, Route: Hashable & Sendable, Action: Sendable>: Sendable {
  /// An action that would remove screens, and that is stored as a question to the user.
  public struct Question: Sendable {
    /// The action.
    public let action: Action
    /// The later actions of the same transaction, which are performed together with ``action``.
    package let following: [Action]
    /// The routes of all screens that the actions would remove.
    public let screens: [Route]
    var origin: Origin?
    var actions: [Action] { [action] + following }

    /// Creates a question about one action, for the expectation of a test.
    public init(action: Action, screens: [Route]) {
      self.init(action: action, following: [], screens: screens)
    }

    package init(action: Action, following: [Action], screens: [Route]) {
      (self.action, self.following, self.screens) = (action, following, screens)
    }
  }

  /// The answer of a user who has confirmed an action that cannot be performed yet. The app's reducer receives the
  /// answer only when the action is performed. For example, a draft is kept until then.
  package struct Confirmation: Sendable {
    package let answer: Action
    /// The routes of the screens that the user has agreed to leave.
    package let screens: [Route]

    package init(answer: Action, screens: [Route]) {
      (self.answer, self.screens) = (answer, screens)
    }
  }

  /// An action that must wait for another action, for example one that presents a sign-in sheet. The entering rules
  /// have requested the other action.
  public struct Destination: Sendable {
    /// The action.
    public let action: Action
    package internal(set) var following: [Action]
    package let confirmation: Confirmation?
    /// The routes of the screens that the other action has opened, for example of a sign-in sheet. ``action`` waits
    /// until these screens are removed.
    package let screensBefore: [Route]
    /// The modals with the screens of ``screensBefore``. If the array is empty, these screens are in tabs.
    package let modalsBefore: [ModalID]
    /// If ``screensBefore`` is empty, the route that was visible when the destination was stored; otherwise, `nil`. If
    /// the root of a tab was visible, the value is also `nil`.
    package let visibleScreen: Route?
    var origin: Origin?
    var actions: [Action] { [action] + following }

    /// Creates a destination of one action, for the expectation of a test.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - screensBefore: The routes of the screens that the other action has opened.
    ///   - modalsBefore: The modals that contain these screens.
    public init(action: Action, screensBefore: [Route], modalsBefore: [ModalID] = []) {
      self.init(
        action: action, following: [], confirmation: nil, screensBefore: screensBefore, modalsBefore: modalsBefore,
        visibleScreen: nil)
    }

    package init(
      action: Action, following: [Action], confirmation: Confirmation?, screensBefore: [Route],
      modalsBefore: [ModalID], visibleScreen: Route?
    ) {
      (self.action, self.following, self.confirmation) = (action, following, confirmation)
      (self.screensBefore, self.modalsBefore, self.visibleScreen) = (screensBefore, modalsBefore, visibleScreen)
    }
  }

  /// The question that the user must answer; `nil` if no action is stored as a question. A newer question replaces this
  /// one. When an action has removed all screens of the question, the question is dropped.
  ///
  /// The question is about the screens and the stack of the time at which its action was sent. If the action would now
  /// remove other screens, an answer performs nothing. If the action would remove further screens, the user is asked
  /// about all of them.
  public var question: Question? {
    get { boxedQuestion?.value }
    set {
      boxedQuestion = newValue.map(Boxed.init)
      uncompared.release(.question)
    }
  }
  private var boxedQuestion: Boxed<Question>?

  /// The destination; `nil` if no action is stored as a destination.
  ///
  /// When the screens that the other action has opened have been removed, the destination's action is performed if the
  /// rules allow the action. If the rules do not allow it, the destination is dropped. The action is performed in the
  /// tab in which it was sent: for example, a push shows its route on the stack that was visible at that time. If the
  /// action would then open or remove other screens than at that time, it is dropped. If it would also remove further
  /// screens, it is stored as a question.
  ///
  /// If the other action has opened no screen, the destination's action is performed as soon as the rules allow it. The
  /// destination is dropped when the rules refuse its action, when the visible screen is removed, or when another tab
  /// is selected.
  ///
  /// A newer destination replaces this one.
  public var destination: Destination? {
    get { boxedDestination?.value }
    set {
      boxedDestination = newValue.map(Boxed.init)
      uncompared.release(.destination)
    }
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

  var uncompared = Uncompared()

  /// Whether nothing is stored on which the result of the next action depends.
  @usableFromInline var isEmpty: Bool {
    boxedQuestion == nil && boxedDestination == nil && uncompared.isEmpty
  }

  private enum CodingKeys: String, CodingKey {
    case question, destination, refusal, cancelled
  }

  /// Creates a value without stored actions.
  public init() {}

  /// The data that a guarded reducer needs about the last actions. Two values are always equal.
  struct Uncompared: Hashable, Sendable {
    /// The last action that was not performed, until the next transaction. Later actions of the same transaction that
    /// change the navigation are handled in the same way.
    ///
    /// If the question or the destination of the action is answered, dropped or replaced, the value is `nil`, so that
    /// the rules are asked about the later actions on their own.
    var held: Held?
    /// The last question that was cancelled, until an action changes the navigation or stores another question.
    var cancelled: Question? {
      get { boxedCancelled?.value }
      set { boxedCancelled = newValue.map(Boxed.init) }
    }
    private var boxedCancelled: Boxed<Question>?

    var isEmpty: Bool { held == nil && boxedCancelled == nil }

    fileprivate mutating func release(_ handling: Held.Handling) {
      if held?.handling == handling { held = nil }
    }

    static func == (first: Self, second: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// An action that was not performed.
  final class Held: Sendable {
    enum Handling: Sendable {
      case question, destination, refused
    }

    let transaction: TransactionID
    let handling: Handling
    /// For a destination, the state of the app before the action.
    let start: (any Sendable)?
    /// The state of the app to which the action and the later actions of the transaction would have led; `nil` if no
    /// later action has been reduced yet.
    let end: (any Sendable)?

    init(
      _ transaction: TransactionID, _ handling: Handling, start: (any Sendable)? = nil, end: (any Sendable)? = nil
    ) {
      (self.transaction, self.handling, self.start, self.end) = (transaction, handling, start, end)
    }

    func with(end: any Sendable) -> Held { Held(transaction, handling, start: start, end: end) }
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

extension GuardedActions: Encodable where Tab: Encodable, Route: Encodable, Action: Encodable {
  /// Encodes the stored actions.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(question, forKey: .question)
    try container.encodeIfPresent(destination, forKey: .destination)
    try container.encodeIfPresent(refusal, forKey: .refusal)
    try container.encodeIfPresent(uncompared.cancelled, forKey: .cancelled)
  }
}

extension GuardedActions: Decodable where Tab: Decodable, Route: Decodable, Action: Decodable {
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

// `==` compares what the expectation of a test can contain: the arguments of the public initializers. The encoded form
// contains everything on which later actions depend, so that a replay from there decides as the recorded session did.

extension GuardedActions.Question: Equatable where Action: Equatable {
  /// Returns whether two questions have the same action and are about the same screens.
  public static func == (first: Self, second: Self) -> Bool {
    first.action == second.action && first.screens == second.screens
  }
}

extension GuardedActions.Question: Hashable where Action: Hashable {
  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(action)
    hasher.combine(screens)
  }
}

extension GuardedActions.Question: CustomReflectable {
  /// A mirror of the members that `==` compares.
  public var customMirror: Mirror {
    Mirror(self, children: ["action": action, "screens": screens], displayStyle: .struct)
  }
}

extension GuardedActions.Question: Encodable where Tab: Encodable, Route: Encodable, Action: Encodable {}
extension GuardedActions.Question: Decodable where Tab: Decodable, Route: Decodable, Action: Decodable {}
extension GuardedActions.Confirmation: Encodable where Tab: Encodable, Route: Encodable, Action: Encodable {}
extension GuardedActions.Confirmation: Decodable where Tab: Decodable, Route: Decodable, Action: Decodable {
  /// Decodes a confirmation. Without the screens, the user is asked about each screen again.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    answer = try container.decode(Action.self, forKey: .answer)
    screens = try container.decodeIfPresent([Route].self, forKey: .screens) ?? []
  }
}

extension GuardedActions.Destination: Equatable where Action: Equatable {
  /// Returns whether two destinations have the same action and wait for the same screens.
  public static func == (first: Self, second: Self) -> Bool {
    first.action == second.action && first.screensBefore == second.screensBefore
      && first.modalsBefore == second.modalsBefore
  }
}

extension GuardedActions.Destination: Hashable where Action: Hashable {
  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(action)
    hasher.combine(screensBefore)
    hasher.combine(modalsBefore)
  }
}

extension GuardedActions.Destination: CustomReflectable {
  /// A mirror of the members that `==` compares.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["action": action, "screensBefore": screensBefore, "modalsBefore": modalsBefore],
      displayStyle: .struct)
  }
}

extension GuardedActions.Destination: Encodable where Tab: Encodable, Route: Encodable, Action: Encodable {}
extension GuardedActions.Destination: Decodable where Tab: Decodable, Route: Decodable, Action: Decodable {}

// Unconstrained, so that an app's action that contains this type needs no explicit conformance to `Sendable`.
/// The user's answer to a question of a guarded reducer.
public indirect enum GuardAction<Action> {
  /// Performs the action of the question, without asking the user again about the screens of the question. The rules
  /// can still refuse the action.
  ///
  /// An answer answers one question. If no question about the action is stored, for example because the user has tapped
  /// the button twice, nothing is performed, and the app's reducer does not receive the answer.
  ///
  /// The action is an argument, because a user interface may dismiss a dialog, and thereby cancel the question, before
  /// the user interface performs the action of a button. The last cancelled question can be answered until an action
  /// changes the navigation or stores another question.
  case confirm(Action)
  /// Drops the question and the refusal.
  case cancel
}

extension GuardedActions.Question {
  /// Returns the question as a dialog with two buttons, whose actions answer the question.
  ///
  /// ```swift
  /// var prompt: Prompt<AppAction>? {
  ///   guarded.question?.prompt("Discard your changes?", leave: "Discard Changes", stay: "Keep Editing")
  ///     .map(AppAction.guards)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The text below the title.
  ///   - leave: The title of the button that performs the action.
  ///   - stay: The title of the button that drops the question.
  public func prompt(
    _ title: String, message: String? = nil, leave: String, stay: String
  ) -> Prompt<GuardAction<Action>> {
    Prompt(
      title, message: message, style: .dialog,
      buttons: [.init(leave, role: .destructive, action: .confirm(action)), .init(stay, role: .cancel)],
      dismissal: .cancel)
  }
}

extension GuardAction: Sendable where Action: Sendable {}
extension GuardAction: Equatable where Action: Equatable {}
extension GuardAction: Hashable where Action: Hashable {}
extension GuardAction: Codable where Action: Codable {}
