/// The lines between an opening and a closing one, each run of unchanged parts in one line.
struct DifferenceRows {
  let place: Place
  private var lines: [DifferenceLine] = []
  private var unchanged = 0

  init(in place: Place) {
    self.place = place
  }

  /// Adds what a part differs in; no lines are an unchanged part.
  mutating func add(_ lines: [DifferenceLine]) {
    if lines.isEmpty {
      unchanged += 1
    } else {
      collapse()
      self.lines += lines
    }
  }

  mutating func addUnchanged(_ count: Int) {
    unchanged += count
  }

  private mutating func collapse() {
    guard unchanged > 0 else { return }
    lines.append(.context("… (\(unchanged) unchanged)", at: place.child()))
    unchanged = 0
  }

  /// All lines; none if no part differs.
  mutating func enclosed(_ opening: String, _ closing: String) -> [DifferenceLine] {
    guard lines.contains(where: \.beginsDifference) else { return [] }
    collapse()
    return [.context(place.before + opening, at: place)] + lines + [.context(closing + place.after, at: place)]
  }
}
