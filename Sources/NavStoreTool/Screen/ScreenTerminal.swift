internal import NavStoreInspection

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The terminal of the process, used as a full screen: its modes, its size and its escape sequences.
///
/// Only this file uses `termios` and the escape sequences of the full screen. All current terminals support these
/// sequences, which are defined by ECMA-48 and xterm, so no terminal database is required.
@MainActor
struct ScreenTerminal {
  /// The modes before the session, which are restored when the session ends or is suspended.
  private let modes: termios
  private(set) var isEntered = false

  static var isUsable: Bool {
    guard Descriptor.standardInput.isTerminal, Descriptor.standardOutput.isTerminal, let name = getenv("TERM") else {
      return false
    }
    return !["", "dumb"].contains(String(cString: name))
  }

  init?() {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return nil }
    self.modes = modes
    TerminalCrashHandler.prepare(modes)
  }

  // MARK: Entering and leaving

  /// Enters the full screen: keys are read immediately and without echo, and the alternate screen is shown.
  ///
  /// This function can be called again if another program has changed the modes.
  mutating func enter() {
    TerminalCrashHandler.isNeeded = true
    isEntered = true
    var raw = modes
    cfmakeraw(&raw)
    setModes(raw)
    // Shows the alternate screen, hides the cursor, and turns off line wrapping and the marks around pasted text.
    Descriptor.standardOutput.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004l\u{1B}[0m\u{1B}[2J")
  }

  mutating func leave() {
    guard isEntered else { return }
    isEntered = false
    Descriptor.standardOutput.write(TerminalCrashHandler.restoringSequence)
    setModes(modes)
    TerminalCrashHandler.isNeeded = false
  }

  private func setModes(_ modes: termios) {
    TerminationSignals.acceptJobControl()
    var modes = modes
    while tcsetattr(STDIN_FILENO, TCSANOW, &modes) == -1, errno == EINTR {}
  }

  var size: ScreenSize {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      // A serial terminal may not report its size.
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  // MARK: Bytes

  /// Returns the bytes that draw rows. Rows are counted from 0.
  ///
  /// Without color, a notice and a problem are bold.
  static func bytes(_ rows: [(row: Int, line: StyledLine)], columns: Int, hasColor: Bool) -> String {
    var bytes = ""
    for (row, line) in rows {
      bytes += "\u{1B}[\(row + 1);1H"
      for span in line.spans {
        let sequence =
          switch span.style {
          case .plain: ""
          case .strong: "\u{1B}[1m"
          case .reversed: "\u{1B}[7m"
          case .faint: "\u{1B}[2m"
          case .notice: hasColor ? "\u{1B}[33m" : "\u{1B}[1m"
          case .problem: hasColor ? "\u{1B}[31m" : "\u{1B}[1m"
          case .good: hasColor ? "\u{1B}[32m" : ""
          }
        bytes += sequence + span.text + (sequence.isEmpty ? "" : "\u{1B}[0m")
      }
      // This sequence erases from the cursor to the end of the row. After a full row, the cursor is still on the last
      // character, which would be erased.
      if line.columns < columns { bytes += "\u{1B}[K" }
    }
    return bytes
  }

  func write(_ bytes: String) -> Bool {
    TerminationSignals.acceptJobControl()
    return Descriptor.standardOutput.write(bytes)
  }
}

/// A handler that restores the terminal when the process crashes. Without this handler, the shell would not show what
/// the user types.
///
/// A signal handler must not use locks or allocate memory. Therefore, everything that the handler needs is prepared in
/// memory that does not move. The handler writes a constant, sets the modes of the terminal, and raises the signal
/// again with its previous action, which ends the process or prints Swift's backtrace.
@MainActor
private enum TerminalCrashHandler {
  /// The escape sequences that undo ``ScreenTerminal/enter()``: styles, line wrapping, the cursor and the alternate
  /// screen.
  nonisolated static let restoringSequence = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private struct Prepared {
    var isNeeded = false
    var modes = termios()
    var bytes: UnsafeMutablePointer<CChar>
    var count: Int
    var actions: UnsafeMutablePointer<sigaction>
  }

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]

  /// The prepared memory. This property is set once, before a handler can read it, and the memory is never freed.
  private nonisolated(unsafe) static var prepared: UnsafeMutablePointer<Prepared>?

  static var isNeeded: Bool {
    get { prepared?.pointee.isNeeded ?? false }
    set { prepared?.pointee.isNeeded = newValue }
  }

  static func prepare(_ modes: termios) {
    guard prepared == nil, let bytes = strdup(restoringSequence) else { return }
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
    actions.initialize(repeating: sigaction(), count: 64)
    let new = UnsafeMutablePointer<Prepared>.allocate(capacity: 1)
    new.initialize(to: Prepared(modes: modes, bytes: bytes, count: strlen(bytes), actions: actions))
    prepared = new
    for number in signals {
      var action = sigaction()
      // The signal is not blocked while its handler runs, so that the handler can raise the signal again.
      action.sa_flags = SA_NODEFER
      let handler: @convention(c) (Int32) -> Void = { TerminalCrashHandler.handle($0) }
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
      #else
        action.__sigaction_handler.sa_handler = handler
      #endif
      sigaction(number, &action, &actions[Int(number)])
    }
  }

  private nonisolated static func handle(_ number: Int32) {
    guard let prepared else { return }
    if prepared.pointee.isNeeded {
      prepared.pointee.isNeeded = false
      _ = write(STDOUT_FILENO, prepared.pointee.bytes, prepared.pointee.count)
      tcsetattr(STDIN_FILENO, TCSANOW, &prepared.pointee.modes)
    }
    sigaction(number, &prepared.pointee.actions[Int(number)], nil)
    raise(number)
  }
}
