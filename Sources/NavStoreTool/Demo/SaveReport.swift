internal import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

struct SaveCounts: Equatable, CustomStringConvertible {
  var changes = 0
  var saves = 0
  var unsaved = 0

  init(changes: Int = 0, saves: Int = 0, unsaved: Int = 0) {
    self.changes = changes
    self.saves = saves
    self.unsaved = unsaved
  }

  init?(_ line: String) {
    guard let match = line.wholeMatch(of: /\s*(\d+) changes?, (\d+) saves?, (\d+) not saved/),
      let changes = Int(match.1), let saves = Int(match.2), let unsaved = Int(match.3)
    else { return nil }
    self.init(changes: changes, saves: saves, unsaved: unsaved)
  }

  var description: String {
    "\(changes.counting("change")), \(saves.counting("save")), \(unsaved) not saved"
  }

  static func += (counts: inout SaveCounts, other: SaveCounts) {
    counts.changes += other.changes
    counts.saves += other.saves
    counts.unsaved += other.unsaved
  }
}

/// A hash of the saved form of a navigation. Equal navigations have the same fingerprint in every process.
struct StateFingerprint: Equatable, CustomStringConvertible {
  let description: String

  /// Creates the fingerprint of a navigation from the form in which the navigation would be saved as revision 0.
  init(of navigation: DemoNavigation) {
    let bytes = (try? Persistence<DemoNavigation>.encoded(navigation)) ?? Data()
    let sum = bytes.withUnsafeBytes { Checksum.xxh64($0) }
    let digits = String(sum, radix: 16)
    description = String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Creates a fingerprint from the end of a line of a session's output, such as
  /// `saved revision 31, state 0123456789abcdef`.
  init?(endOf line: String) {
    guard let match = line.wholeMatch(of: /.* revision \d+, state ([0-9a-f]{16})/) else { return nil }
    description = String(match.1)
  }
}
