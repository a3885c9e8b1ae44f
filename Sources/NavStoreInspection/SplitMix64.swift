/// A random number generator that returns the same numbers for the same seed on every platform.
///
/// The constants are from Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// Returns a random number from 0 up to, but not including, `bound`, which must be at least 1.
  package mutating func below(_ bound: Int) -> Int {
    // Uses `UInt64`, because the width of `Int` depends on the platform, and the result depends on the width.
    Int(UInt64.random(in: 0..<UInt64(bound), using: &self))
  }
}
