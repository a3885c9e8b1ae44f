#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Delivers the signals that request the end of the process through a pipe, so that the process can wait for signals
/// and input together.
///
/// The signals are `SIGINT` (Ctrl-C), `SIGTERM` and `SIGHUP` (loss of the terminal). Only the first signal of each kind
/// is delivered. The second one ends the process immediately.
enum TerminationSignals {
  /// The writing end of the pipe. It is set once, before a handler can read it. A signal handler may not lock or
  /// allocate, but it may write to a pipe.
  private nonisolated(unsafe) static var writingEnd: Int32 = -1

  /// Starts to deliver signals.
  ///
  /// - Returns: The reading end of the pipe, which contains the number of each signal as one byte; `nil` if the system
  ///   cannot create a pipe.
  static func listen() -> Descriptor? {
    guard let pipe = Descriptor.pipe() else { return nil }
    // A handler must not wait for a reader. If the pipe is full, the signal is dropped.
    _ = fcntl(pipe.writing.number, F_SETFL, O_NONBLOCK)
    writingEnd = pipe.writing.number
    let delivered = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }
    for number in delivered {
      signal(number) { number in
        let savedError = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(TerminationSignals.writingEnd, &byte, 1)
        signal(number, SIG_DFL)
        errno = savedError
      }
    }
    unblock(delivered)
    return pipe.reading
  }

  /// Delivers additional signals through the pipe of ``listen()``, each time they occur.
  static func listen(alsoTo numbers: [Int32]) {
    for number in numbers where !isIgnored(number) {
      signal(number) { number in
        let savedError = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(TerminationSignals.writingEnd, &byte, 1)
        errno = savedError
      }
    }
  }

  /// Unblocks the signals of job control for the calling thread, so that the system stops the process when it uses the
  /// terminal in the background.
  ///
  /// A thread that blocks these signals, as threads of a pool do, is not stopped. Its access to the terminal succeeds
  /// or returns an error.
  static func acceptJobControl() {
    unblock([SIGTSTP, SIGTTIN, SIGTTOU])
  }

  /// Unblocks the signals that end the process.
  static func acceptTermination() {
    unblock([SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  }

  /// Unblocks signals for the calling thread.
  ///
  /// A process inherits the signal mask of the thread that started it, and threads of a pool block all signals.
  private static func unblock(_ numbers: [Int32]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Returns whether the parent process has requested that this process ignores a signal, as `nohup` does.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // `SIG_IGN` is an integer in the type of a function, and functions cannot be compared with `==`.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Ignores `SIGPIPE`, so that a write to a closed pipe returns an error and does not end the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
