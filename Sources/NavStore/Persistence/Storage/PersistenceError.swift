/// The reason why a state was not saved.
public enum PersistenceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The state could not be encoded. The associated value is the reason that the encoder reports.
  case encodingFailed(String)

  /// The storage could not write the state, or could not read or move a generation that the save would replace.
  case storage(StorageError)

  /// The saved state has a newer schema than the app, and is not overwritten.
  case newerSchema(file: String, found: Int, expected: Int)

  /// A later version of this library wrote the saved state, which is not overwritten.
  case newerFormat(file: String, found: Int)

  /// The saved state cannot be read with the codec or the registry of the schema, and is not overwritten.
  case codecFailed(file: String, reason: String)

  /// The encoded state has more bytes than the limit.
  case tooLarge(bytes: Int, limit: Int)

  /// Another persistence still saves to the same file, which is not overwritten.
  case ownedElsewhere(file: String, by: StorageOwner.Location)

  /// This process has called `load` for the same storage with another version of the schema than the version that this
  /// persistence saves.
  ///
  /// A save would make the next start migrate the state a second time, or refuse the state. The error is thrown even if
  /// the load found no state.
  case schemaMismatch(file: String, restored: Int, saving: Int)

  /// The persistence was stopped before the state was saved.
  case stopped

  package var isReadOnly: Bool {
    switch self {
    case .newerSchema, .newerFormat: true
    case .encodingFailed, .storage, .codecFailed, .tooLarge, .ownedElsewhere, .schemaMismatch, .stopped: false
    }
  }

  /// The reason, as a message for the log or the user.
  public var description: String {
    switch self {
    case .encodingFailed(let reason): "The state cannot be encoded: \(reason)"
    case .storage(let error): error.description
    case .newerSchema(let file, let found, let expected):
      "\(file) was saved by a later version of the app (schema \(found); this version writes \(expected)). It was not "
        + "changed, and nothing was saved. Use the later version of the app."
    case .newerFormat(let file, let found):
      "\(file) was saved by a later version of NavStore (format \(found)). It was not changed, and nothing was saved. "
        + "Use the later version of NavStore."
    case .codecFailed(let file, let reason): "\(file) cannot be read, so nothing was saved: \(reason)."
    case .tooLarge(let bytes, let limit):
      "The encoded state has \(bytes) bytes, and the limit is \(limit). Find the part of the state that grows, or pass "
        + "a larger maxBytes to StateSchema(…)."
    case .ownedElsewhere(let file, let location): Self.refusal(file: file, location: location)
    case .schemaMismatch(let file, let restored, let saving):
      "This process called load for \(file) with version \(restored) of the schema, but this persistence saves version "
        + "\(saving), so nothing was saved. Pass the same StateSchema to load and to Persistence."
    case .stopped: "The persistence was stopped before this state was saved."
    }
  }

  private static func refusal(file: String, location: StorageOwner.Location) -> String {
    let (reason, remedy) =
      switch location {
      case .thisProcess:
        (
          "another persistence of this process saves to it",
          "Keep one persistence for each file and release the other one, or use a separate file for each scene "
            + "(FileStorage(name:scene:))"
        )
      case .process(let id):
        (
          "process \(id) saves to it",
          "End that process, or use a separate file for each process or scene (FileStorage(name:scene:))"
        )
      case .unknown:
        ("another process keeps \(file).navstore-owner locked", "Find that process, for instance with lsof, and end it")
      }
    return "Nothing was saved to \(file): \(reason). \(remedy)."
  }
}
