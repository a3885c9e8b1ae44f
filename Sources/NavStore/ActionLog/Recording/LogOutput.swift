/// The files to which a recorder writes the lines of a log. After a failed write, the next write continues where the
/// failed one stopped.
///
/// Each file is newly created and is opened only once. After a failed sync, the system may have dropped pages that it
/// could not write, and a later sync of the same file can still succeed. Therefore, the output keeps bytes in memory
/// until they are synced. When a sync fails, the output closes the file and writes these bytes to a new file. An output
/// must be used by only one thread at a time.
struct LogOutput {
  /// A function that encodes the first line of a file in which a part continues after a failed sync. `kept` is the
  /// value for `LogHeader.kept`.
  typealias FirstLine = (_ kept: [Int]) -> [UInt8]

  private struct Segment {
    let part: Int
    /// The bytes that are not yet synced.
    var bytes: [UInt8]
    /// The number of bytes in `bytes` that are written to the open file.
    var written = 0
    /// The length of the file's first line if `bytes` begins with that line; 0 otherwise.
    var firstLineCount: Int
    /// Encodes the first line of a file that replaces the open file. The other unsynced bytes of the part follow that
    /// line.
    var firstLine: FirstLine
    /// The number of synced bytes in each earlier file of the part; `nil` for the first file of the part.
    var kept: [Int]?
  }

  private struct OpenFile {
    let descriptor: FileDescriptor
    let part: Int
    let path: String
    var count = 0
    var syncedCount = 0
  }

  private let fileSystem: any FileSystem
  private let names: LogFileNames
  private let keptFiles: Int?
  /// The paths of files that are neither counted nor deleted.
  private let protectedFiles: [String]
  private var segments: [Segment] = []
  private var file: OpenFile?
  /// The numbers of the existing files, of this session and of earlier ones, in order; `nil` before the first file is
  /// created.
  private var numbers: [Int]?
  /// Whether a directory above the files may be new and not yet synced. A power failure could remove such a directory.
  private var isParentDirty = true
  /// The path of a replaced file that has no synced bytes and is not the first file of its part; `nil` if no such file
  /// exists.
  private var obsoletePath: String?
  /// The existing files of the session, oldest first.
  private(set) var files: [String] = []
  /// The number of bytes that were written. Bytes that were written to two files are counted twice.
  private(set) var byteCount = 0

  init(names: LogFileNames, keptFiles: Int?, protectedFiles: [String] = [], fileSystem: any FileSystem) {
    self.names = names
    self.keptFiles = keptFiles
    self.protectedFiles = protectedFiles
    self.fileSystem = fileSystem
  }

  var isDrained: Bool { segments.allSatisfy { $0.written == $0.bytes.count } }

  var unsyncedCount: Int { segments.reduce(0) { $0 + $1.bytes.count } }

  /// Begins a part in a new file. `firstLine` encodes the first line of a file that replaces it after a failed sync.
  mutating func beginFile(part: Int, _ line: [UInt8], replacement firstLine: @escaping FirstLine) {
    segments.append(Segment(part: part, bytes: line, firstLineCount: line.count, firstLine: firstLine))
  }

  /// Calls `body` to append bytes to the current part.
  ///
  /// - Returns: The number of bytes that were added.
  /// - Throws: The error that `body` throws. The bytes that `body` added are removed.
  mutating func append<Failure: Error>(_ body: (inout [UInt8]) throws(Failure) -> Void) throws(Failure) -> Int {
    guard let last = segments.indices.last else {
      fatalError("A line of a log was appended before the first file began. This is an error in NavStore: report it.")
    }
    let count = segments[last].bytes.count
    do {
      try body(&segments[last].bytes)
    } catch {
      // An incomplete line must not remain.
      segments[last].bytes.removeSubrange(count...)
      throw error
    }
    return segments[last].bytes.count - count
  }

  /// Writes all appended bytes. After an error, the next call continues where this one stopped.
  mutating func drain() throws(ActionLogError) {
    while let segment = segments.first {
      // A file is created only if there are bytes to write. A part whose bytes are all synced needs no other file.
      if segment.written < segment.bytes.count {
        try open(part: segment.part)
        try write()
        removeObsoleteFile()
      }
      guard segments.count > 1 else { return }
      if try close() { segments.removeFirst() }
    }
  }

  /// Writes and syncs all appended bytes. `firstLine` encodes the first line of a file that continues the part after
  /// these bytes, if a later sync fails.
  mutating func synchronize(continuation firstLine: @escaping FirstLine) throws(ActionLogError) {
    repeat { try drain() } while try !synchronizeFile()
    if !segments.isEmpty { segments[0].firstLine = firstLine }
  }

  mutating func finish() throws(ActionLogError) {
    repeat { try drain() } while try !close()
  }

  mutating func abandon() {
    if let file { try? fileSystem.close(file.descriptor) }
    file = nil
  }

  /// Closes the open file, drops the bytes that are not written, and deletes all log files at the path, including those
  /// of earlier sessions.
  mutating func discard() throws(ActionLogError) {
    abandon()
    segments = []
    obsoletePath = nil
    var left: [(path: String, error: SystemError)] = []
    for number in try names.existing(in: fileSystem) {
      let path = names.path(number)
      do {
        try fileSystem.remove(path)
      } catch {
        if error.code != SystemError.missing.code { left.append((path, error)) }
      }
    }
    files = left.map(\.path)
    if let error = left.first?.error {
      throw .system(step: "deleting", file: files.joined(separator: ", "), error)
    }
    let directory = names.directory
    do {
      try attempt("syncing", directory) { () throws(SystemError) in try fileSystem.synchronizeDirectory(directory) }
    } catch {
      // Without the directory, no file is left.
      guard error.code == SystemError.missing.code else { throw error }
    }
  }

  // MARK: - The open file

  private mutating func open(part: Int) throws(ActionLogError) {
    if let file, file.part == part { return }
    var numbers = if let numbers { numbers } else { try names.existing(in: fileSystem) }
    let (number, descriptor) = try names.create(from: (numbers.last ?? 0) + 1, in: fileSystem)
    let path = names.path(number)
    file = OpenFile(descriptor: descriptor, part: part, path: path)
    files.append(path)
    numbers.append(number)
    // Only the first file of a part causes older files to be deleted.
    if segments[0].kept == nil, let keptFiles {
      // If an old file cannot be deleted, recording continues.
      let obsolete = numbers.filter { !protectedFiles.contains(names.path($0)) }.dropLast(keptFiles)
      for path in obsolete.map(names.path) where (try? fileSystem.remove(path)) != nil {
        files.removeAll { $0 == path }
      }
      numbers.removeAll(where: obsolete.contains)
    }
    self.numbers = numbers
  }

  private mutating func write() throws(ActionLogError) {
    guard let file else { return }
    while segments[0].written < segments[0].bytes.count {
      let start = segments[0].written
      let count = try attempt("writing", file.path) { () throws(SystemError) in
        try segments[0].bytes.withUnsafeBytes { bytes in
          Result { () throws(SystemError) in
            try fileSystem.write(UnsafeRawBufferPointer(rebasing: bytes[start...]), to: file.descriptor)
          }
        }.get()
      }
      segments[0].written += count
      self.file?.count += count
      byteCount += count
    }
  }

  /// Syncs the open file and its directory entry, and removes the synced bytes from memory. If a sync fails, the file
  /// is closed, and the next write creates a new file with the unsynced bytes.
  ///
  /// - Returns: Whether the file is synced; `false` if a signal interrupted the sync. The interrupted call may have
  ///   consumed an earlier error that a second sync would not report, so the file is replaced.
  private mutating func synchronizeFile() throws(ActionLogError) -> Bool {
    guard let file, file.syncedCount < file.count else { return true }
    do {
      try fileSystem.synchronize(file.descriptor)
    } catch {
      replaceFile()
      if error.code == SystemError.interrupted.code { return false }
      throw .system(step: "syncing", file: file.path, error)
    }
    do {
      if file.syncedCount == 0 { try synchronizeDirectories() }
    } catch {
      replaceFile()
      throw error
    }
    self.file?.syncedCount = file.count
    segments[0].bytes.removeAll(keepingCapacity: true)
    segments[0].written = 0
    segments[0].firstLineCount = 0
    return true
  }

  private mutating func synchronizeDirectories() throws(ActionLogError) {
    let directory = names.directory
    try attempt("syncing", directory) { () throws(SystemError) in try fileSystem.synchronizeDirectory(directory) }
    guard isParentDirty else { return }
    do {
      try names.directories(in: fileSystem).synchronizeParents()
    } catch {
      throw .system(step: error.step, file: error.directory, error.error)
    }
    isParentDirty = false
  }

  private mutating func replaceFile() {
    guard let file else { return }
    abandon()
    isParentDirty = true
    if file.syncedCount == 0, segments[0].kept != nil { obsoletePath = file.path }
    let kept = (segments[0].kept ?? []) + (file.syncedCount > 0 ? [file.syncedCount] : [])
    let line = segments[0].firstLine(kept)
    segments[0].bytes.replaceSubrange(..<segments[0].firstLineCount, with: line)
    segments[0].firstLineCount = line.count
    segments[0].kept = kept
    segments[0].written = 0
  }

  /// Deletes the file at `obsoletePath`. The caller has already written the bytes of that file to the next file.
  ///
  /// The first file of a part is not deleted, because the app opens the log by the name of that file.
  private mutating func removeObsoleteFile() {
    guard let path = obsoletePath else { return }
    obsoletePath = nil
    guard (try? fileSystem.remove(path)) != nil else { return }
    files.removeAll { $0 == path }
    numbers = numbers?.filter { names.path($0) != path }
  }

  /// Syncs and closes the open file.
  ///
  /// - Returns: Whether the file is synced and closed, or no file is open; `false` if the bytes must be written to a
  ///   new file.
  private mutating func close() throws(ActionLogError) -> Bool {
    guard try synchronizeFile() else { return false }
    guard let open = file else { return true }
    // The descriptor is closed even if the call fails.
    file = nil
    do {
      try fileSystem.close(open.descriptor)
    } catch {
      // An interrupted close has closed the descriptor. A second call might close a file that another thread has
      // opened.
      if error.code != SystemError.interrupted.code { throw .system(step: "closing", file: open.path, error) }
    }
    return true
  }

  private func attempt<Result>(
    _ step: String, _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(ActionLogError) -> Result {
    while true {
      do {
        return try body()
      } catch {
        if error.code == SystemError.interrupted.code { continue }
        throw .system(step: step, file: path, error)
      }
    }
  }
}
