package enum Usage {
  package static let general = """
    usage: navtool demo [--state FILE] [--record FILE] [--reset] [--lines] [--play SESSION]
           navtool log COMMAND [OPTION…] FILE…
           navtool links COMMAND [OPTION…] TABLE
           navtool guide [NAME]
           navtool --help
           navtool --version

    demo   a media library in a terminal, with tabs, stacks and sheets: on the full screen, or with lines of commands.
           See "navtool demo --help".
    log    reads the recorded actions of any app: shows, replays, verifies, counts, compares and draws them, and writes
           tests. See "navtool log --help".
    links  writes the files with which websites and Android open an app's links, and checks lists of links. See
           "navtool links --help".
    guide  prints a guide of this version, or the names of all guides.
    """

  package static let guide = """
    usage: navtool guide [NAME]

    Prints the page of the documentation with the name, as Markdown. Without a name, prints the names and titles of all
    pages. The pages are those of the version from which the command was built.

      --help  show this text

    exit status: 0 for success; 64 for wrong arguments or an unknown name; 66 if the pages are not where they were when
    the command was built; 70 if the output cannot be written; 141 if the reader of the output has closed it.
    """

  package static let links = """
    usage: navtool links aasa --app-id ID [--host HOST] TABLE
           navtool links intent-filters TABLE
           navtool links check --table TABLE [--column COLUMN] [--all] LIST…

    TABLE is a LinkTableExport of the app's links as JSON; "-" is standard input.

    aasa            writes apple-app-site-association, which says which URLs of a host open the app
    intent-filters  writes the intent filters for the manifest of an Android app
    check           says which links of a list the app does not open, and why. LIST is a sitemap, a table (.csv, .tsv),
                    or a file with a URL in each line; "-" is standard input

      --app-id ID   the identifier of the app with its prefix, such as ABCDE12345.com.example.app; may be repeated
      --host HOST   the host of the file; needed if the table does not have exactly one
      --column COLUMN  the name or the number of the column with the links; LIST is then a table, whatever its name is.
                    By default, the first column that looks like a URL
      --all         also show what each of the other links opens
      --help        show this text

    exit status: 0 for success; 1 if a link of a list does not open; 64 for wrong arguments; 65 if TABLE is not an
    exported table, if it has no links for the host, or if a list has no links; 66 if a file cannot be read; 70 if the
    output cannot be written; 130 after Ctrl-C; 141 if the reader of the output has closed it.
    """

  static func hint(for arguments: [String]) -> String {
    let command =
      switch arguments.first {
      case "demo": "demo "
      case "links": "links "
      case "guide": "guide "
      case "log": "log " + (arguments.dropFirst().first.flatMap(LogSubcommand.init).map { $0.rawValue + " " } ?? "")
      default: ""
      }
    return "\"navtool \(command)--help\" shows the usage."
  }

  package static var demo: String {
    """
    usage: navtool demo [--state FILE] [--record FILE] [--reset] [--lines] [--play SESSION]

    In a terminal, the demo uses the full screen and reads keys. Otherwise, and with --lines, it reads one command per
    line from standard input and draws the app after each command. The state is saved half a second after the last
    change, at the latest five seconds after the first one, and restored at the next start.

      --state FILE     save the state in FILE, instead of the file "demo" in the system's folder for application states
      --record FILE    record the actions as a log in FILE, which "navtool log" reads; if FILE exists, in a file with
                       the next free number
      --reset          start with the initial state; the old file is quarantined
      --lines          read commands in a terminal, too; this is the default if TERM is not set or is "dumb"
      --play SESSION   play a recorded session with scripted time and a temporary state file: the process is killed at
                       each line "\(SessionScript.killLine)" and started again, and the logs are verified at the end
      --help           show this text

    keys:
    \(KeyHelp.lines.map { "  " + $0 }.joined(separator: "\n"))

    commands:
    \(DemoCommand.helpLines.map { "  " + $0 }.joined(separator: "\n"))

    exit status: 0 for success; 1 if a played session did not restore the saved state, or the replay of its logs led to
    a state that differs from the recorded state; 64 for wrong arguments; 66 if the session cannot be read; 70 if the
    session could not be played to its end; 74 if the last state could not be saved or the recording failed; 130
    after Ctrl-C, 143 after a request to terminate, 129 after the loss of the terminal and 141 if the reader of the
    output has closed it. Before the exits 129, 130, 141 and 143, the state is saved, and a failure is reported. A
    second Ctrl-C ends the process immediately.
    """
  }

  package static var log: String {
    let commands = LogSubcommand.allCases.map { "  " + $0.rawValue.padded(to: 10) + $0.purpose }
    return """
      usage: navtool log COMMAND [OPTION…] FILE…

      Reads logs of navigation actions, with the tabs and routes of any app.

      \(commands.joined(separator: "\n"))

      See "navtool log COMMAND --help". FILE is the first file of a log; the command finds the files that continue it.
      "-" is standard input. If a log does not contain the rules of its app, --back-rule names the back rule.
      """
  }

  package static func log(_ subcommand: LogSubcommand) -> String {
    let options =
      subcommand.options.map { wrapped($0.usage(in: subcommand), $0.purpose(in: subcommand)) } + [
        wrapped("--help", "show this text")
      ]
    let status =
      "exit status: 0 for success; 1 \(subcommand.finding); 64 for wrong arguments; "
      + (subcommand == .backtest
        ? "66 if the folder cannot be read; "
        : "65 if a file is not a log, or its format is a later version; 66 if a file cannot be read; ")
      + "70 if the system refuses an operation; 130 after "
      + "Ctrl-C\(subcommand.endAfterInterrupt); 141 if the reader of the output has closed it."
    return """
      usage: navtool log \(subcommand.rawValue) [OPTION…] \(subcommand.filesUsage)

      \(lines(of: subcommand.explanation, width: 118).joined(separator: "\n"))

      \(options.joined(separator: "\n"))

      \(lines(of: status, width: 118).joined(separator: "\n"))
      """
  }

  private static func wrapped(_ usage: String, _ purpose: String) -> String {
    let column = 24
    let rest = lines(of: purpose, width: 118 - column)
    return ("  " + usage).padded(to: column) + rest.joined(separator: "\n" + String(repeating: " ", count: column))
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
