#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
public import NavStore

/// What a test asks of any storage.
extension StateStorage {
  /// Returns the state that a generation holds, or nil if there is none.
  ///
  /// For a test that asks what was saved. Unlike `Persistence.load` it moves nothing aside, does not fall back to the
  /// other generation, and takes a state of any version. `routes` names the types of the state's `AnyRoute` values,
  /// if it has any.
  ///
  /// Throws `StorageError` if the generation cannot be read, is damaged, or is not a state of this type. It reads the
  /// storage once; ask the ``FaultInjectingStorage/base`` of one that injects faults, where nothing is counted.
  public func state<Saved: Decodable>(
    as type: Saved.Type, in generation: StateGeneration = .current, routes: RouteRegistry? = nil
  ) throws -> Saved? {
    try read(generation).map { try SavedState.decode(type, from: $0, routes: routes, file: name(of: generation)) }
  }
}

/// What the bytes of a saved state mean, without the rules of loading.
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
