internal import NavStore
internal import NavStoreInspection

/// The output of `navtool log`: lines on standard output, and the progress of the command on standard error.
///
/// Lines are buffered, so that a long output requires few system calls.
final class ReportOutput {
  /// A style for part of a line. The raw value is the parameter of the escape sequence that sets the style in a
  /// terminal.
  enum Style: String, CaseIterable {
    case faint = "2"
    case bold = "1"
    case good = "32"
    case bad = "31"
    case warning = "33"
  }

  private let hasColor: Bool
  /// A Boolean value that indicates whether each line is written immediately, so that a user can follow the output.
  private let writesImmediately: Bool
  private var pending = ""
  /// A Boolean value that indicates whether the progress is written to standard error. The progress is not written if a
  /// terminal shows lines of the output while the command runs, because these lines already show the progress.
  let showsProgress: Bool
  private let start = ContinuousClock.now
  private var events = 0
  private var hasProgressLine = false

  init(color: LogOptions.Color, writesImmediately: Bool, writesAtEnd: Bool) {
    showsProgress = Descriptor.standardError.isTerminal && (writesAtEnd || !Descriptor.standardOutput.isTerminal)
    self.writesImmediately = writesImmediately
    hasColor =
      switch color {
      case .always: true
      case .never: false
      case .auto: Descriptor.standardOutput.isColorTerminal
      }
  }

  func styled(_ text: String, _ style: Style) -> String {
    hasColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Writes one or several lines.
  ///
  /// Escapes everything that can control a terminal, except line feeds and the styles of ``styled(_:_:)``. The caller
  /// must escape line feeds in text from a file or from the user.
  ///
  /// - Throws: ``ExitStatus/brokenPipe`` if the reader of the output has closed the pipe, otherwise
  ///   ``ExitStatus/software``.
  func write(_ lines: String) throws {
    pending += lines.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) } ? lines : escaped(lines)
    pending += "\n"
    if writesImmediately || pending.utf8.count > 1 << 16 { try flush() }
  }

  func write(findingsOf report: LoggedReport, of log: NavigationLog) throws {
    let findings = FindingsReport(report, of: log) { text, style in self.styled(text, style == .good ? .good : .bad) }
    for text in findings.texts { try write(text) }
  }

  private func escaped(_ lines: String) -> String {
    lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let pieces = line.split(separator: "\u{1B}", omittingEmptySubsequences: false)
      return pieces.enumerated().map { index, piece in
        guard index > 0 else { return String(piece).printable }
        // Scalars are compared, because a combining mark after a style forms one character with the last letter of the
        // style.
        let style = hasColor ? Self.styles.first { piece.unicodeScalars.starts(with: $0.unicodeScalars) } : nil
        guard let style else { return "\u{1B}".printable + String(piece).printable }
        return "\u{1B}" + style + String(piece.unicodeScalars.dropFirst(style.unicodeScalars.count)).printable
      }.joined()
    }.joined(separator: "\n")
  }

  private static let styles = (Style.allCases.map(\.rawValue) + ["0"]).map { "[\($0)m" }

  /// Writes bytes without escapes, for an output that is not meant for a terminal.
  func write(bytes: [UInt8]) throws {
    try flush()
    try Descriptor.print(bytes)
  }

  func flush() throws {
    if pending.isEmpty { return }
    defer { pending.removeAll(keepingCapacity: true) }
    try Descriptor.print(pending)
  }

  func warn(_ message: String) {
    endProgress()
    Descriptor.report(message)
  }

  func reportEmptySelection(in logs: [String]) throws {
    try flush()
    warn(logs.count == 1 ? "\(logs[0]): the options select nothing." : "the options select nothing in any of the logs.")
  }

  func countEvent() {
    events += 1
    guard showsProgress, events & 0x3FFF == 0 else { return }
    let duration = ContinuousClock.now - start
    guard duration > .seconds(1) else { return }
    showProgress("\(events) events, \(duration.components.seconds) s")
  }

  func showProgress(_ text: String) {
    guard showsProgress else { return }
    hasProgressLine = true
    Descriptor.standardError.write("\r" + text)
  }

  func endProgress() {
    if hasProgressLine { Descriptor.standardError.write("\r\u{1B}[K") }
    hasProgressLine = false
  }
}
