/// Reads a source of bytes in blocks of whole lines, in memory that does not grow with their number.
final class LineBlockReader {
  /// Fills the memory with what comes next and returns how much that was; 0 at the end.
  typealias Source = (UnsafeMutableRawBufferPointer) throws(ActionLogError) -> Int

  enum Block {
    /// Lines that end with a line feed each. Valid until the next block is asked for.
    case lines(UnsafeRawBufferPointer)
    /// What stands behind the last line feed of the source.
    case rest(UnsafeRawBufferPointer)
    /// A line that has more bytes than a line may have, which were left out.
    case tooLong
  }

  /// Much more than a line with a state has.
  static let longestLine = 16 << 20

  /// How many bytes are read at a time.
  static let usualSize = 256 << 10

  private let source: Source
  private let limit: Int
  private var buffer: UnsafeMutableRawBufferPointer
  /// What of the buffer was read and not given out.
  private var filled = 0..<0
  private var isAtEnd = false
  /// Whether what was read and not given out may have line feeds.
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

  /// The next block; nil at the end.
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

  /// Moves what is left to the beginning, into more memory where it fills all there is.
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

  /// Reads up to the end of a line that does not fit, and keeps what stands behind it.
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

/// A file that is read from the beginning, or from a place in it.
final class LogFile {
  private let path: String
  private let descriptor: FileDescriptor
  /// How many bytes may still be read.
  private var rest: Int

  /// Throws if the file cannot be opened, or is a directory.
  ///
  /// - Parameter count: How many of its bytes count, from the beginning; nil for all.
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

  /// Its lines, in blocks.
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
