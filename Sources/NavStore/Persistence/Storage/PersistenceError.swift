/// Why a state was not saved.
public enum PersistenceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The state could not be encoded; what it says is the encoder's reason.
  case encodingFailed(String)

  /// The storage could not read what it would have replaced, or not write.
  case storage(StorageError)

  /// What is saved has a schema that is newer than the app's, and is not written over.
  case newerSchema(file: String, found: Int, expected: Int)

  /// What is saved was written by a later version of this library, and is not written over.
  case newerFormat(file: String, found: Int)

  /// What is saved cannot be read with what was given, a codec or a registry, and is not written over.
  case illegible(file: String, reason: String)

  /// The state would have more bytes than a saved one may have.
  case tooLarge(bytes: Int, limit: Int)

  /// Another living persistence saves to the same file, and nothing is written over it.
  case ownedElsewhere(file: String, by: StorageOwner.Location)

  /// This process loaded with another version of the schema than this persistence saves with. The next start would
  /// bring the state up to date a second time, or refuse it. It is thrown also if the load found nothing.
  case schemaMismatch(file: String, restored: Int, saving: Int)

  /// The persistence was stopped and holds changes that were never saved.
  case stopped

  /// Whether saving is out of the question because something newer is saved.
  public var isReadOnly: Bool {
    switch self {
    case .newerSchema, .newerFormat: true
    case .encodingFailed, .storage, .illegible, .tooLarge, .ownedElsewhere, .schemaMismatch, .stopped: false
    }
  }

  /// The reason as a message for the log or the user.
  public var description: String {
    switch self {
    case .encodingFailed(let reason): "The state cannot be encoded: \(reason)"
    case .storage(let error): error.description
    case .newerSchema(let file, let found, let expected):
      "\(file) was saved by a later version of the app (schema \(found), this one writes \(expected)) and is left alone: "
        + "nothing is saved."
    case .newerFormat(let file, let found):
      "\(file) was saved by a later version of NavStore (format \(found)) and is left alone: nothing is saved."
    case .illegible(let file, let reason): "\(file) is left alone, and nothing is saved over it: \(reason)."
    case .tooLarge(let bytes, let limit):
      "The state has \(bytes) bytes as it would be saved, more than the limit of \(limit). Raise StateSchema.maxBytes, "
        + "or find out what grows."
    case .ownedElsewhere(let file, let location): Self.refusal(file: file, location: location)
    case .schemaMismatch(let file, let restored, let saving):
      "This process called load for \(file) with version \(restored) of the schema, and this persistence saves version "
        + "\(saving): nothing is saved. Pass the same StateSchema to load and to Persistence."
    case .stopped: "The persistence was stopped before this state was saved."
    }
  }

  private static func refusal(file: String, location: StorageOwner.Location) -> String {
    let (reason, remedy) =
      switch location {
      case .thisProcess:
        (
          "another persistence of this process saves to it",
          "Keep one persistence for each file and let go of the other, or give each scene a file of its own "
            + "(FileStorage(name:scene:))"
        )
      case .process(let id):
        (
          "process \(id) saves to it",
          "End that process, or give each process or scene a file of its own (FileStorage(name:scene:))"
        )
      case .unknown:
        ("another process keeps \(file).navstore-owner locked", "Find that process, for instance with lsof, and end it")
      }
    return "\(file) is left alone, and nothing is saved by this persistence: \(reason). \(remedy)."
  }
}
