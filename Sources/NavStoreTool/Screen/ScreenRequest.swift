/// What a key asks of the session, beyond a change of what is drawn.
package enum ScreenRequest: Equatable, Sendable {
  /// Send these actions to the store as one transaction.
  case send([DemoNavigationAction])
  /// Say which URL opens what is shown.
  case url
  /// Draw every row anew, because something else may have written to the terminal.
  case redraw
  /// Give the terminal back and stop, until the shell has the process go on.
  case suspend
  /// Save and leave.
  case quit
}
