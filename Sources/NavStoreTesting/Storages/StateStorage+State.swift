#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
public import NavStore

/// A function that reads saved states in tests.
extension StateStorage {
  /// Returns the state that is saved in a generation, or `nil` if the generation does not exist.
  ///
  /// Unlike `Persistence.load`, this function does not quarantine a generation, does not fall back to the other
  /// generation, and accepts a state of any version. It reads the storage once. For a ``FaultInjectingStorage``, call
  /// this function on ``FaultInjectingStorage/base`` if the read must not be counted as an operation.
  ///
  /// - Parameters:
  ///   - type: The type of the state.
  ///   - generation: The generation to read.
  ///   - routes: The registry of the route types that `AnyRoute` values of the state can contain. Pass `nil` if the
  ///     state contains no `AnyRoute` values.
  /// - Throws: `StorageError` if the generation cannot be read, is damaged, or is not a state of this type.
  public func state<Saved: Decodable>(
    as type: Saved.Type, in generation: StateGeneration = .current, routes: RouteRegistry? = nil
  ) throws -> Saved? {
    try withSession(of: nil) { try $0.read(generation, limit: .max) }
      .map { try SavedState.decode(type, from: $0, routes: routes, file: name(of: generation)) }
  }
}

/// A function that decodes the bytes of a saved state without the migrations and fallbacks of a restore.
enum SavedState {
  static func decode<Saved: Decodable>(
    _ type: Saved.Type, from data: Data, routes: RouteRegistry?, file: String
  ) throws(StorageError) -> Saved {
    let reason: RestoreReport.Reason
    do {
      let payload = try Envelope.open(data).payload
      return try StateJSONCoder(routes: routes).decode(type, from: payload)
    } catch let error as EnvelopeError {
      reason = RestoreReport.Reason(error)
    } catch {
      reason = .undecodable(error)
    }
    throw StorageError(action: .read, file: file, reason: "it \(reason)")
  }
}
