package enum Invocation: Equatable, Sendable {
  case help
  case demoHelp
  case demo(DemoOptions)
  case linksHelp
  case links(LinksCommand)
  /// A request to show the help for a subcommand, or for `navtool log` if the subcommand is `nil`.
  case logHelp(LogSubcommand?)
  case log(LogSubcommand, LogOptions)

  /// Creates an invocation from the arguments of the process, without the name of the program.
  package init(arguments: [String]) throws {
    var arguments = arguments[...]
    guard let command = arguments.popFirst() else {
      throw UsageError("a command is missing. Use demo, log, links or --help.")
    }
    switch command {
    case "--help", "-h", "help": self = .help
    case "demo": self = try DemoOptions(arguments).map(Invocation.demo) ?? .demoHelp
    case "links": self = try LinksCommand(arguments).map(Invocation.links) ?? .linksHelp
    case "log": self = try Self.log(arguments)
    default:
      throw UsageError(
        unknown: command.hasPrefix("-") ? "option" : "command", command, among: ["demo", "log", "links", "--help"])
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
}
