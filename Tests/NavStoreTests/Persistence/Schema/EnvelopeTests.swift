import Foundation
import NavStore
import NavStoreInspection
import Testing

@Suite struct EnvelopeTests {
  private let sample = Envelope(schema: 3, revision: 42, payload: Data(#"{"path":["a","b"],"tab":"home"}"#.utf8))

  private func refusal(_ bytes: some Sequence<UInt8>) -> EnvelopeError? {
    do {
      _ = try Envelope.open(Data(bytes))
      return nil
    } catch {
      return error
    }
  }

  @Test func `an envelope is a header line and the unchanged payload`() {
    let text = String(decoding: sample.encode(), as: UTF8.self)
    // The checksum is that of the reference implementation of XXH64.
    #expect(
      text == #"{"format":"navstore.state","v":1,"schema":3,"revision":42,"bytes":31,"sum":"3e482aef7ca6f528"}"#
        + "\n" + #"{"path":["a","b"],"tab":"home"}"#)
  }

  @Test(arguments: [0, 1, 31, 4096, 100_000])
  func `every encoded envelope can be opened`(count: Int) throws {
    let payload = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let envelope = Envelope(schema: Int.max, revision: Int.max, payload: payload)
    #expect(try Envelope.open(envelope.encode()) == envelope)
    let slice = (Data([1, 2, 3]) + envelope.encode()).dropFirst(3)
    #expect(try Envelope.open(slice) == envelope)
  }

  @Test func `every truncation is refused`() {
    let bytes = sample.encode()
    for count in 0..<bytes.count {
      let error = refusal(bytes.prefix(count))
      switch error {
      case .empty where count == 0, .damaged(.torn): break
      default: Issue.record("\(count) bytes: \(String(describing: error))")
      }
    }
  }

  @Test func `every changed bit is refused`() {
    let bytes = sample.encode()
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        switch refusal(changed) {
        case .foreign, .damaged: break
        case let error: Issue.record("bit \(bit) of byte \(index): \(String(describing: error))")
        }
      }
    }
  }

  @Test func `every extension is refused`() {
    #expect(refusal(sample.encode() + [0x0A]) == .damaged(.excess(expected: 31, found: 32)))
  }

  @Test func `the payload of another envelope is refused`() {
    let other = Envelope(schema: 3, revision: 42, payload: Data(#"{"path":["a","c"],"tab":"home"}"#.utf8)).encode()
    #expect(refusal(sample.encode().dropLast(31) + other.suffix(31)) == .damaged(.checksum))
  }

  @Test func `bytes of another program are distinguished from damaged ones`() {
    #expect(refusal([]) == .empty)
    #expect(refusal("{\"tab\":\"home\"}".utf8) == .foreign)
    #expect(refusal([UInt8](repeating: 0, count: 4096)) == .foreign)
    #expect(refusal("{\"format\":\"navstore.log\",\"v\":1}".utf8) == .foreign)
  }

  @Test func `a later version of the envelope is distinguished from damage`() {
    let text = #"{"format":"navstore.state","v":2,"schema":3,"codec":"zip","bytes":0}"# + "\n"
    #expect(refusal(text.utf8) == .unsupportedVersion(2))
    // A header with the form of version 1 and a wrong checksum is damaged: a bit of its version has flipped.
    let sampleText = String(decoding: sample.encode(), as: UTF8.self)
    let flipped = sampleText.replacing("\"v\":1", with: "\"v\":3", maxReplacements: 1)
    #expect(refusal(flipped.utf8) == .damaged(.checksum))
  }

  @Test(arguments: [
    "01", "-1", "+1", "1.0", "1e3", " 1", "9223372036854775808", "99999999999999999999999999999", "\"1\"", "", "0x1",
  ])
  func `a number in the header has only one valid form`(number: String) {
    let text = #"{"format":"navstore.state","v":1,"schema":\#(number),"revision":1,"bytes":0,"sum":"0000000000000000"}"#
    #expect(refusal((text + "\n").utf8) == .damaged(.header))
  }

  @Test func `randomly changed bytes are refused and do not stop the program`() {
    var generator = SplitMix64(seed: 7)
    let sample = sample.encode()
    for _ in 0..<3_000 {
      var bytes = [UInt8](sample)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[index] = .random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(.random(in: 0x20...0x7F, using: &generator), at: index)
        default: bytes.insert(contentsOf: bytes[index...].prefix(40), at: index)
        }
        if bytes.isEmpty { break }
      }
      if Data(bytes) != sample { #expect(refusal(bytes) != nil) }
    }
  }
}
