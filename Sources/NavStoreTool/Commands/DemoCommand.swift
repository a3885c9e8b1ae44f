internal import NavStore

package enum DemoCommand: Equatable, Sendable {
  case send([DemoNavigationAction])
  case show
  case items
  case links
  case url
  case flush
  case status
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
  package init?(line: String) throws {
    guard let first = line.first(where: { $0 != " " && $0 != "\t" }), first != "#" else { return nil }
    var words = Words(line)
    self = try DemoCommand(reading: &words)
    try words.requireEnd()
  }

  /// Creates a command from the next words. The words after the arguments remain unread.
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
