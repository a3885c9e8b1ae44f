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

/// The lines of standard input and the signals that a session receives, as one sequence of events.
struct StandardInput {
  enum Event {
    case line(InputLine)
    case end
    case signal(Int32)
  }

  private let input = Descriptor.standardInput
  private let signals: Descriptor?
  private var splitter: LineSplitter
  private var hasEnded = false

  init(signals: Descriptor?, firstLine: Int) {
    self.signals = signals
    splitter = LineSplitter(firstLine: firstLine)
  }

  /// Waits for the next event. Signals are returned before lines that have already been read.
  ///
  /// The function blocks the calling thread, which is the main thread. The tasks that save and record run on other
  /// threads.
  mutating func next() -> Event {
    while true {
      let line = splitter.next()
      let ready = wait(isPolling: line != nil || hasEnded)
      if ready.signal, let number = signals?.read()?.first { return .signal(Int32(number)) }
      if let line { return .line(line) }
      if hasEnded { return .end }
      guard ready.input else { continue }
      if let bytes = input.read(), !bytes.isEmpty {
        splitter.append(bytes)
      } else {
        splitter.finish()
        hasEnded = true
      }
    }
  }

  /// Returns whether input is available, and whether a signal is available. Unless `isPolling` is `true`, waits until
  /// at least one of them is available or a signal interrupts the wait.
  private func wait(isPolling: Bool) -> (input: Bool, signal: Bool) {
    var watched = [
      pollfd(fd: hasEnded ? -1 : input.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals?.number ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    // If a signal interrupts this call, the next call reports that the byte of the signal is available.
    guard poll(&watched, nfds_t(watched.count), isPolling ? 0 : -1) > 0 else { return (false, false) }
    return (watched[0].revents != 0, watched[1].revents != 0)
  }
}
