#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Persistence {
  // MARK: - Loading

  /// Restores the state that was saved, or returns the initial one.
  ///
  /// It blocks for one or two reads, so that it can run before the first frame. It never throws: the report of the
  /// result says what was found. What cannot be used at all is moved aside; a state of a newer version is left alone.
  /// Of a navigation in it, what can be used is used: of each path the longest beginning that decodes, of the tabs
  /// those that the initial state has.
  ///
  /// - Parameters:
  ///   - initial: What the app starts with when nothing is restored, and what a saved navigation is fitted to.
  ///   - storage: Where the state was saved.
  ///   - schema: How the state stands there; the same as the persistence's.
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

  /// Restores the part of the state that was saved, in the initial state of the whole.
  ///
  /// As the form for the whole state otherwise.
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

  /// Returns the bytes that a file would hold, for `@SceneStorage` or any other place.
  ///
  /// Equal states give equal bytes, in every process, as long as their encoding has an order: a `Set`, and a dictionary
  /// whose keys are neither strings nor integers, encode in the order of the moment. The revision must not be negative.
  /// Routes that cannot be encoded are left out, as in a save. Throws ``PersistenceError`` if another part of the state
  /// cannot be encoded. Cost: that of the encoding.
  public static func encoded(
    _ state: Saved, schema: StateSchema = StateSchema(), revision: Int = 0
  ) throws -> Data {
    let (payload, _) = try StateJSONCoder(schema).encode(state)
    return try SavedStateStore(storage: GivenBytes(data: nil), schema: schema).encoded(payload, revision: revision)
  }

  /// Restores a state from bytes that ``encoded(_:schema:revision:)`` returned, or returns the initial one.
  ///
  /// Never throws: the report of the result says what was wrong with the bytes. Nil stands for bytes that were never
  /// saved.
  public static func restored(
    _ initial: Saved, from data: Data?, schema: StateSchema = StateSchema()
  ) -> Restored<Saved> {
    load(initial, from: GivenBytes(data: data), schema: schema)
  }
}

/// Bytes that lie with the caller: there is one generation, and nowhere to move it.
private struct GivenBytes: StateStorage {
  let data: Data?

  func name(of generation: StateGeneration) -> String {
    switch generation {
    case .current: "the data"
    case .previous: "the data before it"
    }
  }

  func read(_ generation: StateGeneration) throws -> Data? { generation == .current ? data : nil }
  func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {}
  func quarantine(_ generation: StateGeneration) throws -> String? { nil }
}
