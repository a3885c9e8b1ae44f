/// A replay in progress. It reads the lines of a log, block by block, and passes them to a replayer.
final class ReplayRun {
  enum Progress {
    /// The next line has a time other than the requested one. `at` is the time of that line, in milliseconds since the
    /// session began.
    case paused(at: Int64)
    case finished
  }

  struct Schema {
    let version: Int
    let userInfo: [CodingUserInfoKey: Any]
    let refusal: (LogHeader, _ file: String) -> ActionLogError?
  }

  private let log: ActionLog
  private let schema: Schema
  private let target: any ReplayTarget
  private var replayer: Replayer
  private var parser: LogLineParser

  private var sections: LogSections
  private var blocks: LineBlockReader
  private var lines = UnsafeRawBufferPointer(start: nil, count: 0)
  /// A parsed line whose time was not the requested one. The next call of `advance(to:)` handles the line.
  private var waiting: LogLine?
  private let cache = DecodedValueCache()
  private var fileEnd = LogFileEnd.missing

  init(
    _ log: ActionLog, _ schema: Schema, options: ReplayOptions, target: any ReplayTarget
  ) throws(ActionLogError) {
    self.log = log
    self.schema = schema
    self.target = target
    if log.paths.isEmpty { throw .notALog(file: "") }
    var sections = LogSections(log)
    guard let section = try sections.next(after: .missing, header: nil) else { throw .notALog(file: "") }
    var start = LogPosition(section: section, following: sections)
    if let number = options.from, let place = try log.lastState(notAfter: number) { start = place }
    if let header = start.header, let refusal = schema.refusal(header, start.section.path) { throw refusal }
    self.sections = start.following
    parser = LogLineParser(decoder: target, schema: schema.version, header: start.header)
    replayer = Replayer(options: options, startingAfter: start.number, in: start.header?.session, target: target)
    replayer.enter(start.section, after: start.line)
    blocks = try LogFile(start.section.path, offset: start.offset, count: start.section.count).blocks()
  }

  /// Reads the log up to the first line whose time is not `time`, or until the log or the replay ends. If `time` is
  /// `nil`, the times of the lines do not matter.
  ///
  /// If the previous call stopped at a line, this call first handles that line, whatever its time is.
  func advance(to time: Int64? = nil) throws(ActionLogError) -> Progress {
    while !replayer.isDone {
      if let waiting {
        self.waiting = nil
        if let failure = handle(waiting) { throw failure }
        continue
      }
      if lines.isEmpty, try !nextBlock() { break }
      if let pause = try readLines(to: time) { return .paused(at: pause) }
    }
    replayer.finish()
    return .finished
  }

  func summary() throws(ActionLogError) -> ReplaySummary {
    if replayer.summary.sessions == 0, replayer.summary.stop == nil { throw .notALog(file: log.paths.first ?? "") }
    return replayer.summary
  }

  var isStateKnown: Bool { replayer.isStateKnown }

  var sessions: Int { replayer.summary.sessions }

  private func nextBlock() throws(ActionLogError) -> Bool {
    while true {
      switch try blocks.next() {
      case .lines(let bytes):
        lines = bytes
        return true
      case .rest(let bytes):
        replayer.location.line += 1
        try handle(rest: bytes)
      case .tooLong:
        replayer.location.line += 1
        replayer.handle(.damage(.tooLong))
      case nil:
        guard let next = try sections.next(after: fileEnd, header: parser.header) else { return false }
        blocks = try LogFile(next.path, count: next.count).blocks()
        // If the app passed all paths, a file after one without an end may belong to another session.
        var header = parser.header
        if case .missing = fileEnd, !log.followsParts { header = nil }
        parser = LogLineParser(decoder: target, schema: schema.version, header: header)
        replayer.enter(next)
        fileEnd = .missing
      }
      if replayer.isDone { return false }
    }
  }

  private func readLines(to time: Int64?) throws(ActionLogError) -> Int64? {
    let block = lines
    var position = 0
    var failure: ActionLogError?
    var pause: Int64?
    JSONReader.read(block, userInfo: schema.userInfo, cache: cache) { reader in
      while position < block.count, !replayer.isDone, pause == nil, failure == nil {
        let end = block.lineFeed(from: position) ?? block.count
        let line = UnsafeRawBufferPointer(rebasing: block[position..<end])
        reader.read(in: position..<end)
        position = min(end + 1, block.count)
        replayer.location.line += 1
        if line.isEmpty { continue }
        let input = parser.line(&reader, line)
        if let time, let at = input.time, at != time {
          waiting = input
          pause = at
        } else {
          failure = handle(input)
        }
      }
    }
    lines = UnsafeRawBufferPointer(rebasing: block[position...])
    if let failure { throw failure }
    return pause
  }

  /// Handles the bytes after the last line feed: an incomplete line, or a complete last line that has no line feed.
  private func handle(rest line: UnsafeRawBufferPointer) throws(ActionLogError) {
    let input = JSONReader.read(line, userInfo: schema.userInfo) { reader in parser.line(&reader, line) }
    if case .damage = input { return replayer.handle(.damage(.torn)) }
    if let failure = handle(input) { throw failure }
  }

  private func handle(_ input: LogLine) -> ActionLogError? {
    switch input {
    case .header(let header, _):
      if let error = schema.refusal(header, replayer.location.file) { return error }
      // Several files of a session can be joined to one. Then a first line follows the end of a part.
      fileEnd = .missing
    case .end(_, _, let next): fileEnd = LogFileEnd(next: next)
    default: break
    }
    replayer.handle(input)
    return nil
  }
}

private struct LogPosition {
  var section: LogSection
  var following: LogSections
  var offset = 0
  var line = 0
  /// The number of the transaction whose resulting state is at the position; `nil` for the start of a file.
  var number: Int?
  /// The header of the file; `nil` if the position is at the header.
  var header: LogHeader?
}

extension ActionLog {
  /// Returns the position of the last state that was recorded at or before transaction `number`; `nil` if the log has
  /// no such state.
  ///
  /// The method does not decode states. It finds only lines that begin as the recorder writes them. If a line with a
  /// state begins differently, the replay begins at an earlier state.
  ///
  /// - Complexity: O(n), where n is the number of bytes up to the transaction.
  fileprivate func lastState(notAfter number: Int) throws(ActionLogError) -> LogPosition? {
    var found: LogPosition?
    var header: LogHeader?
    var fileEnd = LogFileEnd.missing
    var sections = LogSections(self)
    while let section = try sections.next(after: fileEnd, header: header) {
      let blocks = try LogFile(section.path, count: section.count).blocks()
      var place = LogPosition(section: section, following: sections)
      fileEnd = .missing
      while case .lines(let block)? = try blocks.next() {
        var start = 0
        while start < block.count {
          let end = block.lineFeed(from: start) ?? block.count
          let line = UnsafeRawBufferPointer(rebasing: block[start..<end])
          if let reached = line.number(after: #"{"t":"action","n":"#), reached > number { return found }
          if line.isState, line.checked != nil, let fields = line.fields, let reached = fields.number {
            if reached > number { return found }
            if fields.type == "header" {
              header = LogHeader(fields, number: reached, time: fields.time ?? 0, line, 0)
              fileEnd = .missing
              if fields.state != nil { found = place }
            } else {
              found = place
              found?.number = reached
              found?.header = header
            }
          }
          if line.starts(with: #"{"t":"end""#.utf8), line.checked != nil, let fields = line.fields {
            fileEnd = LogFileEnd(next: fields.next)
          }
          place.offset += end + 1 - start
          place.line += 1
          start = end + 1
        }
      }
    }
    return found
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var isState: Bool { starts(with: #"{"t":"snap""#.utf8) || starts(with: #"{"t":"header""#.utf8) }

  fileprivate var fields: LogFields? {
    JSONReader.read(self) { reader in try? LogFields(&reader) }
  }

  fileprivate func number(after spelling: StaticString) -> Int? {
    JSONReader.read(self) { reader in reader.consume(spelling) ? try? reader.integer(Int.self) : nil }
  }
}
