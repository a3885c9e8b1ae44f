/// What can be done to a state with a history: an action of its own, or a step through the history.
///
/// Send the steps with their origin, so that a log tells them from what the user did:
///
/// ```swift
/// store.send(.undo, origin: .undo)
/// ```
///
/// No action stops the program: a step that does not exist leaves the state as it was. The encoded form is stable and
/// is what action logs hold.
public enum UndoAction<Action: Sendable>: Sendable {
  /// Do this to the present state. If that changes it, it is a step, as ``UndoRules`` say.
  case action(Action)
  /// Return to the state before the last step.
  case undo
  /// Return to the state that was undone last.
  case redo
  /// Undo so many steps for a negative number, redo for a positive one.
  case jump(Int)
  /// Return to a state of the past, counted from the oldest.
  case jumpToPast(Int)
  /// Return to a state of the future, counted from the next one.
  case jumpToFuture(Int)
  /// Forget past and future.
  case clear
  /// Return to the start and forget the rest; see ``UndoRules/initialState``.
  case reset
  /// End the group of changes that are one step. ``UndoRules/groupPause`` sends it.
  case endGroup
}

extension UndoAction: Equatable where Action: Equatable {}
extension UndoAction: Hashable where Action: Hashable {}
