/// The texts of `--help`.
package enum Usage {
  package static let general = """
    usage: navstore demo [--state FILE] [--record FILE] [--reset] [--lines] [--play SESSION]
           navstore log COMMAND [OPTION…] FILE…
           navstore --help

    demo   a media library in a terminal, with tabs, stacks and sheets: on the full screen, or as lines of commands.
           "navstore demo --help" tells more.
    log    reads recorded actions, of any app: shows, replays, verifies, counts, compares and draws them, and makes tests of
           them. "navstore log --help" tells more.
    """

  /// Returns a sentence that names the help of the command in the arguments.
  static func hint(for arguments: [String]) -> String {
    let command =
      switch arguments.first {
      case "demo": "demo "
      case "log": "log " + (arguments.dropFirst().first.flatMap(LogSubcommand.init).map { $0.rawValue + " " } ?? "")
      default: ""
      }
    return "\"navstore \(command)--help\" shows how it is used."
  }

  package static var demo: String {
    """
    usage: navstore demo [--state FILE] [--record FILE] [--reset] [--lines] [--play SESSION]

    In a terminal it takes the full screen, and says below which keys there are. Otherwise, and with --lines, it reads one
    command per line from standard input and draws the app after each. What was done is saved, half a second after the last
    change and five seconds after the first one at the latest, and restored at the next start.

      --state FILE     keep the state in FILE, instead of the file "demo" where the system keeps the state of applications
      --record FILE    record the actions as a log in FILE, which "navstore log" reads; if it exists, in the next free number
                       beside it
      --reset          begin with the initial state; the old file is moved aside
      --lines          read commands in a terminal, too; so it is where TERM is not set, or is "dumb"
      --play SESSION   play a recorded session, in time that stands still, with a state file of its own: its process is
                       killed at each line "\(SessionScript.killLine)" and started again. At the end its logs are verified
      --help           this text

    keys:
    \(KeyHelp.lines.map { "  " + $0 }.joined(separator: "\n"))

    commands:
    \(DemoCommand.helpLines.map { "  " + $0 }.joined(separator: "\n"))

    exit status: 0; 1 if a played session did not restore what was saved, or its log did not lead to the same states; 64 for wrong arguments; 66 for a session that
    cannot be read; 70 if it could not be played to its end; 74 if the last state could not be saved; 130 after Ctrl-C,
    143 after a request to terminate, 129 after the loss of the terminal and 141 when nobody reads the output any more,
    each after an attempt to save, whose failure is told. A second Ctrl-C ends it at once.
    """
  }

  /// The help of `navstore log`.
  package static var log: String {
    let commands = LogSubcommand.allCases.map { "  " + pad($0.rawValue, to: 8) + $0.purpose }
    return """
      usage: navstore log COMMAND [OPTION…] FILE…

      Reads logs of a navigation's actions, whatever the app's tabs and routes.

      \(commands.joined(separator: "\n"))

      "navstore log COMMAND --help" tells more. A FILE is the beginning of a log; the files that continue it are found. "-" is
      standard input. Where a log does not say by which rules its app navigates, --back-rule names one.
      """
  }

  /// Returns the help of a subcommand of `navstore log`.
  package static func log(_ subcommand: LogSubcommand) -> String {
    let options = subcommand.options.map { wrapped($0.usage, $0.purpose) } + [wrapped("--help", "this text")]
    let status =
      "exit status: 0; 1 \(subcommand.finding); 64 for wrong arguments; 65 for a file that is no log, or a later version's; 66 for "
      + "a file that cannot be read; 70 if the system refuses; 141 when nobody reads the output any more."
    return """
      usage: navstore log \(subcommand.rawValue) [OPTION…] \(subcommand.filesUsage)

      \(lines(of: subcommand.explanation, width: 118).joined(separator: "\n"))

      \(options.joined(separator: "\n"))

      \(lines(of: status, width: 118).joined(separator: "\n"))
      """
  }

  private static func wrapped(_ usage: String, _ purpose: String) -> String {
    let column = 24
    let rest = lines(of: purpose, width: 118 - column)
    return pad("  " + usage, to: column) + rest.joined(separator: "\n" + String(repeating: " ", count: column))
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
