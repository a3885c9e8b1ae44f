internal import NavStore

package enum Invocation: Equatable, Sendable {
  case help
  case version
  case guideHelp
  /// A request to print the page with a name, or to list all pages if the name is `nil`.
  case guide(String?)
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
      throw UsageError("a command is missing. Use demo, log, links, guide or --help.")
    }
    switch command {
    case "--help", "-h", "help": self = .help
    case "--version": self = .version
    case "demo": self = try DemoOptions(arguments).map(Invocation.demo) ?? .demoHelp
    case "links": self = try LinksCommand(arguments).map(Invocation.links) ?? .linksHelp
    case "log": self = try Self.log(arguments)
    case "guide": self = try Self.guide(arguments)
    case let option where option.hasPrefix("-"):
      throw UsageError(unknownOption: option, among: ["--help", "--version"])
    default:
      throw UsageError(unknown: "command", command, among: ["demo", "log", "links", "guide"])
    }
  }

  private static func guide(_ arguments: ArraySlice<String>) throws -> Invocation {
    var (list, name) = (ArgumentList(arguments), String?.none)
    while let argument = try list.next() {
      switch argument {
      case .option("--help"), .option("-h"): return .guideHelp
      case .option(let option): throw UsageError(unknownOption: option, among: ["--help"])
      case .word(let word) where name == nil: name = word
      case .word(let word): throw UsageError("unknown argument \"\(word)\".")
      }
    }
    return .guide(name)
  }

  private static func log(_ arguments: ArraySlice<String>) throws -> Invocation {
    let names = LogSubcommand.allCases.map(\.rawValue)
    guard let name = arguments.first else { throw UsageError("log needs one of \(names.joined(separator: ", ")).") }
    if ["--help", "-h", "help"].contains(name) { return .logHelp(nil) }
    if name.hasPrefix("-") { throw UsageError(unknownOption: name, among: ["--help"]) }
    guard let subcommand = LogSubcommand(rawValue: name) else {
      throw UsageError(unknown: "log command", name, among: names)
    }
    guard let options = try LogOptions(subcommand, arguments.dropFirst()) else { return .logHelp(subcommand) }
    return .log(subcommand, options)
  }

  /// The commands that accept an option, as a user types them.
  static func commands(accepting option: String) -> [String] {
    let name = option.prefix { $0 != "=" }
    let logCommands = LogSubcommand.allCases.filter { $0.options.contains { $0.rawValue == name } }
    return (name == "--version" ? ["navtool"] : [])
      + (DemoOptions.names.contains(String(name)) ? ["demo"] : [])
      + (LinksCommand.optionNames.contains(String(name)) ? ["links"] : [])
      + logCommands.map { "log \($0.rawValue)" }
  }
}

extension UsageError {
  /// Creates the error for an option that a command does not have. If other commands have the option, the error names
  /// them instead of a similar option.
  init(unknownOption name: String, among names: [String]) {
    if let commands = Invocation.commands(accepting: name).listing {
      self.init("unknown option \"\(name)\". It is an option of \(commands).")
    } else {
      self.init(unknown: "option", name, among: names)
    }
  }
}
