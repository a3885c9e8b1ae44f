#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The terminal of the process as a full screen: its modes, its size, and the bytes that it understands.
///
/// No other file knows of `termios` or of escape sequences. The sequences are those that ECMA-48 and xterm have in
/// common with every terminal in use, so no database of terminals is asked.
@MainActor
struct ScreenTerminal {
  /// The modes that the terminal had, and has again whenever the session does not have it.
  private let modes: termios
  private(set) var isEntered = false

  /// Whether there is a terminal at both ends, and one that is more than a printer.
  static var isUsable: Bool {
    guard Descriptor.standardInput.isTerminal, Descriptor.standardOutput.isTerminal, let name = getenv("TERM") else {
      return false
    }
    return !["", "dumb"].contains(String(cString: name))
  }

  /// Looks at the terminal and does nothing yet; nil if it does not say its modes.
  init?() {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return nil }
    self.modes = modes
    TerminalCrashHandler.prepare(modes)
  }

  // MARK: Entering and leaving

  /// Takes the terminal: each key by itself, nothing echoed, a screen of its own. Again, where something else may have
  /// changed that.
  mutating func enter() {
    TerminalCrashHandler.isNeeded = true
    isEntered = true
    var raw = modes
    cfmakeraw(&raw)
    setModes(raw)
    // Another screen, no cursor, no wrapping at the last column, pasted text without marks.
    Descriptor.standardOutput.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004l\u{1B}[0m\u{1B}[2J")
  }

  /// Gives the terminal back as it was.
  mutating func leave() {
    guard isEntered else { return }
    isEntered = false
    Descriptor.standardOutput.write(TerminalCrashHandler.farewell)
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
      // A line to elsewhere may not know.
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  // MARK: Bytes

  /// The bytes that put these rows into their places; each row counted from 0, for a screen that is so wide.
  static func bytes(_ rows: [(row: Int, line: StyledLine)], columns: Int) -> String {
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
          }
        bytes += sequence + span.text + (sequence.isEmpty ? "" : "\u{1B}[0m")
      }
      // Behind a full row the cursor still stands on its last character, which would be erased.
      if line.columns < columns { bytes += "\u{1B}[K" }
    }
    return bytes
  }

  /// Writes them in one piece; false when nobody reads any more.
  func write(_ bytes: String) -> Bool {
    TerminationSignals.acceptJobControl()
    return Descriptor.standardOutput.write(bytes)
  }
}

/// Gives the terminal back also when the process crashes, which otherwise would leave a shell that does not echo.
///
/// A handler may neither lock nor allocate, so what it needs lies ready in memory that is never moved: it writes a
/// constant, sets the modes, and lets the signal do what it would have done, be that the end or Swift's backtrace.
@MainActor
private enum TerminalCrashHandler {
  /// Everything that entering has set, taken back: styles, wrapping, the cursor, the other screen.
  nonisolated static let farewell = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private struct Kept {
    var isNeeded = false
    var modes = termios()
    var bytes: UnsafeMutablePointer<CChar>
    var count: Int
    /// What each signal would do without this, by its number.
    var actions: UnsafeMutablePointer<sigaction>
  }

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]

  /// Set once, before a handler can read it, and never freed.
  private nonisolated(unsafe) static var kept: UnsafeMutablePointer<Kept>?

  /// Whether a crash has to give the terminal back.
  static var isNeeded: Bool {
    get { kept?.pointee.isNeeded ?? false }
    set { kept?.pointee.isNeeded = newValue }
  }

  /// Listens to the signals of crashes.
  static func prepare(_ modes: termios) {
    guard kept == nil, let bytes = strdup(farewell) else { return }
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
    actions.initialize(repeating: sigaction(), count: 64)
    let new = UnsafeMutablePointer<Kept>.allocate(capacity: 1)
    new.initialize(to: Kept(modes: modes, bytes: bytes, count: strlen(bytes), actions: actions))
    kept = new
    for number in signals {
      var action = sigaction()
      // While it runs, its own signal must be able to end the process.
      action.sa_flags = SA_NODEFER
      let handler: @convention(c) (Int32) -> Void = { TerminalCrashHandler.rescue($0) }
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
      #else
        action.__sigaction_handler.sa_handler = handler
      #endif
      sigaction(number, &action, &actions[Int(number)])
    }
  }

  private nonisolated static func rescue(_ number: Int32) {
    guard let kept else { return }
    if kept.pointee.isNeeded {
      kept.pointee.isNeeded = false
      _ = write(STDOUT_FILENO, kept.pointee.bytes, kept.pointee.count)
      tcsetattr(STDIN_FILENO, TCSANOW, &kept.pointee.modes)
    }
    sigaction(number, &kept.pointee.actions[Int(number)], nil)
    raise(number)
  }
}
