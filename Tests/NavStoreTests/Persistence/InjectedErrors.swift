import NavStore

extension StorageError {
  /// Returns the error that a `FaultInjectingStorage` around an `InMemoryStorage` throws for a failing operation.
  static func injected(
    _ action: Action, _ generation: StateGeneration = .current, into operation: String
  ) -> StorageError {
    let consequence =
      switch action {
      case .open: ""
      case .read: "It was not changed."
      case .save: "The saved state is unchanged."
      case .quarantine: "It was not moved."
      case .remove: "It may have been removed in part."
      }
    return StorageError(
      action: action, file: "memory.\(generation.rawValue)",
      reason: "Input/output error, injected into \(operation)", code: 5, consequence: consequence)
  }
}
