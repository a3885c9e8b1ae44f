/// Rules that decide which changes an ``UndoReducer`` records, and how many steps it stores.
///
/// Rules are part of the reducer and not of the state. Therefore they are neither saved nor compared.
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

  /// Returns whether a change is a step that can be undone. If the closure is `nil`, every change is a step.
  ///
  /// The closure receives the action and the states before and after the change. The reducer calls it only for actions
  /// that change the state. A change that is not a step also changes the present; see ``syncsUnrecorded``.
  public var records: (@Sendable (_ action: Action, _ before: State, _ after: State) -> Bool)?

  /// Whether undoing a step keeps the unrecorded changes that were made before the step. By default, undoing a step
  /// returns to the last recorded state, without those changes.
  public var syncsUnrecorded = false

  /// Returns the group of a change, or `nil` for a change without a group. If the closure is `nil`, no change has a
  /// group.
  ///
  /// Consecutive changes of the same group are one step. A change without a group is a separate step. The changes of a
  /// transaction are one step, even if their groups differ.
  ///
  /// Undo, redo, jumps, ``UndoAction/clear`` and ``UndoAction/reset`` end a group. A change that is not recorded does
  /// not end a group. The group must depend only on the arguments of the closure, so that the replay of a log creates
  /// the same history. To group changes by time, set ``groupPause``, or add the time to the action.
  public var groups: (@Sendable (_ action: Action, _ before: State, _ after: State) -> (any Hashable & Sendable)?)?

  /// The time after which a group ends if no further change of the group occurs; `nil` if time does not end a group.
  ///
  /// An effect waits on the store's clock and sends ``UndoAction/endGroup``. Therefore the reducer itself does not
  /// depend on the time, and a log contains the end of the group.
  public var groupPause: Duration?

  /// An identifier that distinguishes the ``groupPause`` effects of several histories in one store.
  ///
  /// Set an identifier only if two undo reducers of the same type in one store have a ``groupPause``.
  public var pauseID: (any Hashable & Sendable)?

  /// Whether undo skips the state that the history began with. Set this to `true` if that state only shows that the app
  /// is loading data. That state is not ``initialState``, which has no effect on undo.
  public var ignoresInitialState = false

  /// The state that ``UndoAction/reset`` returns to; `nil` for the oldest state of the history.
  public var initialState: State? {
    get { boxedInitialState?.value }
    set { boxedInitialState = newValue.map(Boxed.init) }
  }
  private var boxedInitialState: Boxed<State>?

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
