extension SavedStateStore {
  /// Runs a save as the owner of the storage, if there is an owner and the storage knows of owners.
  func asOwner<Result>(_ save: () throws(PersistenceError) -> Result) throws(PersistenceError) -> Result {
    guard let owner, let owned = storage as? any OwnedStorage else { return try save() }
    do {
      return try owned.withOwnership(of: owner) { try save() }
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw .storage(StorageError(error, action: .save, file: storage.name(of: .current)))
    }
  }

  /// Takes the storage before the first save, if something is saved there that somebody else could remove or replace.
  /// If another one has it, the first save says so.
  package func claim() {
    guard owner != nil, storage is any OwnedStorage, (try? read(.current).get()) != nil else { return }
    try? asOwner { () throws(PersistenceError) in }
  }

  /// Notes that the app has ended in an orderly way, which is no crash, and lets others save.
  package func end() {
    endRestore()
    releaseOwnership()
  }

  /// Lets others save; a later save asks anew.
  package func releaseOwnership() {
    guard let owner, let owned = storage as? any OwnedStorage else { return }
    owned.releaseOwnership(of: owner)
  }
}
