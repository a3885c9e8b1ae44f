#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The signals that tell the full screen of its terminal.
enum ScreenSignals {
  /// The size has changed; somebody asks the process to stop; it goes on after it was stopped.
  static let all = [SIGWINCH, stop, `continue`]
  static let stop = SIGTSTP
  static let `continue` = SIGCONT
  static let lostTerminal = SIGHUP

  /// Stops the process as the signal does by itself, and returns when it goes on; at once where no shell could have it
  /// go on, which the system knows.
  static func stopProcess() {
    guard !TerminationSignals.isIgnored(stop) else { return }
    TerminationSignals.acceptJobControl()
    var old = sigaction()
    sigaction(stop, nil, &old)
    signal(stop, SIG_DFL)
    // To this thread, and not to the process: then it has worked when the call returns.
    raise(stop)
    sigaction(stop, &old, nil)
  }
}
