extension FileOperation {
  /// How many files that were moved aside are kept: a file that is damaged again and again must not fill the disk.
  static let keptAside = 10

  /// Moves the file to the next name of `<base>.damaged-1`, `-2`, … and returns that name. Of more than ten such files
  /// the oldest go.
  func moveAside(base: String) throws(StorageError) -> String {
    let place = try reservePlace(base: base)
    do {
      try attempt("renaming it to \(place)") { try fileSystem.rename(file, to: place) }
    } catch {
      try? fileSystem.remove(place)
      throw error
    }
    // If this fails, the worst is that a power cut undoes the move, and it is done again.
    try? fileSystem.synchronizeDirectory(directory)
    for number in numbersAside(base: base).sorted().dropLast(Self.keptAside) {
      try? fileSystem.remove(Self.place(number, base: base))
    }
    return place
  }

  private static func place(_ number: Int, base: String) -> String { "\(base).damaged-\(number)" }

  /// The numbers of the files that were moved aside.
  private func numbersAside(base: String) -> [Int] {
    let prefix = base.split(separator: "/").last.map { "\($0).damaged-" } ?? ""
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
