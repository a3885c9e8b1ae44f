#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// What comes from outside into a session, one event after the other.
struct StandardInput {
  enum Event {
    case line(InputLine)
    case end
    /// The number of the signal that asks to leave.
    case signal(Int32)
  }

  private let input = Descriptor.standardInput
  private let signals: Descriptor?
  private var splitter: LineSplitter
  private var hasEnded = false

  /// The input of a session; `signals` is where the numbers of signals come out.
  init(signals: Descriptor?, firstLine: Int) {
    self.signals = signals
    splitter = LineSplitter(firstLine: firstLine)
  }

  /// Waits for the next event. A signal comes before the lines that were read already.
  ///
  /// It blocks its thread, which is the main one: whatever else the process does runs on others.
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

  /// Waits until there is something to read, or merely looks.
  private func wait(isPolling: Bool) -> (input: Bool, signal: Bool) {
    var watched = [
      pollfd(fd: hasEnded ? -1 : input.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals?.number ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    // An interruption by a signal is no failure: the next look sees its byte.
    guard poll(&watched, nfds_t(watched.count), isPolling ? 0 : -1) > 0 else { return (false, false) }
    return (watched[0].revents != 0, watched[1].revents != 0)
  }
}
