#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The knowledge of this process about the generations in one storage, by the checksums of their bytes.
///
/// A save may lose an older generation only if the app has restored or saved it. A generation that could not be read at
/// the start, or that another process has saved since, may be the newest state of the user.
package final class KnownGenerations: Sendable {
  enum Outcome: Equatable {
    /// The generation was restored with the version of the schema, as a whole or in part.
    case restored(schema: Int, isWhole: Bool)
    /// The generation preceded a restored one, and the app once used it as a whole.
    case older
    /// The generation cannot be decoded with the schema, for the reason.
    case illegible(String)
  }

  private struct Note {
    let sum: UInt64
    let outcome: Outcome
  }

  private let notes = Locked<[Note]>([])
  /// The versions of the schemas that were passed to loads. The last one is at the end.
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

  /// Notes the version of a load, whether or not a generation existed.
  func noteLoad(version: Int) {
    loadedVersions.withLock { versions in
      versions.removeAll { $0 == version }
      versions.append(version)
    }
  }

  /// Returns the version of the last load, or `nil` if a load had the given version or no load was noted.
  func loadedVersion(otherThan version: Int) -> Int? {
    loadedVersions.withLock { $0.contains(version) ? nil : $0.last }
  }

  /// Returns the last outcome for the bytes with a checksum, preferably one of the version of the schema.
  func outcome(ofSum sum: UInt64, schema: Int) -> Outcome? {
    let outcomes = notes.withLock { $0.filter { $0.sum == sum }.map(\.outcome) }
    return outcomes.last { if case .restored(schema, _) = $0 { true } else { false } } ?? outcomes.last
  }

  static func sum(_ bytes: Data) -> UInt64 { bytes.withUnsafeBytes { Checksum.xxh64($0) } }

  // MARK: - By name

  private static let named = Locked<[String: KnownGenerations]>([:])

  /// Returns the knowledge about the place with the name. Different storage objects may reach the same place.
  static func named(_ name: String) -> KnownGenerations {
    named.withLock { named in
      if let states = named[name] { return states }
      let states = KnownGenerations()
      named[name] = states
      return states
    }
  }
}
