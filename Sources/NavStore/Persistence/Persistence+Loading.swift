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
  /// result says what was found. What cannot be used is moved aside and never deleted; a state of a newer version is
  /// left alone.
  ///
  /// `version` is that of the app's saved state, not negative. A state that was saved with another version is not restored.
  /// `routes` names the types of the state's ``AnyRoute`` values, if it has any.
  public static func load(
    _ initial: Saved, from storage: any StateStorage, version: Int = 1, routes: RouteRegistry? = nil
  ) -> Restored<Saved> {
    let coder = StateCoder(routes: routes)
    let (state, report) = SaveFile(storage: storage, schema: version).load { try coder.decode(Saved.self, from: $0) }
    return Restored(state: state ?? initial, report: report)
  }

  /// Restores the part of the state that was saved, in the initial state of the whole.
  ///
  /// As the form for the whole state otherwise.
  public static func load<Root>(
    _ initial: Root, from storage: any StateStorage, saving part: any WritableKeyPath<Root, Saved> & Sendable,
    version: Int = 1, routes: RouteRegistry? = nil
  ) -> Restored<Root> {
    let restored = load(initial[keyPath: part], from: storage, version: version, routes: routes)
    var root = initial
    root[keyPath: part] = restored.state
    return Restored(state: root, report: restored.report)
  }

  // MARK: - Bytes for other places

  /// Returns the bytes that a file would hold, for `@SceneStorage` or any other place.
  ///
  /// Equal states give equal bytes, in every process, as long as their encoding has an order: a `Set`, and a dictionary
  /// whose keys are neither strings nor integers, encode in the order of the moment. Neither number may be negative.
  /// Throws ``PersistenceError`` if the state cannot be encoded. Cost: that of the encoding.
  public static func encoded(
    _ state: Saved, version: Int = 1, revision: Int = 0, routes: RouteRegistry? = nil
  ) throws -> Data {
    let (payload, _) = try StateCoder(routes: routes).encode(state)
    return Envelope(schema: version, revision: revision, payload: payload).encode()
  }

  /// Restores a state from bytes that ``encoded(_:version:revision:routes:)`` returned, or returns the initial one.
  ///
  /// Never throws: the report of the result says what was wrong with the bytes. Nil stands for bytes that were never
  /// saved.
  public static func restored(
    _ initial: Saved, from data: Data?, version: Int = 1, routes: RouteRegistry? = nil
  ) -> Restored<Saved> {
    load(initial, from: GivenBytes(data: data), version: version, routes: routes)
  }
}

/// Bytes that lie with the caller: there is one generation, and nowhere to move it.
private struct GivenBytes: StateStorage {
  let data: Data?

  func name(of generation: StateGeneration) -> String {
    switch generation {
    case .current: "The given data"
    case .previous: "A previous generation of the given data"
    }
  }

  func read(_ generation: StateGeneration) throws -> Data? { generation == .current ? data : nil }
  func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {}
  func quarantine(_ generation: StateGeneration) throws -> String? { nil }
}
