/// Where in a log a replay can begin.
struct LogPosition {
  var section: LogSection
  /// What is read after it.
  var following: LogSections
  var offset = 0
  /// How many lines of the file stand before it.
  var line = 0
  /// The transaction that the state which stands there is after; nil for the beginning of a file.
  var number: Int?
  /// The header of the file, where the reading begins after it.
  var header: LogHeader?
}

extension ActionLog {
  /// The last place with a whole state that is not after a transaction, found without decoding anything; nil if there
  /// is none.
  ///
  /// It knows states by the spelling of recorders: another one costs only that a replay begins earlier.
  func lastState(notAfter number: Int) throws(ActionLogError) -> LogPosition? {
    var found: LogPosition?
    var header: LogHeader?
    var nextPart: Int?
    var sections = LogSections(self)
    while let section = try sections.next(part: nextPart, header: header) {
      let blocks = try LogFile(section.path, count: section.count).blocks()
      var place = LogPosition(section: section, following: sections)
      nextPart = nil
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
              if fields.state != nil { found = place }
            } else {
              found = place
              found?.number = reached
              found?.header = header
            }
          }
          if line.starts(with: #"{"t":"end""#.utf8) { nextPart = line.fields?.next }
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

  /// The number that stands behind a spelling that the line begins with.
  fileprivate func number(after spelling: StaticString) -> Int? {
    JSONReader.read(self) { reader in reader.consume(spelling) ? try? reader.integer(Int.self) : nil }
  }
}
