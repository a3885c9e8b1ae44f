internal import NavStore

package enum DemoCommand: Equatable, Sendable {
  /// Sends actions to the store as one transaction.
  case send([DemoNavigationAction])
  /// Draws the app.
  case show
  /// Lists the catalogue.
  case items
  /// Lists the deep links that the app can open.
  case links
  /// Prints the URL of the current screen.
  case url
  /// Saves the state now.
  case flush
  /// Prints the counts of changes and saves, and the status of the next save.
  case status
  /// Advances the time of a played session.
  case wait(Duration)
  case help
  case quit
}

/// The reason why a line is not a valid command, as a message to the user.
package struct CommandError: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Returns an error about an unknown name. The message suggests the most similar known name. If no known name is
  /// similar, the message lists the known names, unless there are more than eight.
  static func unknown(_ kind: String, _ name: String, among names: some Sequence<String>) -> CommandError {
    let names = Array(names)
    let message = "unknown \(kind) \"\(name)\"."
    guard let closest = ClosestName.to(name, among: names) else {
      return CommandError(names.count <= 8 ? "\(message) Expected one of: \(names.joined(separator: ", "))." : message)
    }
    return CommandError("\(message) Did you mean \"\(closest)\"?")
  }
}

extension DemoCommand {
  /// Creates a command from a line. Returns `nil` for an empty line and for a comment.
  ///
  /// - Throws: A ``CommandError`` if the line is not a valid command.
  package init?(line: String) throws {
    guard let first = line.first(where: { $0 != " " && $0 != "\t" }), first != "#" else { return nil }
    var words = Words(line)
    self = try DemoCommand(reading: &words)
    try words.requireEnd()
  }

  /// Creates a command from the next words: its name and its arguments. The words after the arguments remain unread.
  ///
  /// - Throws: A ``CommandError`` if the words do not begin with a valid command.
  init(reading words: inout Words) throws {
    let name = words.take() ?? ""
    guard let form = CommandForm.all.first(where: { $0.name == name }) else {
      throw CommandError.unknown("command", name, among: CommandForm.all.map { String($0.name) })
    }
    do {
      self = try form.read(&words)
    } catch let error as CommandError {
      throw CommandError("\(name): \(error.description)")
    }
  }
}

extension DemoCommand {
  static var helpLines: [String] {
    let column = 23
    let lines = CommandForm.all.flatMap { form in
      let gap = column - form.usage.count
      return gap >= 2
        ? [form.usage + String(repeating: " ", count: gap) + form.purpose]
        : [form.usage, String(repeating: " ", count: column) + form.purpose]
    }
    return lines + [
      "SCREEN is book:1, song:1, film:1, settings or setting:sound; a line that begins with # is a comment.",
      "URL is navstore://song/1, https://media.example/song/1 or /song/1: a word with a slash is a URL.",
    ]
  }
}
