/// A small generator of random numbers whose sequence is the same for the same seed on every platform.
///
/// The constants are those of Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number below `bound`.
  mutating func below(_ bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &self)
  }

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
