#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Persistence {
  // MARK: - Loading

  /// Restores the saved state, or returns the initial one.
  ///
  /// The method blocks only for a few reads, so that an app can call it before the first frame. It does not throw: the
  /// report of the result describes what was found. A damaged saved state is moved aside. A state that a later version
  /// of the app or of this library has saved stays in its place. A navigation is restored as far as possible: by
  /// default, it has the tabs of the initial state, and the longest prefix of each saved path that can be decoded.
  ///
  /// - Parameters:
  ///   - initial: The state that is returned if no state is restored. By default, a restored navigation has the tabs of
  ///     this state.
  ///   - storage: Where the state was saved.
  ///   - schema: The schema of the saved state. Pass the same schema to the persistence.
  /// - Returns: The state and a report.
  public static func load(
    _ initial: Saved, from storage: any StateStorage, schema: StateSchema = StateSchema()
  ) -> Restored<Saved> {
    let coder = StateJSONCoder(schema)
    let (restored, found) = SavedStateStore(storage: storage, schema: schema)
      .load(isWhole: { !$0.repairs.hasLosses }) { try coder.restore(initial, from: $0) }
    var report = found
    if let restored { report.repairs = restored.repairs }
    return Restored(state: restored?.state ?? initial, report: report)
  }

  /// Restores the saved part of a state, and returns the whole initial state with that part.
  ///
  /// - Parameters:
  ///   - initial: The whole state that is returned if no part is restored. By default, a restored navigation has the
  ///     tabs of this state.
  ///   - storage: Where the part was saved.
  ///   - part: The part of the state that was saved, for example `\.navigation`.
  ///   - schema: The schema of the saved part. Pass the same schema to the persistence.
  /// - Returns: The whole state and a report.
  public static func load<Root>(
    _ initial: Root, from storage: any StateStorage, saving part: any WritableKeyPath<Root, Saved> & Sendable,
    schema: StateSchema = StateSchema()
  ) -> Restored<Root> {
    let restored = load(initial[keyPath: part], from: storage, schema: schema)
    var root = initial
    root[keyPath: part] = restored.state
    return Restored(state: root, report: restored.report)
  }

  // MARK: - Bytes for other places

  /// Returns the bytes in which a state is saved, to keep them in `@SceneStorage` or any other place.
  ///
  /// The same state and revision lead to the same bytes in every process, unless the state's `encode(to:)` or the
  /// schema's codec has a different result each time. A `Set` is encoded in no fixed order. A dictionary is encoded in
  /// a fixed order only if its keys are strings, integers or `CodingKeyRepresentable` values. Routes that cannot be
  /// encoded are omitted, as in a save.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - schema: The schema of the saved state.
  ///   - revision: The revision of the store, which must not be negative.
  /// - Throws: ``PersistenceError`` if a part of the state other than a route cannot be encoded, if the codec throws an
  ///   error, or if the bytes exceed the `maxBytes` of the schema.
  /// - Complexity: O(n), where n is the size of the encoded state.
  public static func encoded(
    _ state: Saved, schema: StateSchema = StateSchema(), revision: Int = 0
  ) throws -> Data {
    let (payload, _) = try StateJSONCoder(schema).encode(state)
    return try SavedStateStore(storage: GivenBytes(data: nil), schema: schema).encoded(payload, revision: revision)
  }

  /// Restores a state from bytes that ``encoded(_:schema:revision:)`` returned, or returns the initial one.
  ///
  /// - Parameters:
  ///   - initial: The state that is returned if no state is restored. By default, a restored navigation has the tabs of
  ///     this state.
  ///   - data: The bytes; `nil` if no state was ever saved.
  ///   - schema: The schema of the saved state.
  /// - Returns: The state, and a report that describes any problems with the bytes.
  public static func restored(
    _ initial: Saved, from data: Data?, schema: StateSchema = StateSchema()
  ) -> Restored<Saved> {
    load(initial, from: GivenBytes(data: data), schema: schema)
  }
}

/// A read-only storage with bytes that the caller provides. It has only the current generation, which cannot be moved
/// aside.
private struct GivenBytes: StateStorage, StorageSession {
  let data: Data?

  func name(of generation: StateGeneration) -> String {
    switch generation {
    case .current: "the data"
    case .previous: "the previous data"
    }
  }

  func read(_ generation: StateGeneration, limit: Int) -> Data? { generation == .current ? data : nil }
  func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {}
  func quarantine(_ generation: StateGeneration) throws -> String? { nil }
  func remove(as owner: StorageOwner) throws {}
}
