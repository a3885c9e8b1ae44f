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

internal import Dispatch

/// The input and the signals that a session on the full screen receives, as one sequence of events.
///
/// The session requests each event, and the system call `poll` waits for the event on a separate queue. During the
/// wait, the main actor can draw the steps of the presenter. No lock is required, and no timer wakes the process. If
/// the user types faster than the session draws, the system buffers the input.
@MainActor
final class ScreenEvents {
  enum Event: Sendable {
    case bytes([UInt8])
    /// The terminal has not sent another byte of a sequence within ``escapeTimeout``.
    case timeout
    case signals([Int32])
    case terminalLost
  }

  /// The time to wait for the next byte of a sequence after an Escape, in milliseconds.
  private nonisolated static let escapeTimeout: Int32 = 30

  private let signals: Descriptor?
  private let queue = DispatchQueue(label: "NavStore.ScreenEvents")

  init(signals: Descriptor?) {
    self.signals = signals
  }

  /// Waits for the next event. If `isInSequence` is `true`, returns ``Event/timeout`` when no byte follows within
  /// ``escapeTimeout``.
  func next(isInSequence: Bool) async -> Event {
    await withCheckedContinuation { continuation in
      queue.async { [signals] in
        continuation.resume(returning: Self.wait(signals, isInSequence ? Self.escapeTimeout : -1))
      }
    }
  }

  private nonisolated static func wait(_ signals: Descriptor?, _ timeout: Int32) -> Event {
    // Without this call, a read while the process is in the background would return the same error as a read from a
    // closed terminal, instead of stopping the process.
    TerminationSignals.acceptJobControl()
    while true {
      var watched = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals?.number ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&watched, nfds_t(watched.count), timeout)
      if count == 0 { return .timeout }
      // If a signal interrupts this call, the next call reports that the byte of the signal is available.
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

/// The signals about the terminal that a session on the full screen handles.
enum ScreenSignals {
  /// The signals for a new size of the terminal, for a request to stop, and for the continuation after a stop.
  static let all = [SIGWINCH, stop, `continue`]
  static let stop = SIGTSTP
  static let `continue` = SIGCONT
  static let lostTerminal = SIGHUP

  /// Stops the process with the default action of the signal ``stop``, and returns when the process continues.
  ///
  /// Returns immediately if the process ignores the signal, or if no shell can continue the process, because the system
  /// does not stop the process in these cases.
  static func stopProcess() {
    guard !TerminationSignals.isIgnored(stop) else { return }
    TerminationSignals.acceptJobControl()
    var old = sigaction()
    sigaction(stop, nil, &old)
    signal(stop, SIG_DFL)
    // `raise` sends the signal to this thread, so that the signal is handled before the call returns.
    raise(stop)
    sigaction(stop, &old, nil)
  }
}
