/// Writes the lines of a log into its files, one after the other, and continues where it stopped when a write fails.
///
/// A file is created new and is never opened again. After a sync that failed, the system may have dropped pages that it
/// could not write, and a later sync of the same file succeeds all the same. So the output keeps in memory the bytes that
/// no sync has covered. When a sync fails, it closes the file and writes these bytes into a new one. Used by one thread
/// at a time.
struct LogOutput {
  /// Makes the first line of a file that continues others of the same part; the numbers are those of `kept` in it.
  typealias FirstLine = (_ kept: [Int]) -> [UInt8]

  /// A part of the session.
  private struct Segment {
    let part: Int
    /// The bytes that no sync has covered.
    var bytes: [UInt8]
    /// How many of the bytes are in the open file.
    var written = 0
    /// The length of the first line, if that is among the bytes.
    var firstLineCount: Int
    /// Makes the first line of a file for the bytes.
    var firstLine: FirstLine
    /// How many bytes of the part's earlier files are synced; nil in its first file.
    var kept: [Int]?
  }

  private struct OpenFile {
    let descriptor: FileDescriptor
    let part: Int
    let path: String
    var count = 0
    /// How many of its bytes, from the beginning, are on the disk.
    var syncedCount = 0
  }

  private let fileSystem: any FileSystem
  private let names: LogFileNames
  private let keptFiles: Int?
  private var segments: [Segment] = []
  private var file: OpenFile?
  /// The numbers of the existing files, of this session and of earlier ones, in order; nil before the first.
  private var numbers: [Int]?
  /// Whether a directory above that of the files may be new, and a power cut may remove it.
  private var isParentDirty = true
  /// A replaced file of which nothing was synced, and which is not the first of its part.
  private var obsoletePath: String?
  /// The existing files of the session, oldest first.
  private(set) var files: [String] = []
  /// How many bytes were written, those included that were written again.
  private(set) var byteCount = 0

  init(names: LogFileNames, keptFiles: Int?, fileSystem: any FileSystem) {
    self.names = names
    self.keptFiles = keptFiles
    self.fileSystem = fileSystem
  }

  /// Whether everything that was appended is written.
  var isDrained: Bool { segments.allSatisfy { $0.written == $0.bytes.count } }

  /// How many bytes are kept until they are synced.
  var unsyncedCount: Int { segments.reduce(0) { $0 + $1.bytes.count } }

  /// Begins a part in a new file.
  ///
  /// - Parameters:
  ///   - line: Its first line.
  ///   - firstLine: Makes the first line of a file that replaces it.
  mutating func beginFile(part: Int, _ line: [UInt8], replacement firstLine: @escaping FirstLine) {
    segments.append(Segment(part: part, bytes: line, firstLineCount: line.count, firstLine: firstLine))
  }

  /// Appends what `body` adds to the current part, and returns how many bytes that were.
  mutating func append<Failure: Error>(_ body: (inout [UInt8]) throws(Failure) -> Void) throws(Failure) -> Int {
    guard let last = segments.indices.last else { fatalError("A line of a log was written before its first file.") }
    let count = segments[last].bytes.count
    do {
      try body(&segments[last].bytes)
    } catch {
      // No half line.
      segments[last].bytes.removeSubrange(count...)
      throw error
    }
    return segments[last].bytes.count - count
  }

  /// Writes what was appended. What was written before an error stays written, and the next call continues after it.
  mutating func drain() throws(ActionLogError) {
    while let segment = segments.first {
      // A file is created only for bytes. A part that is finished needs no other one.
      if segment.written < segment.bytes.count {
        try open(part: segment.part)
        try write()
        removeObsoleteFile()
      }
      guard segments.count > 1 else { return }
      if try close() { segments.removeFirst() }
    }
  }

  /// Writes what was appended, durably.
  ///
  /// - Parameter firstLine: Makes the first line of a file that continues after what was appended so far.
  mutating func synchronize(continuation firstLine: @escaping FirstLine) throws(ActionLogError) {
    repeat { try drain() } while try !synchronizeFile()
    if !segments.isEmpty { segments[0].firstLine = firstLine }
  }

  /// Writes what was appended, durably, and closes the file.
  mutating func finish() throws(ActionLogError) {
    repeat { try drain() } while try !close()
  }

  /// Closes the open file, when nothing more will be written to it.
  mutating func abandon() {
    if let file { try? fileSystem.close(file.descriptor) }
    file = nil
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
    // A file that continues others of its part must not cause them to be deleted.
    if segments[0].kept == nil {
      // A file that cannot be deleted is no reason not to record.
      while let keptFiles, numbers.count > keptFiles {
        let oldest = names.path(numbers.removeFirst())
        if (try? fileSystem.remove(oldest)) != nil { files.removeAll { $0 == oldest } }
      }
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

  /// Syncs the open file with its name, and releases its bytes. If that fails, a new file replaces it.
  ///
  /// - Returns: Whether the file is synced. It is false if a signal interrupted the sync: the system may have reported an
  ///   earlier error to it, which a second sync would not see.
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

  /// Closes the file that could not be synced, and prepares a new one for the bytes that were not.
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

  /// Deletes the replaced file of which nothing was synced, after its bytes are written to the next file.
  ///
  /// The first file of a part is not deleted, because the app knows the log by its name.
  private mutating func removeObsoleteFile() {
    guard let path = obsoletePath else { return }
    obsoletePath = nil
    guard (try? fileSystem.remove(path)) != nil else { return }
    files.removeAll { $0 == path }
    numbers = numbers?.filter { names.path($0) != path }
  }

  /// - Returns: Whether the file is synced and closed; false if a new file must be written.
  private mutating func close() throws(ActionLogError) -> Bool {
    guard try synchronizeFile() else { return false }
    guard let open = file else { return true }
    // The descriptor is closed even when this fails.
    file = nil
    do {
      try fileSystem.close(open.descriptor)
    } catch {
      // An interrupted close has closed: a second one might close a file that another thread has opened since.
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
