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

// One key, which names the action, over a list of its arguments, as that of NavigationAction: {"undo":[]},
// {"jump":[-2]}.

private enum UndoActionName: String, CodingKey, CaseIterable {
  case action = "do"
  case undo, redo, jump, jumpToPast, jumpToFuture, clear, reset, endGroup
}

extension UndoAction: Encodable where Action: Encodable {
  /// Encodes the action as an object with one key over a list of arguments. The form is stable between versions.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .action(let action): try encoder.encodeAction(UndoActionName.action, action)
    case .undo: try encoder.encodeAction(UndoActionName.undo)
    case .redo: try encoder.encodeAction(UndoActionName.redo)
    case .jump(let steps): try encoder.encodeAction(UndoActionName.jump, steps)
    case .jumpToPast(let index): try encoder.encodeAction(UndoActionName.jumpToPast, index)
    case .jumpToFuture(let index): try encoder.encodeAction(UndoActionName.jumpToFuture, index)
    case .clear: try encoder.encodeAction(UndoActionName.clear)
    case .reset: try encoder.encodeAction(UndoActionName.reset)
    case .endGroup: try encoder.encodeAction(UndoActionName.endGroup)
    }
  }
}

extension UndoAction: Decodable where Action: Decodable {
  /// Decodes what was encoded. Throws a `DecodingError` for an unknown action, for more than one, and for missing,
  /// wrong or superfluous arguments.
  public init(from decoder: any Decoder) throws {
    var container = try ActionDecodingContainer<UndoActionName>(from: decoder)
    switch container.name {
    case .action: self = .action(try container.arguments.decode(Action.self))
    case .undo: self = .undo
    case .redo: self = .redo
    case .jump: self = .jump(try container.arguments.decode(Int.self))
    case .jumpToPast: self = .jumpToPast(try container.arguments.decode(Int.self))
    case .jumpToFuture: self = .jumpToFuture(try container.arguments.decode(Int.self))
    case .clear: self = .clear
    case .reset: self = .reset
    case .endGroup: self = .endGroup
    }
    try container.requireEnd()
  }
}
