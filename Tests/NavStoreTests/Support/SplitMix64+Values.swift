import NavStoreInspection

extension SplitMix64 {
  /// Returns true with a probability of 1 in `count`.
  mutating func once(in count: Int) -> Bool {
    below(count) == 0
  }

  /// Returns one of the values.
  mutating func pick<Value>(_ values: Value...) -> Value {
    values[below(values.count)]
  }

  /// Returns fewer than `bound` random values.
  mutating func list<Value>(below bound: Int, _ make: (inout SplitMix64) -> Value) -> [Value] {
    (0..<below(bound)).map { _ in make(&self) }
  }
}
