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
