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

  /// A sentence that names the help of the command that has wrong arguments.
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
    \(commands.map { "  " + $0 }.joined(separator: "\n"))

    exit status: 0; 1 if a played session did not restore what was saved, or its log did not lead to the same states; 64 for wrong arguments; 66 for a session that
    cannot be read; 70 if it could not be played to its end; 74 if the last state could not be saved; 130 after Ctrl-C,
    143 after a request to terminate, 129 after the loss of the terminal and 141 when nobody reads the output any more,
    each after an attempt to save, whose failure is told. A second Ctrl-C ends it at once.
    """
  }

  /// The commands of a session and what they are for.
  package static var commands: [String] {
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
