/// A file that is read from the beginning, or from a place in it.
final class LogFile {
  let path: String
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
