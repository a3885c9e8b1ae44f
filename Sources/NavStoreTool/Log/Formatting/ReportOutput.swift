internal import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The output of `navstore log`: lines on standard output, and the progress on standard error.
///
/// Lines are buffered, so that a long output needs few system calls.
final class ReportOutput {
  /// A style for a part of a line, as a parameter of the terminal's escape sequence.
  enum Style: String, CaseIterable {
    case faint = "2"
    case bold = "1"
    case good = "32"
    case bad = "31"
    case warning = "33"
  }

  private let hasColor: Bool
  /// Whether each line is written immediately, so that a user can follow the output.
  private let writesImmediately: Bool
  private var pending = ""
  /// Whether the progress is written to standard error. If a terminal shows the lines as they are written, they are
  /// the progress.
  let showsProgress: Bool
  private let start = ContinuousClock.now
  private var events = 0
  private var hasProgressLine = false

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - color: Whether styles are used.
  ///   - writesImmediately: Whether each line is written immediately.
  ///   - writesAtEnd: Whether all lines are written at the end of the command.
  init(color: LogOptions.Color, writesImmediately: Bool, writesAtEnd: Bool) {
    showsProgress = Descriptor.standardError.isTerminal && (writesAtEnd || !Descriptor.standardOutput.isTerminal)
    self.writesImmediately = writesImmediately
    let environment = ProcessInfo.processInfo.environment
    hasColor =
      switch color {
      case .always: true
      case .never: false
      case .auto:
        Descriptor.standardOutput.isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
      }
  }

  /// Returns the text with a style, if styles are used.
  func styled(_ text: String, _ style: Style) -> String {
    hasColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Writes lines.
  ///
  /// Escapes everything that can control a terminal, except line feeds and the styles of ``styled(_:_:)``. The caller
  /// escapes line feeds in text from outside.
  ///
  /// - Throws: An ``ExitStatus`` if the lines cannot be written: ``ExitStatus/brokenPipe`` if the reader of the output
  ///   has closed it.
  func write(_ lines: String) throws {
    pending += lines.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) } ? lines : escaped(lines)
    pending += "\n"
    if writesImmediately || pending.utf8.count > 1 << 16 { try flush() }
  }

  private func escaped(_ lines: String) -> String {
    lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let pieces = line.split(separator: "\u{1B}", omittingEmptySubsequences: false)
      return pieces.enumerated().map { index, piece in
        guard index > 0 else { return String(piece).printable }
        // Compared by scalars, because a combining mark after a style joins the style's last character.
        let style = hasColor ? Self.styles.first { piece.unicodeScalars.starts(with: $0.unicodeScalars) } : nil
        guard let style else { return "\u{1B}".printable + String(piece).printable }
        return "\u{1B}" + style + String(piece.unicodeScalars.dropFirst(style.unicodeScalars.count)).printable
      }.joined()
    }.joined(separator: "\n")
  }

  private static let styles = (Style.allCases.map(\.rawValue) + ["0"]).map { "[\($0)m" }

  func flush() throws {
    if pending.isEmpty { return }
    let error = Descriptor.standardOutput.writeError(pending)
    pending.removeAll(keepingCapacity: true)
    guard let error else { return }
    if error.isBrokenPipe { throw ExitStatus.brokenPipe }
    warn("the output cannot be written: \(error).")
    throw ExitStatus.software
  }

  /// Writes a message to standard error.
  func warn(_ message: String) {
    endProgress()
    Descriptor.report(message)
  }

  /// Counts an event. After one second, a terminal shows the count.
  func countEvent() {
    events += 1
    guard showsProgress, events & 0x3FFF == 0 else { return }
    let duration = ContinuousClock.now - start
    guard duration > .seconds(1) else { return }
    hasProgressLine = true
    Descriptor.standardError.write("\r\(events) events, \(duration.components.seconds) s")
  }

  func endProgress() {
    if hasProgressLine { Descriptor.standardError.write("\r\u{1B}[K") }
    hasProgressLine = false
  }
}
