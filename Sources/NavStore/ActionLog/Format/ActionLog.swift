/// A recorded session on disk: one file, or several files that continue each other.
///
/// ```swift
/// let log = ActionLog(path: "session.navlog")
/// let report = try log.replay(schema, reducer: AppReducer())
/// print(report.isFaithful, report.verified)
/// ```
///
/// The files are read in blocks, so memory does not grow with the length of the log. The contents of a log never stop
/// the program. The report of a replay lists the lines that cannot be used.
public struct ActionLog: Sendable {
  /// The paths of the files. If `followsParts` is `true`, the list contains only the path of the first file.
  package let paths: [String]
  /// Whether the files that continue the log are searched for on disk; `false` if the app passed all paths.
  let followsParts: Bool

  /// Creates a log from its first file. The files that continue the log are found by their names and headers.
  public init(path: String) {
    paths = [path]
    followsParts = true
  }

  /// Creates a log from the paths of its files, in the order in which the files were recorded. Pass all files.
  ///
  /// After a failed sync, the recorder continues in another file. Of the earlier file, only the bytes that were synced
  /// before the failure are read.
  public init(paths: [String]) {
    self.paths = paths
    followsParts = false
  }

  package var files: [String] { followsParts ? paths + laterFiles : paths }

  package var laterFiles: [String] {
    guard let last = paths.last else { return [] }
    return (try? LogFileNames.following(last, in: POSIXFileSystem())) ?? []
  }
}

extension ActionLog {
  /// Returns the first valid header. Usually, the first line of the log is that header. If the first line is damaged,
  /// the method searches for the next header.
  package func header() throws(ActionLogError) -> LogHeader {
    var sections = LogSections(self)
    while let section = try sections.next(after: .missing, header: nil) {
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
          // The keys of the first line can be in any order. A later header is found only if it begins as the recorder
          // writes it.
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
  fileprivate var header: LogHeader? {
    guard checked != nil, let fields = JSONReader.read(self, { reader in try? LogFields(&reader) }),
      fields.type == "header"
    else { return nil }
    return LogHeader(fields, number: fields.number ?? 0, time: fields.time ?? 0, self, 0)
  }
}
