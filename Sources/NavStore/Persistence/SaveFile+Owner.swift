extension SaveFile {
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

  /// Lets others save; a later save asks anew.
  package func giveUpOwnership() {
    guard let owner, let owned = storage as? any OwnedStorage else { return }
    owned.giveUpOwnership(of: owner)
  }
}
