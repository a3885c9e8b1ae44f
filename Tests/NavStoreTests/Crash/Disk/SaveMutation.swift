/// A mistake in the order of the calls of a save, which a check of crashes has to find.
enum SaveMutation: CaseIterable {
  /// The file's bytes are not synced.
  case noFileSync
  /// No directory is synced.
  case noDirectorySync
  /// The directory of the file is synced, and those above it, which may be as new, are not.
  case noSyncAbove
  /// The file's bytes are synced after its rename.
  case lateFileSync
  /// The new bytes go into the old file.
  case inPlace
  /// The old file is removed before the rename.
  case removedFirst
  /// What is moved aside replaces what was moved aside before.
  case oneNameAside
}
