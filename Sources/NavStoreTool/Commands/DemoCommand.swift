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

extension DemoCommand {
  /// Reads a line; nil for an empty one and for a comment. Throws a ``CommandError`` for whatever is not a command.
  package init?(line: String) throws {
    guard let first = line.first(where: { $0 != " " && $0 != "\t" }), first != "#" else { return nil }
    var words = Words(line)
    self = try DemoCommand(reading: &words)
    try words.requireEnd()
  }

  /// Reads a command and its arguments and leaves what follows.
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
  /// The commands and what they are for, as lines of text.
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
      "URL is navstore://song/1, https://media.example/song/1 or /song/1: what has a slash is a URL.",
    ]
  }
}
