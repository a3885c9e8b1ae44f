/// A recorded session on disk: one file, or several that follow each other.
///
/// ```swift
/// let log = ActionLog(path: "session.navlog")
/// let report = try log.replay(schema, reducer: AppReducer())
/// print(report.isFaithful, report.number)
/// ```
///
/// It is read in blocks: memory does not grow with its length. Nothing in a log stops the program; what cannot be used
/// is in the report.
public struct ActionLog: Sendable {
  /// The files in the order of reading.
  public let paths: [String]
  /// Whether files that continue the last one are looked for.
  let followsParts: Bool

  /// The session that begins in a file, with the files after it that continue it.
  public init(path: String) {
    paths = [path]
    followsParts = true
  }

  /// The files that are given, one after the other. A file that a later one replaces is not read.
  public init(paths: [String]) {
    self.paths = paths
    followsParts = false
  }

  /// The file after one that ended with the number of the next part; nil when there is none.
  ///
  /// Files of other sessions may stand between the two. One whose first line cannot be read is taken when there is none
  /// that says that it is the one; without such a one either, the next later part of the session, so that a file that
  /// is gone is a gap and not the end.
  ///
  /// - Parameter header: What the file's own first line says, if that can be read.
  package func path(after path: String, part: Int, header: LogHeader?) throws(ActionLogError) -> String? {
    guard followsParts else { return nil }
    var unreadable: String?
    var later: (path: String, part: Int)?
    for next in try LogFileNames.following(path, in: POSIXFileSystem()) {
      guard let found = try LogHeader(ofFile: next) else {
        unreadable = unreadable ?? next
        continue
      }
      if found.part == part, header.map({ $0.session == found.session }) ?? true { return next }
      if found.part > part, found.part < later?.part ?? .max, found.session == header?.session {
        later = (next, found.part)
      }
    }
    return unreadable ?? later?.path
  }

  /// Returns whether the file at a path has a name by which the recorder continues the log.
  package func isFollowed(by path: String) -> Bool {
    let following = try? paths.last.map { last throws(ActionLogError) in
      try LogFileNames.following(last, in: POSIXFileSystem())
    }
    return following?.contains(path) ?? false
  }
}

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
