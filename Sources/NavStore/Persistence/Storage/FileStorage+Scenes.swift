/// A file for each scene or window. They lie where the file of `init(name:application:)` does, in a folder of their
/// own, `<name>.scenes`, so that no key can lead to the file of another name.
extension FileStorage {
  /// Makes a storage for the file of one scene or window.
  ///
  /// The key is what the system calls the scene, for instance `persistentIdentifier` of a `UISceneSession`, or a UUID
  /// that a window keeps in its `@SceneStorage`. It may be any text; two keys that differ in a single byte, also in the
  /// case of a letter, have two files.
  ///
  /// Throws ``StorageError`` if the key or a name is empty, or a name begins with a dot or contains a slash or a null
  /// character. The file system is not touched: missing directories are made by the first save.
  public convenience init(
    name: String, application: String? = nil, scene: String, protection: FileProtection? = nil
  ) throws {
    try self.init(
      path: Self.sceneFolder(name: name, application: application).file(of: scene), protection: protection)
  }

  /// Returns the keys of the scenes that have a file, sorted.
  ///
  /// A key of more than 100 bytes, counting three for each that is not a lower-case letter, a digit, `-` or `_`, is not
  /// among them: its file's name has only its beginning. Throws ``StorageError`` if the folder cannot be read.
  public static func scenes(name: String, application: String? = nil) throws -> [String] {
    try sceneFolder(name: name, application: application).scenes()
  }

  /// Removes the files of all scenes but those, with all that lies beside them, and returns how many scenes that were.
  ///
  /// Call it when the system has discarded scenes, with those that are left: `UIApplication.shared.openSessions`. What
  /// a living persistence saves to stays, in this process or another. Throws ``StorageError`` if a file cannot be
  /// removed; those before it are gone.
  @discardableResult
  public static func removeScenes(
    name: String, application: String? = nil, keeping scenes: some Sequence<String>
  ) throws -> Int {
    try sceneFolder(name: name, application: application).removeScenes(keeping: scenes)
  }

  private static func sceneFolder(name: String, application: String?) throws -> SceneFolder {
    SceneFolder(path: try stem(name: name, application: application) + ".scenes")
  }
}
