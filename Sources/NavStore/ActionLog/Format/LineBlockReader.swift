/// A reader that returns bytes in blocks of complete lines. Its memory does not grow with the number of lines.
final class LineBlockReader {
  /// A function that fills memory with the next bytes and returns their number; 0 at the end.
  typealias Source = (UnsafeMutableRawBufferPointer) throws(ActionLogError) -> Int

  enum Block {
    /// Complete lines, each with its line feed. The memory is valid until the next call of `next()`.
    case lines(UnsafeRawBufferPointer)
    /// The bytes after the last line feed of the source. The memory is valid until the next call of `next()`.
    case rest(UnsafeRawBufferPointer)
    /// A line that is longer than the limit. The reader has skipped the line.
    case tooLong
  }

  /// The maximum length of a line, in bytes. A line with a state is usually much shorter.
  static let longestLine = 16 << 20

  static let usualSize = 256 << 10

  private let source: Source
  private let limit: Int
  private var buffer: UnsafeMutableRawBufferPointer
  /// The range of the buffer with the bytes that were read from the source but not yet returned.
  private var filled = 0..<0
  private var isAtEnd = false
  /// Whether the bytes in `filled` may contain line feeds.
  private var isUnsearched = false

  init(
    size: Int = LineBlockReader.usualSize, longestLine limit: Int = LineBlockReader.longestLine,
    _ source: @escaping Source
  ) {
    self.source = source
    self.limit = limit
    buffer = .allocate(byteCount: min(size, limit), alignment: 16)
  }

  deinit {
    buffer.deallocate()
  }

  func next() throws(ActionLogError) -> Block? {
    makeRoom()
    while true {
      let start = isUnsearched ? filled.lowerBound : filled.upperBound
      try fill()
      isUnsearched = false
      if let end = lastLineFeed(from: start) {
        let lines = filled.lowerBound..<end + 1
        filled = lines.upperBound..<filled.upperBound
        return .lines(UnsafeRawBufferPointer(rebasing: buffer[lines]))
      }
      if isAtEnd {
        defer { filled = filled.upperBound..<filled.upperBound }
        return filled.isEmpty ? nil : .rest(UnsafeRawBufferPointer(rebasing: buffer[filled]))
      }
      guard filled.count < limit else {
        try skipLine()
        return .tooLong
      }
      makeRoom()
    }
  }

  private func fill() throws(ActionLogError) {
    while !isAtEnd, filled.upperBound < buffer.count {
      let count = try source(UnsafeMutableRawBufferPointer(rebasing: buffer[filled.upperBound...]))
      isAtEnd = count == 0
      filled = filled.lowerBound..<filled.upperBound + count
    }
  }

  private func makeRoom() {
    let isFull = filled.count == buffer.count && buffer.count < limit
    let target = isFull ? .allocate(byteCount: min(buffer.count * 2, limit), alignment: 16) : buffer
    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[filled]))
    if isFull {
      buffer.deallocate()
      buffer = target
    }
    filled = 0..<filled.count
  }

  private func skipLine() throws(ActionLogError) {
    while true {
      filled = 0..<0
      try fill()
      if let end = UnsafeRawBufferPointer(rebasing: buffer[filled]).lineFeed(from: 0) {
        filled = end + 1..<filled.upperBound
        isUnsearched = true
        return
      }
      if isAtEnd {
        filled = 0..<0
        return
      }
    }
  }

  private func lastLineFeed(from start: Int) -> Int? {
    var index = filled.upperBound
    while index > start {
      index -= 1
      if buffer[index] == 0x0A { return index }
    }
    return nil
  }
}

final class LogFile {
  private let path: String
  private let descriptor: FileDescriptor
  private var rest: Int

  /// Opens a file. Reading begins at `offset`. `count` is the number of valid bytes from the start of the file; `nil`
  /// if all bytes are valid.
  ///
  /// - Throws: ``ActionLogError`` if the file cannot be opened or is a directory.
  init(_ path: String, offset: Int = 0, count: Int? = nil) throws(ActionLogError) {
    self.path = path
    rest = count.map { max($0 - offset, 0) } ?? .max
    do {
      descriptor = try POSIXFileSystem.openToRead(path, offset: offset)
    } catch {
      throw .system(step: "opening", file: path, error)
    }
  }

  deinit {
    try? POSIXFileSystem().close(descriptor)
  }

  func blocks(size: Int = LineBlockReader.usualSize) -> LineBlockReader {
    LineBlockReader(size: size) { [self] bytes throws(ActionLogError) in try read(into: bytes) }
  }

  private func read(into bytes: UnsafeMutableRawBufferPointer) throws(ActionLogError) -> Int {
    while true {
      do {
        let room = UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(rest))
        let count = try POSIXFileSystem.fill(room, from: descriptor)
        rest -= count
        return count
      } catch {
        if error.code != SystemError.interrupted.code { throw .system(step: "reading", file: path, error) }
      }
    }
  }
}
