#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What this process has made of the states in one storage, by the sums of their bytes.
///
/// A save may let the generation before it go only if the app had it: what could not be read at the start, or was saved
/// by somebody else since, is somebody's newest state, however good it looks.
package final class KnownGenerations: Sendable {
  enum Outcome: Equatable {
    /// It was restored with that version of the schema: all of it, or a part.
    case restored(schema: Int, isWhole: Bool)
    /// It stood before one that was restored, and the app had it in full once.
    case older
    /// It cannot be decoded with what was given.
    case illegible(String)
  }

  private struct Note {
    let sum: UInt64
    let outcome: Outcome
  }

  private let notes = Locked<[Note]>([])
  /// The versions of the schema that a load was given, the last one at the end.
  private let loadedVersions = Locked<[Int]>([])
  /// Of some loads the state and the one before it.
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

  /// Remembers the version of a load, whether or not there was anything to load.
  func noteLoad(version: Int) {
    loadedVersions.withLock { versions in
      versions.removeAll { $0 == version }
      versions.append(version)
    }
  }

  /// The version of the last load, if there were loads and none had the given version; otherwise nil.
  func loadedVersion(otherThan version: Int) -> Int? {
    loadedVersions.withLock { $0.contains(version) ? nil : $0.last }
  }

  /// What was made of those bytes last; preferably with that version of the schema.
  func outcome(ofSum sum: UInt64, schema: Int) -> Outcome? {
    let outcomes = notes.withLock { $0.filter { $0.sum == sum }.map(\.outcome) }
    return outcomes.last { if case .restored(schema, _) = $0 { true } else { false } } ?? outcomes.last
  }

  static func sum(_ bytes: Data) -> UInt64 { bytes.withUnsafeBytes { Checksum.xxh64($0) } }

  // MARK: - Of a storage

  private static let named = Locked<[String: KnownGenerations]>([:])

  /// A place is the same by whatever object it is reached, so places are told apart by their names.
  static func named(_ name: String) -> KnownGenerations {
    named.withLock { named in
      if let states = named[name] { return states }
      let states = KnownGenerations()
      named[name] = states
      return states
    }
  }
}
