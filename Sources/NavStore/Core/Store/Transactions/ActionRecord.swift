/// One action that was reduced, as a recorder sees it.
public struct ActionRecord<Action: Sendable>: Sendable {
  /// The revision of the state that the action's transaction led to. The actions of one transaction share it.
  public let revision: Int
  /// The action.
  public let action: Action
  /// Where the action came from.
  public let origin: ActionOrigin
}

/// Where an action came from. An app may add its own.
public struct ActionOrigin: RawRepresentable, Hashable, Sendable, Codable {
  /// The name in a log.
  public let rawValue: String

  /// An origin with a name, which logs hold.
  @inlinable
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The user, or the app's own code.
  @inlinable
  public static var user: ActionOrigin { ActionOrigin(rawValue: "user") }
  /// A link from outside.
  @inlinable
  public static var deepLink: ActionOrigin { ActionOrigin(rawValue: "deeplink") }
  /// An effect.
  @inlinable
  public static var effect: ActionOrigin { ActionOrigin(rawValue: "effect") }
  /// The restoration of a saved state.
  @inlinable
  public static var restore: ActionOrigin { ActionOrigin(rawValue: "restore") }
  /// Undo or redo.
  @inlinable
  public static var undo: ActionOrigin { ActionOrigin(rawValue: "undo") }
}

/// What one subscriber of the action records has not taken yet. The store's lock protects it.
final class RecordBuffer<Action: Sendable>: @unchecked Sendable {
  // Unchecked because the lock of the store that fills it is held whenever it is used.
  private var pending: [ActionRecord<Action>] = []
  /// The oldest last, so that taking one costs the same however many there are.
  private var reversed: [ActionRecord<Action>] = []

  func append(_ record: ActionRecord<Action>) {
    pending.append(record)
  }

  func popFirst() -> ActionRecord<Action>? {
    if reversed.isEmpty {
      swap(&pending, &reversed)
      reversed.reverse()
    }
    return reversed.popLast()
  }
}
