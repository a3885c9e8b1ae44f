/// A file that is read from the beginning, or from a place in it.
final class LogFile {
  let path: String
  private let descriptor: FileDescriptor

  /// Throws if the file cannot be opened, or is a directory.
  init(_ path: String, offset: Int = 0) throws(ActionLogError) {
    self.path = path
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
  var blocks: LineBlocks {
    LineBlocks { [self] bytes throws(ActionLogError) in try read(into: bytes) }
  }

  private func read(into bytes: UnsafeMutableRawBufferPointer) throws(ActionLogError) -> Int {
    while true {
      do {
        return try POSIXFileSystem.fill(bytes, from: descriptor)
      } catch {
        if error.code != SystemError.interrupted.code { throw .system(step: "reading", file: path, error) }
      }
    }
  }
}
