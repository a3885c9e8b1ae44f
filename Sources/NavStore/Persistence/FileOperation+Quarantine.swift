extension FileOperation {
  /// Moves the file to the first free name of `<base>.damaged-1`, `-2`, … and returns that name.
  func moveAside(base: String) throws(StorageError) -> String {
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
    // If this fails, the worst is that a power cut undoes the move, and it is done again: the next save syncs it first.
    try? fileSystem.synchronizeDirectory(directory)
    return place
  }

  /// Takes the first free name by making an empty file there, which the rename then replaces: nothing else can be.
  private func reservePlace(base: String) throws(StorageError) -> String {
    var number = 1
    while true {
      let place = "\(base).damaged-\(number)"
      do {
        let descriptor = try attempt("creating \(place)") { try fileSystem.createFile(place, permissions: 0o600) }
        try? fileSystem.close(descriptor)
        return place
      } catch {
        guard error.code == SystemError.exists.code else { throw error }
        number += 1
      }
    }
  }
}
