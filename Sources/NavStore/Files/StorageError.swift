/// An error of a storage.
///
/// The description is a message for the log or the user. It names the action, the file, the error of the system, and
/// the state in which the failure left the storage.
public struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Action: String, Sendable {
    case open
    case read
    case save
    case quarantine = "move aside"
    case remove
  }

  package var action: Action

  /// The path of the file, or the storage's name for the generation.
  public package(set) var file: String

  package var reason: String

  /// The number of the system's error (`errno`); `nil` if the system has reported no error.
  public package(set) var code: Int32?

  /// The state in which the failure left the storage, as a sentence; empty if the message does not mention it.
  package var consequence: String

  package var obstacle: FileObstacle?

  package init(action: Action, file: String, reason: String, code: Int32? = nil, consequence: String = "") {
    self.action = action
    self.file = file
    self.reason = reason
    self.code = code
    self.consequence = consequence
  }

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
