/// Writes the lines of a log into its files, one after the other, and goes on where it stopped when a write fails.
///
/// A file is made new and never opened again: what stands there already stays as it is, and the log takes the next free
/// name. Used by one thread at a time.
struct LogOutput {
  /// What one file still has to get.
  private struct Segment {
    let part: Int
    var bytes: [UInt8]
    var written = 0
  }

  private let fileSystem: any FileSystem
  private let names: LogFileNames
  private let keptFiles: Int?
  private var segments: [Segment] = []
  private var file: (descriptor: FileDescriptor, part: Int, path: String)?
  /// The numbers of the files that there are, of this session and of earlier ones, in order; nil before the first.
  private var numbers: [Int]?
  /// Whether the open file has bytes that were not synced.
  private var isDirty = false
  /// Whether a file was made whose name may be gone after a power cut, and with it what was flushed.
  private var isFolderDirty = false
  /// The files of the session that there are, oldest first.
  private(set) var files: [String] = []
  /// The bytes that were written in all.
  private(set) var byteCount = 0

  init(names: LogFileNames, keptFiles: Int?, fileSystem: any FileSystem) {
    self.names = names
    self.keptFiles = keptFiles
    self.fileSystem = fileSystem
  }

  /// Whether everything that was appended is written.
  var isDrained: Bool { segments.allSatisfy { $0.written == $0.bytes.count } }

  /// What follows is for a file of its own.
  mutating func beginFile(part: Int) {
    segments.append(Segment(part: part, bytes: []))
  }

  /// Adds what `body` appends to the current file, and returns how many bytes that were.
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

  /// Writes what was appended. What was written before an error stays written, and the next call goes on after it.
  mutating func drain() throws(ActionLogError) {
    while let segment = segments.first {
      // A file is made for bytes alone: what was finished, or lost its descriptor when it was closed, needs no other
      // one.
      if segment.written < segment.bytes.count {
        try open(part: segment.part)
        try write()
      }
      guard segments.count > 1 else {
        segments[0].bytes.removeAll(keepingCapacity: true)
        segments[0].written = 0
        return
      }
      try close()
      segments.removeFirst()
    }
  }

  /// Writes what was appended, durably.
  mutating func synchronize() throws(ActionLogError) {
    try drain()
    guard let file else { return }
    try synchronize(file.descriptor, file.path)
  }

  private mutating func synchronize(_ file: FileDescriptor, _ path: String) throws(ActionLogError) {
    if isDirty { try attempt("syncing", path) { () throws(SystemError) in try fileSystem.synchronize(file) } }
    isDirty = false
    if isFolderDirty {
      let folder = names.directory
      try attempt("syncing", folder) { () throws(SystemError) in try fileSystem.synchronizeDirectory(folder) }
    }
    isFolderDirty = false
  }

  /// Writes what was appended, durably, and closes the file.
  mutating func finish() throws(ActionLogError) {
    try drain()
    try close()
  }

  /// Lets the open file go, when nobody is left to write to it.
  mutating func abandon() {
    if let file { try? fileSystem.close(file.descriptor) }
    file = nil
  }

  private mutating func open(part: Int) throws(ActionLogError) {
    if let file, file.part == part { return }
    var numbers = if let numbers { numbers } else { try names.existing(in: fileSystem) }
    let (number, descriptor) = try names.create(from: (numbers.last ?? 0) + 1, in: fileSystem)
    let path = names.path(number)
    file = (descriptor, part, path)
    isDirty = true
    isFolderDirty = true
    files.append(path)
    numbers.append(number)
    // A file that cannot be deleted is no reason not to record.
    while let keptFiles, numbers.count > keptFiles {
      let oldest = names.path(numbers.removeFirst())
      if (try? fileSystem.remove(oldest)) != nil { files.removeAll { $0 == oldest } }
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
      byteCount += count
      isDirty = true
    }
  }

  private mutating func close() throws(ActionLogError) {
    guard let open = file else { return }
    try synchronize(open.descriptor, open.path)
    // The descriptor is gone also when this fails.
    file = nil
    do {
      try fileSystem.close(open.descriptor)
    } catch {
      // An interrupted close has closed: asked again, it might close what somebody else has opened meanwhile.
      if error.code != SystemError.interrupted.code { throw .system(step: "closing", file: open.path, error) }
    }
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
