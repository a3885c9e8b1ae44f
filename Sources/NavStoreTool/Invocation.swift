/// What the arguments of the process ask for.
package enum Invocation: Equatable, Sendable {
  case help
  case demoHelp
  case demo(DemoOptions)
  /// Nil for all of its commands.
  case logHelp(LogSubcommand?)
  case log(LogSubcommand, LogOptions)

  /// Reads the arguments without the name of the program. Throws a ``UsageError``.
  package init(arguments: [String]) throws {
    var arguments = arguments[...]
    guard let command = arguments.popFirst() else { throw UsageError("a command is missing.") }
    switch command {
    case "--help", "-h", "help": self = .help
    case "demo": self = try Self.demo(arguments)
    case "log": self = try Self.log(arguments)
    default:
      throw UsageError(
        unknown: command.hasPrefix("-") ? "option" : "command", command, among: ["demo", "log", "--help"])
    }
  }

  private static func log(_ arguments: ArraySlice<String>) throws -> Invocation {
    let names = LogSubcommand.allCases.map(\.rawValue)
    guard let name = arguments.first else { throw UsageError("log needs one of \(names.joined(separator: ", ")).") }
    if ["--help", "-h", "help"].contains(name) { return .logHelp(nil) }
    guard let subcommand = LogSubcommand(rawValue: name) else {
      throw UsageError(unknown: "log command", name, among: names + ["--help"])
    }
    guard let options = try LogOptions(subcommand, arguments.dropFirst()) else { return .logHelp(subcommand) }
    return .log(subcommand, options)
  }

  private static func demo(_ arguments: ArraySlice<String>) throws -> Invocation {
    var options = DemoOptions()
    var rest = arguments
    while let argument = rest.popFirst() {
      // Both `--state FILE` and `--state=FILE`.
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let option = parts[0]
      func value() throws -> String {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
          throw UsageError("\(option) needs a value.")
        }
        return value
      }
      func flag() throws {
        if parts.count == 2 { throw UsageError("\(option) takes no value.") }
      }
      switch option {
      case "--state": options.state = try value()
      case "--record": options.record = try value()
      case "--play": options.session = try value()
      case "--reset":
        try flag()
        options.isReset = true
      case "--lines":
        try flag()
        options.usesLines = true
      case "--scripted-time":
        try flag()
        options.isScripted = true
      case "--first-line":
        guard let number = Int(try value()), number > 0 else { throw UsageError("--first-line needs a number.") }
        options.firstLine = number
      case "--help", "-h":
        try flag()
        return .demoHelp
      default:
        let kind = option.hasPrefix("-") ? "option" : "argument"
        throw UsageError(
          unknown: kind, argument, among: ["--state", "--record", "--reset", "--lines", "--play", "--help"])
      }
    }
    if options.session != nil, options.state != nil || options.isReset {
      throw UsageError("--play uses a state file of its own: leave out --state and --reset.")
    }
    return .demo(options)
  }
}
