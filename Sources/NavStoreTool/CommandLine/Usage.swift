/// The texts of `--help`.
package enum Usage {
  package static let general = """
    usage: navstore demo [--state FILE] [--reset] [--play SESSION]
           navstore --help

    demo   a media library without a screen: type what a user would do, and see its tabs, stacks and sheets.
           "navstore demo --help" tells more.
    """

  package static let hint = "\"navstore --help\" shows how it is used."

  package static var demo: String {
    """
    usage: navstore demo [--state FILE] [--reset] [--play SESSION]

    Reads one command per line from standard input and draws the app after each. What was done is saved, half a second
    after the last change and five seconds after the first one at the latest, and restored at the next start.

      --state FILE     keep the state in FILE, instead of the file "demo" where the system keeps the state of applications
      --reset          begin with the initial state; the old file is moved aside
      --play SESSION   play a recorded session, in time that stands still, with a state file of its own: its process is
                       killed at each line "\(SessionScript.killLine)" and started again
      --help           this text

    commands:
    \(commands.map { "  " + $0 }.joined(separator: "\n"))

    A SCREEN is written as book:1, song:1, film:1, settings or setting:sound; a line that begins with # is a comment.

    exit status: 0; 1 if a played session did not restore what was saved; 64 for wrong arguments; 66 for a session that
    cannot be read; 74 if the last state could not be saved; 130 after Ctrl-C and 143 after a request to terminate, both
    after saving. A second Ctrl-C ends it at once.
    """
  }

  /// One line for each command of a session.
  package static var commands: [String] {
    let width = CommandForm.all.map(\.usage.count).filter { $0 <= 30 }.max() ?? 0
    return CommandForm.all.flatMap { form in
      let isNarrow = form.usage.count <= width
      let padding = String(repeating: " ", count: isNarrow ? width - form.usage.count : width)
      return isNarrow ? ["\(form.usage)\(padding)  \(form.purpose)"] : [form.usage, "\(padding)  \(form.purpose)"]
    } + [
      "", "A screen is one of book:1, song:1, film:1, settings, setting:sound; lines that begin with # are comments.",
    ]
  }
}
