import NavStoreInspection
import Testing

@Suite struct DifferencePropertyTests {
  @Test func `two values of the same tree have no difference`() {
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 5_000 : 100) {
      var random = SplitMix64(seed: seed)
      let tree = RandomTree(depth: 5, random: &random)
      let text = difference(expected: tree.value, actual: tree.value)
      #expect(text == nil, "seed \(seed)")
      #expect(swiftSource(tree.value) == swiftSource(tree.value), "seed \(seed)")
    }
  }

  @Test func `one changed leaf results in one difference that shows it, in both directions`() throws {
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 5_000 : 100) {
      var random = SplitMix64(seed: seed)
      let tree = RandomTree(depth: 5, random: &random)
      let (first, second) = (tree.value, tree.changed(to: 987_654, random: &random).value)
      let text = try #require(difference(expected: first, actual: second), "seed \(seed)")
      let lines = text.split(separator: "\n")
      let marks = lines.map { $0.prefix(1) }
      #expect(marks.count { $0 == "−" } == 1 && marks.count { $0 == "+" } == 1, "seed \(seed):\n\(text)")
      #expect(lines.contains { $0.hasPrefix("+") && $0.contains("987654") }, "seed \(seed):\n\(text)")
      let reversed = try #require(difference(expected: second, actual: first), "seed \(seed)")
      let turned = reversed.split(separator: "\n").map { line -> Substring in
        line.hasPrefix("−") ? "+" + line.dropFirst() : line.hasPrefix("+") ? "−" + line.dropFirst() : line
      }
      #expect(turned.sorted() == lines.sorted(), "seed \(seed)")
    }
  }

  @Test func `the difference of any two values is bounded, and is the same each time`() {
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 5_000 : 100) {
      var random = SplitMix64(seed: seed)
      let (first, second) = (RandomTree(depth: 5, random: &random), RandomTree(depth: 5, random: &random))
      let text = difference(expected: first.value, actual: second.value)
      #expect(text == difference(expected: first.value, actual: second.value), "seed \(seed)")
      let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 90 && lines.allSatisfy { $0.count <= 160 }, "seed \(seed)")
      // Values of two types may have the same source.
      let isAlike = swiftSource(first.value) == swiftSource(second.value)
      #expect(isAlike ? text?.contains(" as ") != false : text != nil, "seed \(seed)")
    }
  }
}
