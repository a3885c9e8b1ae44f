internal import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Where `navstore log` writes: lines to standard output, and to standard error how far it is.
///
/// Lines are collected, so that a million of them are not a million writes.
final class LogOutput {
  /// How a part of a line looks in a terminal.
  enum Style: String, CaseIterable {
    case faint = "2"
    case bold = "1"
    case good = "32"
    case bad = "31"
    case warning = "33"
  }

  private let hasColor: Bool
  /// Whether each line is written at once, for who watches.
  private let isEager: Bool
  private var pending = ""
  /// Whether somebody sees how far it is. Where the output goes to the same terminal, it shows that itself.
  let isWatched: Bool
  private let start = ContinuousClock.now
  private var steps = 0
  private var hasProgressLine = false

  /// - Parameter isQuiet: Whether nothing is written before the end.
  init(color: LogOptions.Color, isEager: Bool = false, isQuiet: Bool = false) {
    isWatched = Descriptor.standardError.isTerminal && (isQuiet || !Descriptor.standardOutput.isTerminal)
    self.isEager = isEager
    let environment = ProcessInfo.processInfo.environment
    hasColor =
      switch color {
      case .always: true
      case .never: false
      case .auto:
        Descriptor.standardOutput.isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
      }
  }

  /// The text with a style, where colours are wanted.
  func styled(_ text: String, _ style: Style) -> String {
    hasColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Writes lines. Throws an ``ExitStatus`` when that cannot be done: ``ExitStatus/brokenPipe`` when nothing reads the output
  /// any more.
  ///
  /// Escapes everything that a terminal acts on, except line feeds and the styles of ``styled(_:_:)``. The caller escapes
  /// line feeds inside foreign text.
  func write(_ lines: String) throws {
    pending += lines.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) } ? lines : guarded(lines)
    pending += "\n"
    if isEager || pending.utf8.count > 1 << 16 { try flush() }
  }

  private func guarded(_ lines: String) -> String {
    lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let pieces = line.split(separator: "\u{1B}", omittingEmptySubsequences: false)
      return pieces.enumerated().map { index, piece in
        guard index > 0 else { return String(piece).printable }
        // Scalars, because a combining mark after a style is one character with its end.
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

  /// Writes a message that is no part of the output.
  func warn(_ message: String) {
    endProgress()
    Descriptor.report(message)
  }

  /// Counts a transaction. From a second on, a terminal shows how many there were.
  func step() {
    steps += 1
    guard isWatched, steps & 0x3FFF == 0 else { return }
    let passed = ContinuousClock.now - start
    guard passed > .seconds(1) else { return }
    hasProgressLine = true
    Descriptor.standardError.write("\r\(steps) transactions, \(passed.components.seconds) s")
  }

  func endProgress() {
    if hasProgressLine { Descriptor.standardError.write("\r\u{1B}[K") }
    hasProgressLine = false
  }
}
