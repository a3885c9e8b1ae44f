/// The names of the temporary files that this process is writing, or keeps to write over.
///
/// The process's number in a name tells other processes that the file is in use. Inside the process, and for one that
/// was started anew with the same number, this list does.
final class TemporaryNames: Sendable {
  struct Name {
    var path: String
    var process: Int32
    var number: Int
  }

  static let shared = TemporaryNames()

  private struct Numbers {
    var last = 0
    var reserved: Set<Int> = []
  }

  private let numbers = Locked(Numbers())

  /// Returns a name beside the file that this process has never used.
  func reserve(for file: String, process: Int32) -> Name {
    let number = numbers.withLock { numbers in
      numbers.last += 1
      numbers.reserved.insert(numbers.last)
      return numbers.last
    }
    return Name(path: "\(file).navstore-tmp-\(process)-\(number)", process: process, number: number)
  }

  func release(_ name: Name) {
    numbers.withLock { _ = $0.reserved.remove(name.number) }
  }

  func isReserved(_ number: Int) -> Bool {
    numbers.withLock { $0.reserved.contains(number) }
  }
}
