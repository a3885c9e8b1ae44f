/// The files that were moved aside because they could not be used: `<file>.aside-1`, `-2`, …
struct Quarantine {
  /// The number of files to keep. The limit prevents a file that is damaged again and again from filling the disk.
  static let limit = 10

  /// The path of the current generation's file. The paths of the files that were moved aside begin with it.
  let base: String
  private let fileSystem: any FileSystem

  init(beside file: FileAccess) {
    base = file.path
    fileSystem = file.fileSystem
  }

  func paths(among names: [String]) -> [String] { numbers(among: names).map(path) }

  /// Moves a file to the next `.aside-` name and returns the new path. Also removes the oldest files beyond the limit.
  /// A directory is moved too, but never removed.
  func moveAside(_ file: FileAccess) throws(StorageError) -> String {
    let path = try file.kind() == .directory ? moveDirectory(file) : moveFile(file)
    // If this sync fails, a power cut may undo the move. Nothing is lost: the file is then moved again, and the next
    // save syncs the directory before it writes.
    try? fileSystem.synchronizeDirectory(file.directory)
    for number in numbers.sorted().dropLast(Self.limit) { try? fileSystem.remove(self.path(number)) }
    return path
  }

  /// Moves a directory to the next free name. The rename of a directory does not replace a file, so the name is not
  /// reserved.
  private func moveDirectory(_ directory: FileAccess) throws(StorageError) -> String {
    var number = nextNumber
    while true {
      let path = path(number)
      do {
        try directory.attempt("renaming it to \(path)") { try fileSystem.rename(directory.path, to: path) }
        return path
      } catch {
        // If another process has created a file with this name, the next name is tried.
        guard try directory.attempt("checking \(path)", { try fileSystem.kind(of: path) }) != nil, number < .max
        else { throw error }
        number += 1
      }
    }
  }

  private func moveFile(_ file: FileAccess) throws(StorageError) -> String {
    let path = try reservePath(for: file)
    do {
      try file.attempt("renaming it to \(path)") { try fileSystem.rename(file.path, to: path) }
    } catch {
      // Some file systems, such as network shares, report an error for a rename that they have performed. In that case,
      // the reserved path leads to the moved file, which must not be removed.
      switch try? fileSystem.kind(of: file.path) == nil {
      case true?: break
      case false?:
        try? fileSystem.remove(path)
        throw error
      case nil: throw error
      }
    }
    return path
  }

  /// Reserves the next name by creating an empty file. The rename then replaces only this empty file.
  private func reservePath(for file: FileAccess) throws(StorageError) -> String {
    var number = nextNumber
    while true {
      let path = path(number)
      do {
        let descriptor = try file.attempt("creating \(path)") { try fileSystem.createFile(path, permissions: 0o600) }
        try? fileSystem.close(descriptor)
        return path
      } catch {
        guard error.code == SystemError.exists.code, number < .max else { throw error }
        number += 1
      }
    }
  }

  // MARK: - Names

  private func path(_ number: Int) -> String { "\(base).aside-\(number)" }

  private var nextNumber: Int { (numbers.max() ?? 0) + 1 }

  private var numbers: [Int] {
    numbers(among: (try? fileSystem.names(inDirectory: FileAccess.directory(of: base))) ?? [])
  }

  private func numbers(among names: [String]) -> [Int] {
    let prefix = base.split(separator: "/").last.map { "\($0).aside-" } ?? ""
    // Only names that this type creates are accepted. Another program has created names such as `+1` and `01`, which
    // `Int` would accept.
    return names.compactMap { name in
      guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)), name == "\(prefix)\(number)",
        number > 0, number < .max
      else { return nil }
      return number
    }
  }
}
