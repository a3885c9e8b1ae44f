/// An action of an undoable reducer: an action of the inner reducer, or a command for the history, such as undo.
///
/// Send undo and redo with an origin, so that a log distinguishes them from the actions of the user:
///
/// ```swift
/// store.send(.undo, origin: .undo)
/// ```
///
/// No action stops the program. A jump to a step that does not exist leaves the state unchanged. Action logs contain
/// actions in their encoded form, which does not change in later versions of the library.
public enum UndoAction<Action: Sendable>: Sendable {
  /// Reduces an action of the inner reducer. If the action changes the state, the `records` closure of the reducer
  /// decides whether the change is a step that can be undone.
  case action(Action)
  /// Returns to the state before the last step.
  case undo
  /// Returns to the state that was undone last.
  case redo
  /// Undoes or redoes the given number of steps: negative to undo, positive to redo.
  case jump(Int)
  /// A jump to an index of ``UndoState/past`` or ``UndoState/future``, from an action log that contains `jumpToPast` or
  /// `jumpToFuture`. Send ``jump(_:)`` instead.
  case recordedJump(index: Int, isFuture: Bool)
  /// Removes the past and the future, and keeps the present.
  case clear
  /// Returns to the `initialState` of the reducer or, if that value is `nil`, to the oldest state of the history.
  /// Removes the past and the future.
  case reset
  /// Ends the group of changes that form one step. An effect of the reducer sends this action after
  /// its `groupPause`.
  case endGroup
}

extension UndoAction: Equatable where Action: Equatable {}
extension UndoAction: Hashable where Action: Hashable {}

// The encoded form has the same structure as that of a NavigationAction: {"undo":[]}, {"jump":[-2]}.

private enum UndoActionName: String, CodingKey, CaseIterable {
  case action = "do"
  case undo, redo, jump, jumpToPast, jumpToFuture, clear, reset, endGroup
}

extension UndoAction: Encodable where Action: Encodable {
  /// Encodes the action as an object with one key. The key is the name of the action, and its value is the list of
  /// arguments.
  ///
  /// This form does not change in later versions of the library.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .action(let action): try encoder.encodeAction(UndoActionName.action, action)
    case .undo: try encoder.encodeAction(UndoActionName.undo)
    case .redo: try encoder.encodeAction(UndoActionName.redo)
    case .jump(let steps): try encoder.encodeAction(UndoActionName.jump, steps)
    case .recordedJump(let index, isFuture: true): try encoder.encodeAction(UndoActionName.jumpToFuture, index)
    case .recordedJump(let index, isFuture: false): try encoder.encodeAction(UndoActionName.jumpToPast, index)
    case .clear: try encoder.encodeAction(UndoActionName.clear)
    case .reset: try encoder.encodeAction(UndoActionName.reset)
    case .endGroup: try encoder.encodeAction(UndoActionName.endGroup)
    }
  }
}

extension UndoAction: Decodable where Action: Decodable {
  /// Decodes an action from the form that ``encode(to:)`` encodes.
  ///
  /// - Throws: A `DecodingError` if the name is unknown, if there are several names, or if an argument is missing,
  ///   wrong or superfluous.
  public init(from decoder: any Decoder) throws {
    var container = try ActionDecodingContainer<UndoActionName>(from: decoder)
    switch container.name {
    case .action: self = .action(try container.arguments.decode(Action.self))
    case .undo: self = .undo
    case .redo: self = .redo
    case .jump: self = .jump(try container.arguments.decode(Int.self))
    case .jumpToPast: self = .recordedJump(index: try container.arguments.decode(Int.self), isFuture: false)
    case .jumpToFuture: self = .recordedJump(index: try container.arguments.decode(Int.self), isFuture: true)
    case .clear: self = .clear
    case .reset: self = .reset
    case .endGroup: self = .endGroup
    }
    try container.requireEnd()
  }
}
