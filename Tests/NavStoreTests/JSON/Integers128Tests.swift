import Foundation
import NavStore
import Testing

@Suite struct Integers128Tests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  struct Numbers: Codable, Equatable {
    var signed: Int128
    var unsigned: UInt128
    var absent: Int128?
    var list: [Int128] = []
    var byText: [String: UInt128] = [:]
    var byNumber: [Int128: Int] = [:]
  }

  struct Single<Number: Codable & Equatable>: Codable, Equatable {
    var number: Number
    init(_ number: Number) { self.number = number }
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Number.self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  static var signed: [Int128] {
    [
      0, -1, 9, Int128(Int64.max), Int128(Int64.max) + 1, Int128(Int64.min) - 1, Int128(UInt64.max) + 1,
      1_000_000_000_000_000_000_000, .max, .max - 1, .min, .min + 1,
    ]
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  static var unsigned: [UInt128] {
    [0, 9, UInt128(UInt64.max), UInt128(UInt64.max) + 1, UInt128(Int128.max) + 1, .max]
  }

  private func encoded(_ value: some Encodable) throws -> String {
    String(decoding: try CanonicalJSONEncoder().encode(value), as: UTF8.self)
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try Array(text.utf8).withUnsafeBytes { try JSONReader.decode(type, from: $0) }
  }

  private func check<Value: Codable & Equatable>(_ value: Value, _ text: String) throws {
    #expect(try encoded(value) == text)
    #expect(try decoded(Value.self, text) == value)
    #expect(try encoded(try JSONValue(parsing: text)) == text)
    #expect(try encoded(try decoded(JSONText.self, text)) == text)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `integers of 128 bits are encoded and decoded with all their digits, in every container`() throws {
    for number in Self.signed {
      try check(number, "\(number)")
      try check(Single(number), "\(number)")
      try check([number, 0], "[\(number),0]")
      try check(["a": number], #"{"a":\#(number)}"#)
      try check([number: 1], "[\(number),1]")
      try check(Int128?.some(number), "\(number)")
    }
    for number in Self.unsigned {
      try check(number, "\(number)")
      try check(Single(number), "\(number)")
      try check([number, 0], "[\(number),0]")
      try check(["a": number], #"{"a":\#(number)}"#)
      try check([number: 1], "[\(number),1]")
    }
    try check(
      Numbers(signed: .min, unsigned: .max, list: [.max], byText: ["x": .max], byNumber: [.min: 1]),
      #"{"byNumber":[\#(Int128.min),1],"byText":{"x":\#(UInt128.max)},"list":[\#(Int128.max)],"signed":\#(Int128.min),"#
        + #""unsigned":\#(UInt128.max)}"#)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `JSONEncoder and JSONDecoder read what is written here, and the other way round`() throws {
    let numbers = Numbers(signed: .min, unsigned: .max, list: [.max, 0], byText: ["x": .max])
    let text = try encoded(numbers)
    #expect(try JSONDecoder().decode(Numbers.self, from: Data(text.utf8)) == numbers)
    #expect(try decoded(Numbers.self, String(decoding: JSONEncoder().encode(numbers), as: UTF8.self)) == numbers)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `an integer is read in any spelling`() throws {
    let power = Int128(10_000_000_000_000_000_000) * 10_000_000_000_000_000_000
    #expect(try decoded(Int128.self, "1e38") == power)
    #expect(try decoded(Int128.self, "-1.0E+38") == -power)
    #expect(try decoded(UInt128.self, "34e37") == UInt128(power) / 10 * 34)
    #expect(try decoded(Int128.self, "\(power).000") == power)
    #expect(try decoded(UInt128.self, "\(UInt128.max / 10)5e0") == .max)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [
    "340282366920938463463374607431768211456", "-170141183460469231731687303715884105729", "1e39", "1e400", "0.5",
    "1e-1",
    "\"1\"", "true", "null", "[]", "170141183460469231731687303715884105728.5",
  ])
  func `a number out of range is an error`(text: String) {
    #expect(throws: DecodingError.self) { try decoded(Int128.self, text) }
    #expect(throws: DecodingError.self) { try decoded(Single<Int128>.self, text) }
    #expect(throws: DecodingError.self) { try decoded([Int128].self, "[\(text)]") }
    #expect(throws: DecodingError.self) { try decoded([String: UInt128].self, #"{"a":-\#(text)}"#) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `negative numbers and numbers that are too large do not fit into their types`() {
    #expect(throws: DecodingError.self) { try decoded(UInt128.self, "-1") }
    #expect(throws: DecodingError.self) { try decoded(Int128.self, "\(UInt128(Int128.max) + 1)") }
    #expect(throws: DecodingError.self) { try decoded(Int64.self, "\(Int128.max)") }
    #expect(throws: DecodingError.self) { try decoded(UInt8.self, "1e38") }
  }

  // MARK: - JSON values

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a JSON value keeps all digits of an integer, and numbers keep their spelling`() throws {
    let texts =
      Self.signed.map { "\($0)" } + Self.unsigned.map { "\($0)" } + [
        "12345678901234567890123456789012345678901234567890", "-\(String(repeating: "9", count: 400))",
        "20000000000000000000", "1e+30", "1.5", "-0.25", "1e+21", "1000000000000000000000",
      ]
    for text in texts {
      let value = try JSONValue(parsing: text)
      #expect(try encoded(value) == text)
      #expect(try encoded(["a": [value]]) == #"{"a":[\#(text)]}"#)
      #expect(try JSONValue(parsing: try encoded(value)) == value)
    }
    #expect(try JSONValue(parsing: "18446744073709551616") == .largeInteger("18446744073709551616"))
    #expect(try JSONValue(parsing: "20000000000000000000") == .number(20_000_000_000_000_000_000))
    #expect(try JSONValue(parsing: "1e30") == .number(1e30))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a JSON value keeps integers of 128 bits with JSONEncoder and JSONDecoder`() throws {
    for text in Self.signed.map({ "\($0)" }) + Self.unsigned.map({ "\($0)" }) {
      let value = try JSONValue(parsing: text)
      #expect(String(decoding: try JSONEncoder().encode([value]), as: UTF8.self) == "[\(text)]")
      #expect(try JSONDecoder().decode([JSONValue].self, from: Data("[\(text)]".utf8)) == [value])
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: ["", "-", "01", "1.5", "1e3", "0x1", "--1", "1 ", "nine", "1,2"])
  func `a large integer with other characters than digits is not encoded`(digits: String) {
    #expect(throws: EncodingError.self) { try encoded(JSONValue.largeInteger(digits)) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(JSONValue.largeInteger(digits)) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a saved state and its migration keep integers of 128 bits`() throws {
    let state = Numbers(signed: .min, unsigned: .max)
    let schema = StateSchema(version: 2, migrations: [.step(from: 1, "nothing") { _ in }])
    let saved = try Persistence.encoded(state, schema: StateSchema(version: 1))
    let restored = Persistence.restored(Numbers(signed: 0, unsigned: 0), from: saved, schema: schema)
    #expect(restored.state == state)
  }
}
