import NavStore
import Testing

@Suite struct ChecksumTests {
  private func sum(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    bytes.withUnsafeBytes { Checksum.xxh64($0, seed: seed) }
  }

  private func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
  }

  // Computed with the reference implementation, through the Python package xxhash.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999),
      ("a", 0xD24E_C4F1_A98C_6E5B),
      ("abc", 0x44BC_2CF5_AD77_0999),
      ("abcd", 0xDE03_27B0_D25D_92CC),
      ("NavStore", 0xE024_5E5C_F155_4726),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)])
  func `a text has the hash of the reference implementation`(text: String, expected: UInt64) {
    #expect(sum(Array(text.utf8)) == expected)
  }

  @Test(
    arguments: [
      (1, 0x1F25_C8D0_BC1F_4BB6, 0xC960_5B95_DF42_DC9B),
      (31, 0xA2AA_5F33_CC4A_6119, 0xE8CB_F0E0_0F19_0C6E),
      (32, 0x23C3_C17E_F790_FD97, 0x7CE1_C68E_13AA_E778),
      (33, 0x50A7_CFC7_BA58_8784, 0x89D5_7D87_D9F5_0A9D),
      (1000, 0x5F23_5FA0_33F1_A3FB, 0x7E84_72E0_AE8F_34A5),
      (4096, 0x7963_98CD_4327_97CC, 0xB177_15A7_7AF1_0F76),
    ] as [(Int, UInt64, UInt64)])
  func `a seeded hash agrees with the reference implementation`(count: Int, plain: UInt64, seeded: UInt64) {
    #expect(sum(pattern(count)) == plain)
    #expect(sum(pattern(count), seed: 0x9E37_79B1_85EB_CA87) == seeded)
  }

  @Test func `every length up to 300 agrees with the reference implementation`() {
    var all: UInt64 = 0
    for count in 0..<300 { all = all &* 31 &+ sum(pattern(count), seed: UInt64(count)) }
    #expect(all == 0x2A5A_46A6_7813_A466)
  }

  @Test func `the hash does not depend on the address of the bytes`() {
    let bytes = pattern(101)
    let shifted = [0] + bytes
    let sumOfShifted = shifted.withUnsafeBytes { Checksum.xxh64(UnsafeRawBufferPointer(rebasing: $0[1...])) }
    #expect(sumOfShifted == sum(bytes))
  }
}
