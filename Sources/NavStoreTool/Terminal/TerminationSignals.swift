#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Turns Ctrl-C, a request to terminate and the loss of the terminal into bytes of a pipe, so that whoever waits for
/// input can wait for both.
///
/// Only the first signal is taken this way. The second of its kind ends the process at once, as if nobody listened.
enum TerminationSignals {
  /// The writing end of the pipe. It is set once, before a handler can read it, and a handler may do little more than
  /// write to it: neither locks nor memory can be had in one.
  private nonisolated(unsafe) static var writingEnd: Int32 = -1

  /// Begins to listen, and returns the end of the pipe where the numbers of the signals come out, one byte each.
  static func listen() -> Descriptor? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A handler must not wait until somebody reads: of hundreds of signals that are not heard yet, one may be lost.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    writingEnd = ends[1]
    var listened = sigset_t()
    sigemptyset(&listened)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      sigaddset(&listened, number)
      signal(number) { number in
        let savedError = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(TerminationSignals.writingEnd, &byte, 1)
        signal(number, SIG_DFL)
        errno = savedError
      }
    }
    // A process inherits what the thread that started it had blocked, and threads of a pool block everything.
    pthread_sigmask(SIG_UNBLOCK, &listened, nil)
    return Descriptor(number: ends[0])
  }

  /// Has more signals come out of the pipe of ``listen()``, each of them every time.
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

  /// Lets this thread be stopped when it uses the terminal in the background.
  ///
  /// A thread that blocks these signals, as those of a pool do, is let at the terminal or gets an error instead.
  static func acceptJobControl() {
    var numbers = sigset_t()
    sigemptyset(&numbers)
    for number in [SIGTSTP, SIGTTIN, SIGTTOU] { sigaddset(&numbers, number) }
    pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
  }

  /// Lets the usual signals end the process, which inherits what the thread that started it had blocked.
  static func acceptTermination() {
    var numbers = sigset_t()
    sigemptyset(&numbers)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&numbers, number) }
    pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
  }

  /// Whether whoever started the process wants it to go on in spite of the signal, as `nohup` does.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // `SIG_IGN` is a number in the place of a function; functions cannot be compared in another way.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Makes a write to a pipe that nobody reads an error instead of the end of the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
