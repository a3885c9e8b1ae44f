extension FileOperation {
  /// How many files that were moved aside are kept: a file that is damaged again and again must not fill the disk.
  static let keptAside = 10

  /// Moves the file to the next name of `<base>.aside-1`, `-2`, … and returns that name. Of more than ten such files
  /// the oldest are removed. A directory is never removed.
  func moveAside(base: String) throws(StorageError) -> String {
    let place = try kind() == .directory ? moveDirectory(base: base) : moveFile(base: base)
    // If this fails, the worst is that a power cut undoes the move, and it is done again: the next save syncs it first.
    try? fileSystem.synchronizeDirectory(directory)
    for number in numbersAside(base: base).sorted().dropLast(Self.keptAside) {
      try? fileSystem.remove(Self.place(number, base: base))
    }
    return place
  }

  /// Moves a directory to the next free name. Renaming a directory replaces no file, so the name is not reserved.
  private func moveDirectory(base: String) throws(StorageError) -> String {
    var number = (numbersAside(base: base).max() ?? 0) + 1
    while true {
      let place = Self.place(number, base: base)
      do {
        try attempt("renaming it to \(place)") { try fileSystem.rename(file, to: place) }
        return place
      } catch {
        // Another process has taken the name meanwhile.
        guard try attempt("looking at \(place)", { try fileSystem.kind(of: place) }) != nil, number < .max else {
          throw error
        }
        number += 1
      }
    }
  }

  private func moveFile(base: String) throws(StorageError) -> String {
    let place = try reservePlace(base: base)
    do {
      try attempt("renaming it to \(place)") { try fileSystem.rename(file, to: place) }
    } catch {
      // Some systems, network shares among them, report an error for what they have done: then the place is not empty.
      switch try? fileSystem.kind(of: file) == nil {
      case true?: break
      case false?:
        try? fileSystem.remove(place)
        throw error
      case nil: throw error
      }
    }
    return place
  }

  /// Removes the file and all that is stored beside it, and returns whether it did: nothing is removed from a living
  /// owner. Directories and a count that another program has written stay.
  func removeEverything() throws -> Bool {
    try ifNobodyOwns {
      removeStaleFiles()
      let aside = numbersAside(base: file).map { Self.place($0, base: file) }
      let beside = (aside + [Self.file(of: .previous, at: file)]).filter { path in
        (try? fileSystem.kind(of: path)) != .directory
      }
      // The current one last: what a crash leaves must not bring back something older.
      let counters = (try? ownsCount()) == true ? [counter] : []
      for path in beside + counters + [file] {
        try attempt("removing \(path)") { try removeIfPresent(path) }
      }
      try attempt("syncing the directory") { try fileSystem.synchronizeDirectory(directory) }
    }
  }

  private static func place(_ number: Int, base: String) -> String { "\(base).aside-\(number)" }

  /// The numbers of the files that were moved aside.
  private func numbersAside(base: String) -> [Int] {
    let prefix = base.split(separator: "/").last.map { "\($0).aside-" } ?? ""
    let names = (try? fileSystem.names(inDirectory: Self.directory(of: base))) ?? []
    // Only names that were given here: `+1` and `01` are somebody else's.
    return names.compactMap { name in
      guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)), name == "\(prefix)\(number)",
        number > 0, number < .max
      else { return nil }
      return number
    }
  }

  /// Takes the next name by making an empty file there, which the rename then replaces: nothing else can be.
  private func reservePlace(base: String) throws(StorageError) -> String {
    var number = (numbersAside(base: base).max() ?? 0) + 1
    while true {
      let place = Self.place(number, base: base)
      do {
        let descriptor = try attempt("creating \(place)") { try fileSystem.createFile(place, permissions: 0o600) }
        try? fileSystem.close(descriptor)
        return place
      } catch {
        guard error.code == SystemError.exists.code, number < .max else { throw error }
        number += 1
      }
    }
  }
}
