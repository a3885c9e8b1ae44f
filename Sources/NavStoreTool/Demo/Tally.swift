internal import NavStore

/// How often something changed, and how often it was saved.
struct Tally: Equatable, CustomStringConvertible {
  var changes = 0
  var saves = 0
  /// The changes that are not saved yet.
  var unsaved = 0

  init(changes: Int = 0, saves: Int = 0, unsaved: Int = 0) {
    self.changes = changes
    self.saves = saves
    self.unsaved = unsaved
  }

  /// Reads a tally from a line of output.
  init?(_ line: String) {
    guard let match = line.wholeMatch(of: /\s*(\d+) changes?, (\d+) saves?, (\d+) not saved/),
      let changes = Int(match.1), let saves = Int(match.2), let unsaved = Int(match.3)
    else { return nil }
    self.init(changes: changes, saves: saves, unsaved: unsaved)
  }

  var description: String {
    "\(changes.counting("change")), \(saves.counting("save")), \(unsaved) not saved"
  }

  static func += (tally: inout Tally, other: Tally) {
    tally.changes += other.changes
    tally.saves += other.saves
    tally.unsaved += other.unsaved
  }
}
