import Foundation
import NavStore
import NavStoreInspection
import Testing

@Suite struct OwnerRecordTests {
  @Test(arguments: [
    OwnerRecord(process: 1, start: nil, owner: 0),
    OwnerRecord(process: 4711, start: "8812309@0d1c-4f", owner: 7),
    OwnerRecord(process: .max, start: "1690000000.42", owner: .max),
  ])
  func `a record is read as it was written`(record: OwnerRecord) {
    #expect(OwnerRecord(record.encoded) == record)
  }

  @Test func `a record is one line of text`() {
    let record = OwnerRecord(process: 4711, start: "8812309@0d1c", owner: 7)
    #expect(String(decoding: record.encoded, as: UTF8.self) == "navstore.owner 1 4711 8812309@0d1c 7\n")
  }

  @Test(arguments: [
    "", "\n", "4711", "4711\n", "navstore.owner 1 4711 - 7", "navstore.owner 1 4711 - 7\n\n",
    "navstore.owner 1 4711 - 7\n7\n",
    "navstore.owner 2 4711 - 7\n", "navstore.owner 1 04711 - 7\n", "navstore.owner 1 +4711 - 7\n",
    "navstore.owner 1 0 - 7\n", "navstore.owner 1 -1 - 7\n", "navstore.owner 1 4294967296 - 7\n",
    "navstore.owner 1 4711 - -7\n", "navstore.owner 1 4711 - 9223372036854775808\n", "navstore.owner 1 4711 a/b 7\n",
    "navstore.owner 1 4711  7\n", "navstore.owner 1 4711 -\n", "navstore.owner 1 4711 - 7 8\n", "a.owner 1 4711 - 7\n",
    "\0\0\0\0\0\0\0\0",
  ])
  func `any other text is not a record`(text: String) {
    #expect(OwnerRecord(Data(text.utf8)) == nil)
  }

  @Test(arguments: TestEnvironment.seeds(20))
  func `a record that is read from changed or random bytes encodes to the same bytes`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<(TestEnvironment.isLong ? 20_000 : 500) {
      var bytes: [UInt8]
      if generator.once(in: 4) {
        bytes = generator.list(below: 300) { UInt8($0.below(256)) }
      } else {
        let start = generator.once(in: 3) ? nil : "\(generator.below(1_000_000))@\(generator.below(1_000))"
        bytes = Array(
          OwnerRecord(
            process: Int32(1 + generator.below(99_999)), start: start, owner: Int64(generator.below(.max))
          ).encoded)
        for _ in 0..<generator.below(4) where !bytes.isEmpty {
          switch generator.below(3) {
          case 0: bytes[generator.below(bytes.count)] = UInt8(generator.below(256))
          case 1: bytes.remove(at: generator.below(bytes.count))
          default: bytes.insert(UInt8(generator.below(256)), at: generator.below(bytes.count + 1))
          }
        }
      }
      if let record = OwnerRecord(Data(bytes)) { #expect(record.encoded == Data(bytes), "seed \(seed)") }
    }
  }
}
