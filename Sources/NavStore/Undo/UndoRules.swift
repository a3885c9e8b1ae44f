/// What an ``UndoReducer`` records and how much it keeps.
///
/// Rules belong to the reducer, not to the state, so they are neither saved nor compared.
///
/// ```swift
/// var rules = UndoRules<Note, NoteAction>()
/// rules.records = { action, _, _ in action != .cursorMoved }
/// rules.groups = { action, _, _ in if case .typed = action { "typing" } else { nil } }
/// rules.groupPause = .seconds(1)
/// ```
public struct UndoRules<State: Sendable, Action: Sendable>: Sendable {
  /// How many steps can be undone at most; the oldest are forgotten first. At least 0.
  public var limit: Int {
    didSet { Self.check(limit) }
  }

  /// Which changes are steps, by the action and the states before and after it. Nil for all of them.
  ///
  /// A change that is no step stays part of the present, and undo leaves it behind. It is asked only about actions that
  /// change the state.
  public var records: (@Sendable (_ action: Action, _ before: State, _ after: State) -> Bool)?

  /// Whether the next step returns to the state with the changes since that were not recorded. If not, which is the
  /// default, it returns to the last recorded state.
  public var syncsUnrecorded = false

  /// What makes one step of consecutive changes: those with the same group. Nil for a step of its own.
  ///
  /// Changes that are not recorded do not end a group; undo, redo, jumps and ``UndoAction/clear`` do. What the group is
  /// must depend on nothing but the arguments, so that a log replays to the same history. To group by time, set
  /// ``groupPause``, or put the time into the action.
  public var groups: (@Sendable (_ action: Action, _ before: State, _ after: State) -> (any Hashable & Sendable)?)?

  /// How long nothing of a group must follow until the group ends; nil for a group that only other changes end.
  ///
  /// The store's clock tells the time, and ``UndoAction/endGroup`` ends the group, so that the reducer sees no time and
  /// a log holds what it needs.
  public var groupPause: Duration?

  /// What tells the pauses of one history from those of another in the same store. Needed only by two reducers of the
  /// same type that both have a ``groupPause``.
  public var pauseID: (any Hashable & Sendable)?

  /// Whether the state at the start is left out of the past, as one that only says that something is being loaded. The
  /// first recorded change leads away from it for good.
  public var ignoresInitialState = false

  /// What ``UndoAction/reset`` returns to; nil for the oldest state that is remembered.
  public var initialState: State?

  /// Rules with everything recorded, each change a step of its own.
  public init(limit: Int = 100) {
    Self.check(limit)
    self.limit = limit
  }

  private static func check(_ limit: Int) {
    guard limit >= 0 else {
      fatalError("UndoRules was given the limit \(limit). Pass how many steps can be undone, 0 for none.")
    }
  }
}
