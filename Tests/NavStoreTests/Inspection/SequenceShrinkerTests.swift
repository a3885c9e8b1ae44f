import NavStoreInspection
import Testing

@Suite struct SequenceShrinkerTests {
  /// A random property of sequences of numbers: they contain given numbers in order, or an arbitrary property.
  private struct Property {
    let wanted: [Int]
    let salt: Int?

    init(_ random: inout SplitMix64) {
      wanted = random.list(below: 5) { $0.below(6) }
      salt = random.once(in: 2) ? random.below(1_000) : nil
    }

    func isShown(by numbers: [Int]) -> Bool {
      if let salt {
        // An arbitrary property, as of a bug that depends on every element.
        return numbers.reduce(salt) { ($0 &* 31 &+ $1 &+ 7) % 10_007 } % 3 != 0
      }
      return Self.isSubsequence(wanted, of: numbers)
    }

    static func isSubsequence(_ wanted: [Int], of numbers: [Int]) -> Bool {
      var rest = wanted[...]
      for number in numbers where number == rest.first { rest.removeFirst() }
      return rest.isEmpty
    }
  }

  @Test func `the result has the same property, and no element can be removed from it`() throws {
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 20_000 : 500) {
      var random = SplitMix64(seed: seed)
      let property = Property(&random)
      let numbers = random.list(below: 40) { $0.below(6) }
      let simpler: (Int) -> [Int] = random.once(in: 2) ? { Array(0..<$0) } : { _ in [] }
      var attempts = 0
      let shrinker = SequenceShrinker<Int>(simpler: simpler)
      let result = shrinker.shrink(numbers) {
        attempts += 1
        return property.isShown(by: $0)
      }
      guard property.isShown(by: numbers) else {
        #expect(result == nil && attempts == 1, "NAVSTORE_SEED=\(seed)")
        continue
      }
      let shrunk = try #require(result)
      #expect(shrunk.isMinimal && shrunk.attempts == attempts, "NAVSTORE_SEED=\(seed)")
      #expect(property.isShown(by: shrunk.elements), "NAVSTORE_SEED=\(seed)")
      if simpler(1).isEmpty { #expect(Property.isSubsequence(shrunk.elements, of: numbers), "NAVSTORE_SEED=\(seed)") }
      for (index, element) in shrunk.elements.enumerated() {
        var others = shrunk.elements
        others.remove(at: index)
        #expect(!property.isShown(by: others), "NAVSTORE_SEED=\(seed): \(shrunk.elements) without [\(index)]")
        for simple in simpler(element) {
          others = shrunk.elements
          others[index] = simple
          #expect(!property.isShown(by: others), "NAVSTORE_SEED=\(seed): \(simple) at [\(index)]")
        }
      }
      #expect(shrinker.shrink(numbers, while: property.isShown)?.elements == shrunk.elements, "NAVSTORE_SEED=\(seed)")
    }
  }

  @Test func `the number of attempts is limited, and the shortest sequence so far is returned`() throws {
    let numbers = Array(0..<100)
    for bound in [1, 2, 7, 50, 200] {
      var attempts = 0
      let result = SequenceShrinker<Int>(maxAttempts: bound).shrink(numbers) {
        attempts += 1
        return $0.contains(13) && $0.contains(77)
      }
      let shrunk = try #require(result)
      #expect(attempts <= bound)
      #expect(shrunk.attempts == attempts)
      #expect(shrunk.elements.contains(13) && shrunk.elements.contains(77))
      #expect(shrunk.isMinimal == (shrunk.elements == [13, 77]))
    }
    #expect(SequenceShrinker<Int>(maxAttempts: 0).shrink(numbers) { _ in true } == nil)
  }

  @Test func `simpler elements that lead back to each other end at the limit`() throws {
    let result = SequenceShrinker<Int>(maxAttempts: 100, simpler: { [1 - $0] }).shrink([0]) { $0.count == 1 }
    #expect(try #require(result).isMinimal == false)
  }

  @Test func `a few actions among ten thousand are found with a few hundred attempts`() throws {
    let result = SequenceShrinker<Int>().shrink(Array(0..<10_000)) { Set($0).isSuperset(of: [17, 4_711, 9_999]) }
    let shrunk = try #require(result)
    #expect(shrunk.elements == [17, 4_711, 9_999])
    #expect(shrunk.attempts < 300)
  }
}
