import NavStoreInspection
import Testing

@Suite struct AlignmentTests {
  /// Returns the minimum number of changes, computed with the standard table of edit distances.
  private func fewestChanges(_ old: [Int], _ new: [Int]) -> Int {
    var row = Array(0...new.count)
    for (x, element) in old.enumerated() {
      var next = [x + 1]
      for y in new.indices { next.append(element == new[y] ? row[y] : min(row[y + 1], next[y]) + 1) }
      row = next
    }
    return row[new.count]
  }

  private func applied(_ hunks: [Alignment.Hunk], to old: [Int], from new: [Int]) -> [Int] {
    var result = old
    for hunk in hunks.reversed() { result.replaceSubrange(hunk.expected, with: new[hunk.actual]) }
    return result
  }

  @Test func `hunks turn one list into another with the fewest changes`() {
    for seed in TestEnvironment.seeds(2_000) {
      var random = SplitMix64(seed: seed)
      let kinds = random.pick(1, 2, 3, 9)
      let old = random.list(below: 12) { $0.below(kinds) }
      let new = random.list(below: 12) { $0.below(kinds) }
      let (hunks, areMinimal) = Alignment.hunks(expected: old, actual: new)
      #expect(areMinimal)
      #expect(applied(hunks, to: old, from: new) == new, "seed \(seed)")
      #expect(hunks.map { $0.expected.count + $0.actual.count }.reduce(0, +) == fewestChanges(old, new), "seed \(seed)")
    }
  }

  @Test func `beyond the limit of changes, all elements between the equal ends differ`() {
    for seed in TestEnvironment.seeds(200) {
      var random = SplitMix64(seed: seed)
      let old = [1, 2] + random.list(below: 30) { 10 + $0.below(4) } + [3]
      let new = [1, 2] + random.list(below: 30) { 10 + $0.below(4) } + [3]
      let (hunks, areMinimal) = Alignment.hunks(expected: old, actual: new, changeLimit: 5)
      #expect(areMinimal || fewestChanges(old, new) > 5, "seed \(seed)")
      #expect(applied(hunks, to: old, from: new) == new, "seed \(seed)")
    }
  }

  @Test func `steps turn one list into another with the fewest moves`() {
    for seed in TestEnvironment.seeds(1_000) {
      var random = SplitMix64(seed: seed)
      let old = Array((0..<8).shuffled(using: &random).prefix(random.below(9)))
      let new = Array((0..<8).shuffled(using: &random).prefix(random.below(9)))
      let steps = Alignment.steps(expected: old.map(AnyHashable.init), actual: new.map(AnyHashable.init))
      var result: [Int] = []
      var kept: [Int] = []
      var gone: Set<Int> = []
      for step in steps {
        switch step {
        case .kept(let x, let y), .moved(let x, let y):
          result.append(old[x])
          #expect(new[y] == old[x] && y == result.count - 1, "seed \(seed)")
          if case .kept = step { kept.append(x) }
        case .added(let y): result.append(new[y])
        case .removed(let x): gone.insert(old[x])
        }
      }
      #expect(result == new, "seed \(seed)")
      #expect(gone == Set(old).subtracting(new), "seed \(seed)")
      #expect(kept == kept.sorted(), "seed \(seed)")
      let survivors = old.filter(new.contains)
      let moves = survivors.count - kept.count
      #expect(2 * moves == fewestChanges(survivors, new.filter(old.contains)), "seed \(seed)")
    }
  }
}
