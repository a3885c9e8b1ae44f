/// Rules that decide which changes an ``UndoReducer`` records, and how many steps it stores.
///
/// Rules belong to the reducer and not to the state, so they are neither saved nor compared.
///
/// ```swift
/// var rules = UndoRules<Note, NoteAction>()
/// rules.records = { action, _, _ in action != .cursorMoved }
/// rules.groups = { action, _, _ in if case .typed = action { "typing" } else { nil } }
/// rules.groupPause = .seconds(1)
/// ```
public struct UndoRules<State: Sendable, Action: Sendable>: Sendable {
  /// The maximum number of steps that can be undone, at least 0. The oldest steps are removed first.
  public var limit: Int {
    didSet { Self.check(limit) }
  }

  /// Returns whether a change is a step, by the action and the states before and after it; nil if every change is a
  /// step.
  ///
  /// A change that is not a step remains in the present until undo replaces the present. The reducer calls the closure
  /// only for actions that change the state.
  public var records: (@Sendable (_ action: Action, _ before: State, _ after: State) -> Bool)?

  /// Whether the next step returns to a state that includes the changes that were not recorded. By default, it returns
  /// to the last recorded state.
  public var syncsUnrecorded = false

  /// Returns the group of a change; nil if each change is a separate step.
  ///
  /// Consecutive changes of the same group are one step. A change without a group is a separate step.
  ///
  /// Undo, redo, jumps and ``UndoAction/clear`` end a group. Changes that are not recorded do not end it. The group
  /// must depend on the arguments only, so that the replay of a log creates the same history. To group changes by time,
  /// set ``groupPause``, or add the time to the action.
  public var groups: (@Sendable (_ action: Action, _ before: State, _ after: State) -> (any Hashable & Sendable)?)?

  /// The time without a change of the group after which it ends; nil if time does not end a group.
  ///
  /// An effect waits on the store's clock and sends ``UndoAction/endGroup``. So the reducer does not depend on the
  /// time, and a log contains the end of the group.
  public var groupPause: Duration?

  /// An identifier that distinguishes the pauses of several histories in one store.
  ///
  /// It is required only if two reducers of the same type have a ``groupPause``.
  public var pauseID: (any Hashable & Sendable)?

  /// Whether undo never returns to the initial state, for example because it only shows that the app is loading data.
  public var ignoresInitialState = false

  /// The state that ``UndoAction/reset`` returns to; nil for the oldest state of the history.
  public var initialState: State?

  /// Creates rules that record every change as a separate step.
  public init(limit: Int = 100) {
    Self.check(limit)
    self.limit = limit
  }

  private static func check(_ limit: Int) {
    guard limit >= 0 else {
      fatalError("UndoRules received the limit \(limit). Pass the number of steps that can be undone, or 0 for none.")
    }
  }
}
