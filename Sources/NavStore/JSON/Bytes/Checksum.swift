/// XXH64, the 64-bit hash of the xxHash family. It detects damaged data. It is not a cryptographic hash.
///
/// The implementation follows the published algorithm, "xxHash fast digest algorithm" by Yann Collet
/// (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md). Equal bytes have the same hash on every machine.
package enum Checksum {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Returns the hash of the bytes. Allocates nothing.
  ///
  /// To hash several pieces without joining them, pass the hash of each piece as the seed of the next one. The result
  /// differs from the hash of the joined pieces.
  ///
  /// - Complexity: O(n), where n is the number of bytes.
  package static func xxh64(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var offset = 0
    var hash: UInt64
    if bytes.count >= 32 {
      var lane1 = seed &+ prime1 &+ prime2
      var lane2 = seed &+ prime2
      var lane3 = seed
      var lane4 = seed &- prime1
      while offset <= bytes.count - 32 {
        lane1 = round(lane1, word(bytes, offset))
        lane2 = round(lane2, word(bytes, offset + 8))
        lane3 = round(lane3, word(bytes, offset + 16))
        lane4 = round(lane4, word(bytes, offset + 24))
        offset += 32
      }
      hash = rotate(lane1, 1) &+ rotate(lane2, 7) &+ rotate(lane3, 12) &+ rotate(lane4, 18)
      hash = merge(hash, lane1)
      hash = merge(hash, lane2)
      hash = merge(hash, lane3)
      hash = merge(hash, lane4)
    } else {
      hash = seed &+ prime5
    }
    hash &+= UInt64(bytes.count)
    while offset <= bytes.count - 8 {
      hash = rotate(hash ^ round(0, word(bytes, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset <= bytes.count - 4 {
      let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      hash = rotate(hash ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      hash = rotate(hash ^ (UInt64(bytes[offset]) &* prime5), 11) &* prime1
      offset += 1
    }
    hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    (value << count) | (value >> (64 - count))
  }

  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
  }

  private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }
}
