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

/// Functions that deliver signals through a pipe, so that the process can wait for signals and input at the same time.
///
/// The signals that request the end of the process are `SIGINT` (Ctrl-C), `SIGTERM` and `SIGHUP` (loss of the
/// terminal). Only the first signal of each of these kinds is delivered. A second signal of the same kind ends the
/// process immediately.
enum TerminationSignals {
  /// The writing end of the pipe. This property is set once, before a signal handler can read it. A signal handler must
  /// not use locks or allocate memory, but may write to a pipe.
  private nonisolated(unsafe) static var writingEnd: Int32 = -1

  /// Starts to deliver signals. Returns the reading end of the pipe, from which the number of each signal can be read
  /// as one byte.
  static func listen() -> Descriptor? {
    guard let pipe = Descriptor.pipe() else { return nil }
    // The pipe is non-blocking, because a handler must not wait for a reader. If the pipe is full, the signal is
    // dropped.
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

  /// Delivers additional signals. Unlike the signals of ``listen()``, these signals are delivered each time they are
  /// received, and not only the first time.
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

  /// Unblocks the signals of job control for the calling thread, so that the system stops the process if it uses the
  /// terminal while it is in the background.
  ///
  /// The system does not stop a process when a thread that blocks these signals, such as a thread of a thread pool,
  /// uses the terminal. Instead, the access succeeds or returns an error.
  static func acceptJobControl() {
    unblock([SIGTSTP, SIGTTIN, SIGTTOU])
  }

  static func acceptTermination() {
    unblock([SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  }

  /// Unblocks signals for the calling thread.
  ///
  /// Signals can be blocked because a process inherits the signal mask of the thread that started it, and the threads
  /// of a thread pool block all signals.
  private static func unblock(_ numbers: [Int32]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // The handlers are compared as integers, because `SIG_IGN` is an integer with a function type, and functions cannot
    // be compared with `==`.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Ignores `SIGPIPE`, so that a write to a closed pipe returns an error instead of ending the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
