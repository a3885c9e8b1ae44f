#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Gives the terminal back also when the process crashes, which otherwise would leave a shell that does not echo.
///
/// A handler may neither lock nor allocate, so what it needs lies ready in memory that is never moved: it writes a
/// constant, sets the modes, and lets the signal do what it would have done, be that the end or Swift's backtrace.
@MainActor
enum TerminalRescue {
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
      let handler: @convention(c) (Int32) -> Void = { TerminalRescue.rescue($0) }
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
