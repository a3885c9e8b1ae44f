internal import NavStore

/// What one line of a session asks for.
package enum DemoCommand: Equatable, Sendable {
  /// Send these actions to the store as one transaction.
  case send([DemoNavigationAction])
  /// Draw the app again.
  case show
  /// List the catalogue.
  case items
  /// List the links.
  case links
  /// Say which URL opens what is shown.
  case url
  /// Save now.
  case flush
  /// Say what was changed and what was saved.
  case status
  /// Let scripted time pass.
  case wait(Duration)
  case help
  case quit
}

/// Why a line is not a command, as a message for the person who typed it.
package struct CommandError: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Something that is not among the known names, with the name it was probably meant to be.
  static func unknown(_ kind: String, _ name: String, among names: some Sequence<String>) -> CommandError {
    let names = Array(names)
    let message = "unknown \(kind) \"\(name)\"."
    guard let closest = ClosestName.to(name, among: names) else {
      return CommandError(names.count <= 8 ? "\(message) There are: \(names.joined(separator: ", "))." : message)
    }
    return CommandError("\(message) Did you mean \"\(closest)\"?")
  }
}
