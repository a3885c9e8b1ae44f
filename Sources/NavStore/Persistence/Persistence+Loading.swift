#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Persistence {
  // MARK: - Loading

  /// Restores the state that was saved, or returns the initial one.
  ///
  /// It blocks for one or two reads, so that it can run before the first frame. It never throws: the report of the result
  /// says what was found. What cannot be used is moved aside and never deleted; a state of a newer version is left alone.
  ///
  /// `version` is that of the app's saved state, not negative. A state that was saved with another version is not restored.
  public static func load(
    _ initial: Saved, from storage: any StateStorage, version: Int = 1
  ) -> Restored<Saved> {
    let (state, report) = SaveFile(storage: storage, schema: version).load(decoded)
    return Restored(state: state ?? initial, report: report)
  }

  /// Restores the part of the state that was saved, in the initial state of the whole.
  ///
  /// As the form for the whole state otherwise.
  public static func load<Root>(
    _ initial: Root, from storage: any StateStorage, saving part: any WritableKeyPath<Root, Saved> & Sendable,
    version: Int = 1
  ) -> Restored<Root> {
    let restored = load(initial[keyPath: part], from: storage, version: version)
    var root = initial
    root[keyPath: part] = restored.state
    return Restored(state: root, report: restored.report)
  }

  // MARK: - Bytes for other places

  /// Returns the bytes that a file would hold, for `@SceneStorage` or any other place.
  ///
  /// Equal states give equal bytes, in every process, as long as their encoding has an order: a `Set`, and a dictionary
  /// whose keys are neither strings nor integers, encode in the order of the moment. Throws ``PersistenceError`` if the
  /// state cannot be encoded. Cost: that of the encoding.
  public static func encoded(_ state: Saved, version: Int = 1, revision: Int = 0) throws -> Data {
    Envelope(schema: version, revision: revision, payload: try payload(of: state)).encode()
  }

  /// Restores a state from bytes that ``encoded(_:version:revision:)`` returned, or returns the initial one.
  ///
  /// Never throws: the report of the result says what was wrong with the bytes. Nil stands for bytes that were never saved.
  public static func restored(_ initial: Saved, from data: Data?, version: Int = 1) -> Restored<Saved> {
    load(initial, from: GivenBytes(data: data), version: version)
  }

  // MARK: - Coding

  static func payload(of state: Saved) throws(PersistenceError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(state)
    } catch EncodingError.invalidValue(_, let context) {
      throw .encodingFailed(context.debugDescription)
    } catch {
      throw .encodingFailed("\(error)")
    }
  }

  static func decoded(_ payload: Data) throws -> Saved {
    try JSONDecoder().decode(Saved.self, from: payload)
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
