package struct SceneFolder: Sendable {
  package let path: String
  private let fileSystem: any FileSystem

  package init(path: String, fileSystem: any FileSystem = POSIXFileSystem()) {
    self.path = path
    self.fileSystem = fileSystem
  }

  package func file(of scene: String) throws(StorageError) -> String {
    guard !scene.isEmpty else {
      throw StorageError(action: .open, file: path, reason: "the key of a scene must not be empty")
    }
    return "\(path)/\(SceneFileName.name(for: scene))"
  }

  /// Returns the sorted keys of the scenes with a file, without keys that are too long for the name of a file.
  package func scenes() throws(StorageError) -> [String] {
    Set(try names(.read).compactMap(SceneFileName.key)).sorted()
  }

  /// Removes the files of all scenes, except the given scenes and the scenes to whose files a living owner saves.
  ///
  /// - Returns: How many scenes were removed.
  package func removeScenes(keeping scenes: some Sequence<String>) throws(StorageError) -> Int {
    let kept = Set(scenes.map(SceneFileName.name))
    var count = 0
    for name in Set(try names(.remove).compactMap(SceneFileName.currentName)).subtracting(kept).sorted() {
      if try remove("\(path)/\(name)") { count += 1 }
    }
    return count
  }

  private func names(_ action: StorageError.Action) throws(StorageError) -> [String] {
    do {
      return try FileAccess(action, to: path, in: fileSystem).attempt("listing it") {
        try fileSystem.names(inDirectory: path)
      }
    } catch {
      if error.code == SystemError.missing.code { return [] }
      throw error
    }
  }

  private func remove(_ file: String) throws(StorageError) -> Bool {
    do {
      try FileRemoval(of: FileAccess(.remove, to: file, in: fileSystem)).perform(as: StorageOwner())
      return true
    } catch is FileLease.Refusal {
      return false
    } catch {
      throw StorageError(error, action: .remove, file: file)
    }
  }
}
