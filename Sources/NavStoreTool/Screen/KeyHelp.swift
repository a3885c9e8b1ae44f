/// The texts that say which keys there are.
enum KeyHelp {
  /// The most useful keys in one row, as many as fit.
  static func line(ofColumns columns: Int) -> String {
    var keys = ["1-9 open", "Esc back", "Tab next tab", "s sheet", "d dismiss", "g URL"]
    let last = ["? keys", "q quit"]
    while !keys.isEmpty, (keys + last).joined(separator: "  ").columns > columns { keys.removeLast() }
    return (keys + last).joined(separator: "  ")
  }

  /// All keys.
  static let lines = [
    "1-9, Enter     open a link",
    "up, down       select one",
    "Esc, Backspace go back",
    "F1-F4, Tab     tap a tab; again: to its root, to the top",
    "s              present what is selected as a sheet",
    "d              dismiss",
    "g              go to a URL, for example /song/3",
    "u              say the URL of what is shown",
    "Ctrl-L         draw everything again",
    "Ctrl-Z         stop; the shell's fg goes on",
    "q, Ctrl-C      save and quit",
  ]
}
