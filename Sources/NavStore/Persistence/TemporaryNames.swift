/// The names of the temporary files that this process is writing.
///
/// The process's number in a name tells other processes that the file is in use. Inside the process, and for one that was
/// started anew with the same number, this list does.
final class TemporaryNames: Sendable {
  struct Name {
    var path: String
    var number: Int
  }

  static let shared = TemporaryNames()

  private let lock = Lock()
  // Read and written only under `lock`.
  private nonisolated(unsafe) var last = 0
  private nonisolated(unsafe) var reserved: Set<Int> = []

  /// Returns a name beside the file that this process has never used.
  func reserve(for file: String, process: Int32) -> Name {
    let number = lock.withLock {
      last += 1
      reserved.insert(last)
      return last
    }
    return Name(path: "\(file).tmp-\(process)-\(number)", number: number)
  }

  func release(_ name: Name) {
    lock.withLock { _ = reserved.remove(name.number) }
  }

  func isReserved(_ number: Int) -> Bool {
    lock.withLock { reserved.contains(number) }
  }
}
