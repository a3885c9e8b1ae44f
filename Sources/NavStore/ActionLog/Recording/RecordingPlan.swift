/// A pure state machine that decides which lines a recorder writes. It receives events and returns lines.
///
/// ```
/// began         -> header
/// willRecord    -> [end, header of the next file]
/// transaction   -> action… [snap]
/// replacement   -> set
/// lost          -> gap snap
/// refused       -> mark
/// marked        -> mark
/// ended         -> end
/// ```
struct RecordingPlan {
  /// A line to write. Transactions are numbered from 1 in each session.
  enum Line: Equatable {
    case header(part: Int, number: Int)
    case actions(number: Int, hasFingerprint: Bool)
    /// The state after transaction `number`, instead of its actions.
    case replacement(number: Int)
    case state(number: Int)
    /// The last `lost` transactions up to `number` were not recorded.
    case gap(number: Int, lost: Int)
    case mark(number: Int)
    /// The last line of a file. `next` is the number of the part that follows; `nil` at the end of the session.
    case end(number: Int, next: Int?)
  }

  enum Event: Equatable {
    case began
    /// A transaction, a replacement or a loss follows. If the current file is full, the next file begins first.
    case willRecord
    case transaction
    case replacement
    case lost(transactions: Int)
    /// Actions that did not lead to the state to which the rules of the navigation lead. Such a mark counts as a
    /// transaction of its file, so that the size of a file also limits these marks.
    case refused
    case marked
    case ended
  }

  private let options: ActionLogOptions
  private(set) var number = 0
  /// The number of the current part of the session, counted from 1; 0 before the first file.
  private(set) var part = 0
  /// The size of the current file, and of its first line.
  private var bytes = 0
  private var firstLineBytes = 0
  private var transactions = 0
  private var sinceState = 0
  private var sinceFingerprint = 0
  /// Whether a line with the state could not be written, so that a reader cannot compute the current state.
  private var isStateMissing = false
  private(set) var hasEnded = false

  init(options: ActionLogOptions) {
    self.options = options
  }

  mutating func lines(for event: Event) -> [Line] {
    if hasEnded { return [] }
    var lines: [Line] = []
    switch event {
    case .began:
      beginFile(&lines)
    case .willRecord:
      let isFull = bytes >= options.bytesPerFile && bytes - firstLineBytes >= firstLineBytes
      guard transactions > 0, isFull || transactions >= options.transactionsPerFile else { break }
      lines.append(.end(number: number, next: part + 1))
      beginFile(&lines)
    case .transaction:
      count(1)
      sinceFingerprint += 1
      let hasState = isStateMissing || options.stateInterval > 0 && sinceState >= options.stateInterval
      let hasFingerprint = options.fingerprintInterval > 0 && sinceFingerprint >= options.fingerprintInterval
      if hasFingerprint { sinceFingerprint = 0 }
      lines.append(.actions(number: number, hasFingerprint: hasFingerprint))
      if hasState { appendState(.state(number: number), &lines) }
    case .replacement:
      count(1)
      appendState(.replacement(number: number), &lines)
    case .lost(let transactions):
      count(transactions)
      lines.append(.gap(number: number, lost: transactions))
      appendState(.state(number: number), &lines)
    case .refused:
      transactions += 1
      lines.append(.mark(number: number))
    case .marked:
      lines.append(.mark(number: number))
    case .ended:
      lines.append(.end(number: number, next: nil))
      hasEnded = true
    }
    return lines
  }

  mutating func wrote(_ count: Int, isFirstLine: Bool = false) {
    bytes += count
    if isFirstLine { firstLineBytes = count }
  }

  /// Notes that a state could not be written. The state is written after the next transaction instead.
  mutating func missedState() {
    isStateMissing = true
  }

  private mutating func count(_ added: Int) {
    number += added
    transactions += added
    sinceState += added
  }

  private mutating func appendState(_ line: Line, _ lines: inout [Line]) {
    lines.append(line)
    sinceState = 0
    sinceFingerprint = 0
    isStateMissing = false
  }

  private mutating func beginFile(_ lines: inout [Line]) {
    part += 1
    bytes = 0
    transactions = 0
    appendState(.header(part: part, number: number), &lines)
  }
}
