/// A command of a session: its syntax, its purpose, and how its arguments are read.
struct CommandForm: Sendable {
  /// The name and the arguments, as the help shows them.
  let usage: String
  let purpose: String
  let read: @Sendable (inout Words) throws -> DemoCommand

  var name: Substring { usage.prefix { $0 != " " } }

  init(
    _ usage: String, _ purpose: String, read: @escaping @Sendable (inout Words) throws -> DemoCommand
  ) {
    self.usage = usage
    self.purpose = purpose
    self.read = read
  }

  /// Creates a command that sends one action.
  static func action(
    _ usage: String, _ purpose: String,
    read: @escaping @Sendable (inout Words) throws -> DemoNavigationAction
  ) -> CommandForm {
    CommandForm(usage, purpose) { words in .send([try read(&words)]) }
  }
}
