/// The hash function SHA-256 of FIPS 180-4, which Foundation does not have on Linux.
package enum SHA256 {
  package static func digest(of message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += bigEndian(UInt64(message.count) * 8)
    var hash = initialHash
    var schedule = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: padded.count, by: 64) {
      for index in 0..<16 {
        let start = block + 4 * index
        schedule[index] = padded[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<64 {
        let (first, second) = (schedule[index - 15], schedule[index - 2])
        let low = rotated(first, 7) ^ rotated(first, 18) ^ first >> 3
        let high = rotated(second, 17) ^ rotated(second, 19) ^ second >> 10
        schedule[index] = schedule[index - 16] &+ low &+ schedule[index - 7] &+ high
      }
      add(schedule, to: &hash)
    }
    return hash.flatMap(bigEndian)
  }

  private static func add(_ schedule: [UInt32], to hash: inout [UInt32]) {
    var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
    var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
    for index in 0..<64 {
      let choice = e & f ^ ~e & g
      let majority = a & b ^ a & c ^ b & c
      let high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let first = h &+ high &+ choice &+ constants[index] &+ schedule[index]
      let second = low &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { hash[index] &+= value }
  }

  private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 { value >> count | value << (32 - count) }

  private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
  private static let initialHash = primes.prefix(8).map { fraction(Double($0).squareRoot()) }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants = primes.map { fraction(cubeRoot(of: Double($0))) }

  private static let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }

  private static func fraction(_ root: Double) -> UInt32 { UInt32((root - root.rounded(.down)) * 0x1p32) }

  private static func cubeRoot(of value: Double) -> Double {
    var root = value
    for _ in 0..<60 { root -= (root * root * root - value) / (3 * root * root) }
    return root
  }
}
