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

/// The input and the signals of the full screen, as one sequence of events.
///
/// Each event is requested, and `poll` waits for it on a separate queue. During the wait, the main actor can draw the
/// steps of the presenter. No lock is needed, and no timer wakes the process. If the user types faster than the session
/// draws, the system buffers the input.
@MainActor
final class ScreenEvents {
  enum Event: Sendable {
    /// Bytes that the terminal has sent.
    case bytes([UInt8])
    /// The terminal has not sent a byte for ``escapeTimeout``.
    case timeout
    /// The numbers of signals that the process has received.
    case signals([Int32])
    /// The terminal is closed.
    case terminalLost
  }

  /// The time to wait for the next byte of a sequence after an Escape, in milliseconds.
  private nonisolated static let escapeTimeout: Int32 = 30

  private let signals: Descriptor?
  private let queue = DispatchQueue(label: "NavStore.ScreenEvents")

  init(signals: Descriptor?) {
    self.signals = signals
  }

  /// Returns the next event, and waits for it.
  ///
  /// - Parameter isInSequence: Whether the next byte can belong to an incomplete sequence. The wait then ends with
  ///   ``Event/timeout``.
  func next(isInSequence: Bool) async -> Event {
    await withCheckedContinuation { continuation in
      queue.async { [signals] in
        continuation.resume(returning: Self.wait(signals, isInSequence ? Self.escapeTimeout : -1))
      }
    }
  }

  private nonisolated static func wait(_ signals: Descriptor?, _ timeout: Int32) -> Event {
    // Otherwise a read in the background returns an error like a closed terminal, instead of stopping the process.
    TerminationSignals.acceptJobControl()
    while true {
      var watched = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals?.number ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&watched, nfds_t(watched.count), timeout)
      if count == 0 { return .timeout }
      // After an interruption by a signal, the next call finds the byte of that signal.
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

/// The signals about the terminal that the full screen handles.
enum ScreenSignals {
  /// A new size of the terminal, a request to stop, and the continuation after a stop.
  static let all = [SIGWINCH, stop, `continue`]
  static let stop = SIGTSTP
  static let `continue` = SIGCONT
  static let lostTerminal = SIGHUP

  /// Stops the process with the signal's default action, and returns when it continues.
  ///
  /// Returns immediately if no shell can continue the process, in which case the system ignores the signal.
  static func stopProcess() {
    guard !TerminationSignals.isIgnored(stop) else { return }
    TerminationSignals.acceptJobControl()
    var old = sigaction()
    sigaction(stop, nil, &old)
    signal(stop, SIG_DFL)
    // The signal is sent to this thread, so that it is handled before the call returns.
    raise(stop)
    sigaction(stop, &old, nil)
  }
}
