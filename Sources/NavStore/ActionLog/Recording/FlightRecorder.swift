#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ActionLogOptions {
  /// Returns the options of a flight recorder: a small log of the last transactions before a crash, which the app
  /// attaches to a crash report at its next start.
  ///
  /// ```swift
  /// let recorder = try ActionLogRecorder(of: store, schema: schema, to: path, options: .flightRecorder())
  /// async let _: Void = recorder.run()
  /// let attachment = try recorder.previousSession?.data()
  /// ```
  ///
  /// While a task calls ``ActionLogRecorder/run()``, a transaction is written as soon as a thread is free, those of the
  /// next 25 milliseconds are written together, and all are synced within a second. After a crash or SIGKILL, the
  /// transactions of at most the last 50 milliseconds are missing, unless the processor or the disk is busy for
  /// longer. After a power failure, the transactions of the last second are missing, and those of the time that the
  /// sync took. A transaction whose reducer crashes is never in the log.
  ///
  /// The log consists of two files. When both are full, the recorder deletes the older one. If the state needs more
  /// than a quarter of `bytes`, the log grows with the state, up to four times its size.
  ///
  /// - Parameters:
  ///   - bytes: The size of the whole log.
  ///   - transactions: The number of transactions that are in the log at least, if `bytes` suffices for twice as many.
  public static func flightRecorder(bytes: Int = 64 << 10, transactions: Int = 200) -> ActionLogOptions {
    // The last transaction of a file may exceed the file's size.
    var options = ActionLogOptions(
      stateInterval: 0, bytesPerFile: bytes / 2 - bytes / 32, transactionsPerFile: transactions, keptFiles: 2)
    options.writeInterval = .milliseconds(25)
    options.syncInterval = .seconds(1)
    options.keepsPreviousSession = true
    return options
  }
}

extension ActionLog {
  /// Finds the files of the newest session with a readable first line.
  init?(lastSessionOf names: LogFileNames, in fileSystem: any FileSystem) {
    var session: String?
    var paths: [String] = []
    for path in ((try? names.existing(in: fileSystem)) ?? []).reversed().map(names.path) {
      // A process that is killed while it creates a file leaves one without a first line.
      guard POSIXFileSystem.isRegularFile(path), let header = try? LogHeader(ofFile: path) else { continue }
      if let session, session != header.session { break }
      session = header.session
      paths.insert(path, at: 0)
    }
    if paths.isEmpty { return nil }
    self.init(paths: paths)
  }

  /// Returns the contents of all files of the log, as one file that is a log, too.
  ///
  /// - Throws: ``ActionLogError`` if a file cannot be read.
  /// - Complexity: O(n), where n is the length of the log, which must fit in memory.
  public func data() throws(ActionLogError) -> Data {
    var data = Data()
    var sections = LogSections(self)
    var header: LogHeader?
    while let section = try sections.next(after: .missing, header: header) {
      // An incomplete line at the end of a file must not continue in the next file.
      if let last = data.last, last != 0x0A { data.append(0x0A) }
      let blocks = try LogFile(section.path, count: section.count).blocks()
      while let block = try blocks.next() {
        switch block {
        case .lines(let bytes), .rest(let bytes): data.append(contentsOf: bytes)
        case .tooLong: break
        }
      }
      header = try LogHeader(ofFile: section.path) ?? header
    }
    return data
  }
}
