extension ActionLog {
  /// What the first header says: which versions the log is of, and when its session began.
  ///
  /// Reads one line, unless that is damaged: then it looks for the next header. Throws ``ActionLogError`` when a file
  /// cannot be read, and when none is found.
  public func header() throws(ActionLogError) -> LogHeader {
    var sections = LogSections(self)
    while let section = try sections.next(part: nil, header: nil) {
      let blocks = try LogFile(section.path, count: section.count).blocks()
      var isFirst = true
      while let block = try blocks.next() {
        let bytes: UnsafeRawBufferPointer
        switch block {
        case .lines(let lines): bytes = lines
        case .rest(let rest): bytes = rest
        case .tooLong:
          isFirst = false
          continue
        }
        var start = 0
        while start < bytes.count {
          let end = bytes.lineFeed(from: start) ?? bytes.count
          let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
          // Any program's spelling of the first line, and recorders' of a later one.
          if isFirst || line.starts(with: #"{"t":"header""#.utf8), let header = line.header { return header }
          isFirst = false
          start = end + 1
        }
      }
    }
    throw .notALog(file: paths.first ?? "")
  }
}

extension UnsafeRawBufferPointer {
  /// The header that the line is; nil if it is none, or damaged.
  fileprivate var header: LogHeader? {
    guard checked != nil, let fields = JSONReader.read(self, { reader in try? LogFields(&reader) }),
      fields.type == "header"
    else { return nil }
    return LogHeader(fields, number: fields.number ?? 0, time: fields.time ?? 0, self, 0)
  }
}
