#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

internal import Dispatch

/// What comes from outside into the full screen, one event after the other.
///
/// It is asked for events, and waits for each in `poll` on a queue of its own. So the main actor is free meanwhile for
/// the steps of the presenter, which redraw; nothing is shared with a lock; nobody wakes without a reason; and what is
/// typed faster than it is drawn waits in the terminal and not in memory.
@MainActor
final class ScreenEvents {
  enum Event: Sendable {
    /// The terminal has sent these bytes.
    case bytes([UInt8])
    /// A moment has passed, and it has sent nothing.
    case timeout
    /// These signals have come.
    case signals([Int32])
    /// The terminal is gone.
    case terminalLost
  }

  /// How long what belongs to an Escape may take to follow it, in milliseconds.
  private nonisolated static let escapeTimeout: Int32 = 30

  private let signals: Descriptor?
  private let queue = DispatchQueue(label: "NavStore.ScreenEvents")

  init(signals: Descriptor?) {
    self.signals = signals
  }

  /// Waits for the next event; for no longer than a moment if bytes may belong to those before.
  func next(isInSequence: Bool) async -> Event {
    await withCheckedContinuation { continuation in
      queue.async { [signals] in
        continuation.resume(returning: Self.wait(signals, isInSequence ? Self.escapeTimeout : -1))
      }
    }
  }

  private nonisolated static func wait(_ signals: Descriptor?, _ timeout: Int32) -> Event {
    // In the background, to read is to be stopped, and not an error that looks like a lost terminal.
    TerminationSignals.acceptJobControl()
    while true {
      var watched = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals?.number ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&watched, nfds_t(watched.count), timeout)
      if count == 0 { return .timeout }
      // An interruption by a signal is no failure: the next look sees its byte.
      if count < 0 { continue }
      if watched[1].revents != 0, let numbers = signals?.read(), !numbers.isEmpty {
        return .signals(numbers.map { Int32($0) })
      }
      guard watched[0].revents != 0 else { continue }
      guard let bytes = Descriptor.standardInput.read(), !bytes.isEmpty else { return .terminalLost }
      return .bytes(bytes)
    }
  }
}

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
