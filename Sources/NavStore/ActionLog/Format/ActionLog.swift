/// A recorded session on disk: one file, or several files that continue each other.
///
/// ```swift
/// let log = ActionLog(path: "session.navlog")
/// let report = try log.replay(schema, reducer: AppReducer())
/// print(report.isFaithful, report.number)
/// ```
///
/// The files are read in blocks, so memory does not grow with the length of the log. The contents of a log never stop
/// the program. The report of a replay lists the lines that cannot be used.
public struct ActionLog: Sendable {
  /// The paths of the files, in the order in which they are read.
  package let paths: [String]
  /// Whether the files that continue the last one are searched for on disk.
  let followsParts: Bool

  /// Creates a log from its first file. The files that continue it are found by their names and headers.
  public init(path: String) {
    paths = [path]
    followsParts = true
  }

  /// Creates a log from its files, in order. A file that a later one replaces is not read.
  public init(paths: [String]) {
    self.paths = paths
    followsParts = false
  }

  /// Returns the file that continues a file; `nil` if no file does.
  ///
  /// Files of other sessions may be between these two files. The result is the file whose header has the number of the
  /// part. If no header has that number, the result is the first file with an unreadable first line, or else the file
  /// with the next later part of the session. Therefore, a missing file results in a gap and does not end
  /// the log.
  ///
  /// - Parameters:
  ///   - path: The path of the file that ended.
  ///   - part: The number of the next part, from the last line of the file.
  ///   - header: The header of the file, if it can be read.
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

  /// Returns whether a path has a name with which the recorder continues the log.
  package func isFollowed(by path: String) -> Bool {
    let following = try? paths.last.map { last throws(ActionLogError) in
      try LogFileNames.following(last, in: POSIXFileSystem())
    }
    return following?.contains(path) ?? false
  }
}

extension ActionLog {
  /// Returns the first header of the log, which has the versions and the start time of the session.
  ///
  /// The method reads one line. If that line is damaged, the method searches for the next header.
  ///
  /// - Throws: ``ActionLogError`` if a file cannot be read; ``ActionLogError/notALog(file:)`` if no file has a header.
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
          // The first line may have any spelling. A later header is found only in the recorder's spelling.
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
  /// The header that the line contains; `nil` if the line is damaged or is not a header.
  fileprivate var header: LogHeader? {
    guard checked != nil, let fields = JSONReader.read(self, { reader in try? LogFields(&reader) }),
      fields.type == "header"
    else { return nil }
    return LogHeader(fields, number: fields.number ?? 0, time: fields.time ?? 0, self, 0)
  }
}
