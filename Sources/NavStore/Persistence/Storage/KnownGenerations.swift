#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What this process knows about the generations in one storage. Each generation is identified by the
/// checksum of its bytes.
///
/// A save may discard an older generation only if the app has restored or saved that generation. A generation that
/// could not be read when the app started, or that another process has saved since then, may contain the user's newest
/// state.
package final class KnownGenerations: Sendable {
  enum Outcome: Equatable {
    case restored(schema: Int, isWhole: Bool)
    /// The generation was saved before the restored one. The header of the restored one shows that the app has used the
    /// whole of this generation. Therefore a save may discard this generation.
    case older
    case codecFailed(String)
  }

  private struct Note {
    let sum: UInt64
    let outcome: Outcome
  }

  private let notes = Locked<[Note]>([])
  private let restoredSum = Locked<UInt64?>(nil)
  /// The schema versions that were passed to loads. The version of the most recent load is at the end.
  private let loadedVersions = Locked<[Int]>([])
  /// The maximum number of notes that are kept: enough for both generations of several loads.
  private static let longest = 8

  package init() {}

  func note(_ bytes: Data, _ outcome: Outcome) {
    note(sum: Self.sum(bytes), outcome)
  }

  func note(sum: UInt64, _ outcome: Outcome) {
    let note = Note(sum: sum, outcome: outcome)
    notes.withLock { notes in
      notes.removeAll { $0.sum == note.sum && $0.outcome == note.outcome }
      notes = (notes + [note]).suffix(Self.longest)
    }
  }

  /// Notes the schema version of a load, whether or not the load found a generation.
  func noteLoad(version: Int) {
    loadedVersions.withLock { versions in
      versions.removeAll { $0 == version }
      versions.append(version)
    }
  }

  var lastRestored: UInt64? { restoredSum.withLock { $0 } }

  func noteRestored(_ sum: UInt64?) {
    restoredSum.withLock { $0 = sum }
  }

  func loadedVersion(otherThan version: Int) -> Int? {
    loadedVersions.withLock { $0.contains(version) ? nil : $0.last }
  }

  /// Returns the last outcome for the bytes. A restore with the given version of the schema takes precedence over other
  /// outcomes.
  func outcome(ofSum sum: UInt64, schema: Int) -> Outcome? {
    let outcomes = notes.withLock { $0.filter { $0.sum == sum }.map(\.outcome) }
    return outcomes.last { if case .restored(schema, _) = $0 { true } else { false } } ?? outcomes.last
  }

  static func sum(_ bytes: Data) -> UInt64 { bytes.withUnsafeBytes { Checksum.xxh64($0) } }

  // MARK: - By name

  private static let named = Locked<[String: KnownGenerations]>([:])

  /// Returns the shared instance with a name. Different storage objects may use the same place, and then share the
  /// instance.
  static func named(_ name: String) -> KnownGenerations {
    named.withLock { named in
      if let states = named[name] { return states }
      let states = KnownGenerations()
      named[name] = states
      return states
    }
  }
}
