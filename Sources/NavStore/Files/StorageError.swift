/// A storage could not do what it was asked for.
///
/// The description is a message for the log or the user: what was attempted, with which file, what the system said, and
/// what was left untouched.
public struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What the storage was asked for.
  public enum Action: String, Sendable {
    /// To make the storage itself.
    case open
    /// To read a generation.
    case read
    /// To save a state.
    case save
    /// To move a generation aside.
    case quarantine = "move aside"
    /// To remove a scene's files.
    case remove
  }

  /// What the storage was asked for.
  public var action: Action

  /// The file, or what the storage calls the generation.
  public var file: String

  /// The reason in words, with the step that failed.
  public var reason: String

  /// The number of the system's error (`errno`), if it was the system that refused.
  public var code: Int32?

  /// What was left untouched, as a sentence.
  public var consequence: String

  /// Why what is stored cannot be a state, if that is the reason of the error.
  package var obstacle: FileObstacle?

  /// Makes an error, for a storage of your own.
  public init(action: Action, file: String, reason: String, code: Int32? = nil, consequence: String = "") {
    self.action = action
    self.file = file
    self.reason = reason
    self.code = code
    self.consequence = consequence
  }

  /// The error itself if it is a `StorageError`, else one that quotes it.
  init(_ error: any Error, action: Action, file: String) {
    self = error as? StorageError ?? StorageError(action: action, file: file, reason: "\(error)")
  }

  /// The message, for instance `Cannot save /home/me/tabs.state: writing /home/me/tabs.state.navstore-tmp-71-1
  /// failed: No space left on device (error 28). The saved state is unchanged.`
  public var description: String {
    var text = "Cannot \(action.rawValue) \(file): \(reason)"
    if let code { text += " (error \(code))" }
    text = text.printable + "."
    return consequence.isEmpty ? text : "\(text) \(consequence)"
  }
}
