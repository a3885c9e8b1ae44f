import NavStoreInspection

extension SplitMix64 {
  /// True once in `count` times.
  mutating func once(in count: Int) -> Bool {
    below(count) == 0
  }

  /// One of a few values.
  mutating func pick<Value>(_ values: Value...) -> Value {
    values[below(values.count)]
  }

  /// Fewer than `bound` values.
  mutating func list<Value>(below bound: Int, _ make: (inout SplitMix64) -> Value) -> [Value] {
    (0..<below(bound)).map { _ in make(&self) }
  }
}
