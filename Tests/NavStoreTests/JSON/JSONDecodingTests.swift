import Foundation
import NavStore
import NavStoreInspection
import Testing

@Suite struct JSONDecodingTests {
  static let documents = [
    #"{"item":{"id":7}}"#, #"{"search":{"page":2,"text":"a \"b\" \u00e9 \ud83d\ude00"}}"#, #"{"settings":{}}"#,
    #"{"item":{"id":7},"settings":{}}"#, "{}", "[]", "null", "true", "\"a\"", "-0", "1.0", "1e2", "[1.0,1e2,-0,-0.0]",
    "[9223372036854775807,-9223372036854775808]", "[9223372036854775808]", "[-9223372036854775809]",
    "[18446744073709551616]", "[1.5]", "[100000000000000000000e-2]", "[1e19]", "[1e18]", "[0e99999999999999999999]",
    #"{"a":[1e400]}"#, #"{"a":[1e-400]}"#, #"{"a":[-1e-400]}"#, #"{"a":[0e400,5e-324,1.7976931348623157e308]}"#,
    #"{"a":[0.1,1e22,1e23,9007199254740993,123456789012345678901234567890,2.2250738585072011e-308]}"#,
    #"{"a":[null,1,-0.0,1E+2]}"#, #"{"a":[1],"a":[2]}"#, #"{"\u0061":[1],"a":[2]}"#, #"{"é":[1],"é":[2]}"#,
    #"{"a":[01]}"#, #"{"a":[-]}"#, #"{"a":[1.]}"#, #"{"a":[.5]}"#, #"{"a":[+1]}"#, #"{"a":[1e]}"#, "01", "[1 2]",
    "[1,,2]",
    #""\ud800""#, #""\udc00\udc00""#, #""\ud800\ud800""#,
    #"{"deepLink":[{"path":[],"tab":"a","tab":"b"}]}"#,
    #"{"deepLink":[{"path":[],"path":[{"settings":{}}],"tab":"a"}]}"#, #""\udc00x""#, #""\ud800\u0041""#,
    #""\ud83d\ude00\u0000\/""#, #""\q""#, "\"\n\"", #""\u12g4""#, "\"",
    "\u{FEFF}1", "[1]x", "[1]]", "tru", "nul", "", " ", " [ 1 , 2 ] ", "[\u{A0}1]", "{\"a\" : [ 1 ] }", "{a:[1]}",
    "[1,]",
    #"{"a":[1],}"#, "/**/[1]", "'a'", "NaN", "[NaN]", "[Infinity]",
    #"{"back":[]}"#, #"{"back":[],"back":[]}"#, #"{"back":[1]}"#, #"{"back":[],"reset":[]}"#, #"{"b\u0061ck":[]}"#,
    #"{"push":[{"item":{"id":1}}]}"#, #"{ "push" : [ {"item":{"id":1}} , {"tab":"home"} ] }"#,
    #"{"push":[{"item":{"id":1}},{"modal":2}]}"#, #"{"push":[{"settings":{}},{}]}"#,
    #"{"push":[{"settings":{}},null]}"#,
    #"{"push":[{"settings":{}},{"tab":"a","modal":1}]}"#, #"{"pop":[1.0]}"#, #"{"pop":[1.5]}"#, #"{"pop":["1"]}"#,
    #"{"pop":[]}"#, #"{"present":[{"settings":{}},"sheet"]}"#, #"{"present":[{"settings":{}},"c\u006fver"]}"#,
    #"{"deepLink":[{"path":[],"tab":"a"}]}"#, #"{"deepLink":[{"path":[],"tab":"a","modals":null,"placement":null}]}"#,
    #"{"deepLink":[{"path":[],"tab":"a","x":1,"placement":"push","tab":"b"}]}"#, #"{"tab":"home"}"#, #"{"tab":"hime"}"#,
    #"{"deepLink":[{"path":[],"tab":"a","modals":[{"root":{"settings":{}},"style":"cover","path":[{"item":{"id":1}}]}]}]}"#,
    #"{"initial":"a","lastModal":2,"modals":[{"id":2,"path":[1],"root":3,"style":"sheet"}],"selected":"a","tabs":[{"path":[1,2],"tab":"a"}],"visits":["a"]}"#,
  ]

  static let everything: [UInt8] = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Array((try? encoder.encode(Everything.example)) ?? Data())
  }()

  @Test(arguments: documents)
  func `odd documents are read as JSONDecoder reads them`(document: String) {
    JSONComparison.expectSame(Array(document.utf8))
  }

  /// Intended differences: NavStore decodes these numbers exactly, and `JSONDecoder` converts them through a `Double`.
  @Test(
    arguments: [
      ("9223372036854775807.0", .value(9_223_372_036_854_775_807), .refused),
      ("1e-400", .refused, .value(0)),
    ] as [(String, DecodingOutcome<Int>, DecodingOutcome<Int>)])
  func `an integer with a fraction or an exponent is exact`(
    text: String, ours: DecodingOutcome<Int>, foundations: DecodingOutcome<Int>
  ) {
    #expect(JSONComparison.ours(Int.self, Array(text.utf8)) == ours)
    #expect(JSONComparison.foundations(Int.self, Array(text.utf8)) == foundations)
  }

  @Test(arguments: ["0e2", "0E9"])
  func `a zero with an exponent is a number, although JSONDecoder refuses it as a Double`(text: String) {
    #expect(JSONComparison.ours(Double.self, Array(text.utf8)) == .value(0))
    #expect(JSONComparison.foundations(Double.self, Array(text.utf8)) == .refused)
    #expect(StrictJSON.isValid(Array(text.utf8)))
  }

  /// Invalid JSON. `JSONDecoder` accepts it because it is lenient, or because the invalid part is not decoded.
  @Test(arguments: [
    #"{"back":[],"x":[1,]}"#, "[1,]", "1\0", "\u{FEFF}[1]", #"{"a":"\q"}"#, #"{"a":01}"#, #"{"a":"\ud800"}"#,
    "{\"a\":\"\n\"}",
  ])
  func `invalid JSON is refused, also in values that are not decoded`(text: String) {
    struct Anything: Decodable, Equatable {
      init(from decoder: any Decoder) throws {}
    }
    #expect(JSONComparison.ours(Anything.self, Array(text.utf8)) == .refused)
    #expect(JSONComparison.foundations(Anything.self, Array(text.utf8)) != .refused)
    #expect(!StrictJSON.isValid(Array(text.utf8)))
  }

  @Test func `arrays and objects can be nested 64 levels deep, and not deeper`() {
    struct Anything: Decodable, Equatable {
      init(from decoder: any Decoder) throws {}
    }
    for depth in [63, 64, 65, 100_000] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect((JSONComparison.ours(Anything.self, Array(text.utf8)) == .refused) == (depth > JSONReader.maxDepth))
      JSONComparison.expectSame(Anything.self, Array(text.utf8))
      // The direct read of an action has the same limit.
      let action = #"{"push":["# + text + "]}"
      JSONComparison.expectSame(NavigationAction<Int, JSONValue>.self, Array(action.utf8))
    }
  }

  @Test(arguments: documents)
  func `a document that is cut off anywhere is read as JSONDecoder reads it`(document: String) {
    let bytes = Array(document.utf8)
    for length in 0..<bytes.count { JSONComparison.expectSame(Array(bytes[..<length])) }
  }

  @Test(
    arguments: TestEnvironment.isLong
      ? documents + [String(decoding: everything, as: UTF8.self)] : [documents[1], documents[58], documents[73]])
  func `a document with any bit flipped is read as JSONDecoder reads it`(document: String) {
    let bytes = Array(document.utf8)
    for bit in 0..<bytes.count * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      JSONComparison.expectSame(flipped)
    }
  }

  @Test func `a value with a field of every kind is read as JSONDecoder reads it`() {
    #expect(JSONComparison.ours(Everything.self, Self.everything) == .value(.example))
    for (index, byte) in Self.everything.enumerated() where byte != UInt8(ascii: "x") {
      var damaged = Self.everything
      damaged[index] = UInt8(ascii: "9")
      JSONComparison.expectSame(Everything.self, damaged)
    }
  }

  @Test func `integers of every width are checked against their bounds`() {
    func check<Integer: FixedWidthInteger & Codable & Sendable>(_ type: Integer.Type) {
      for text in [
        "\(Integer.min)", "\(Integer.max)", "\(Integer.max)0", "-1", "0", "-0", "128", "256", "-129", "1e1", "1e3",
        "\"1\"",
      ] {
        JSONComparison.expectSame(type, Array(text.utf8))
        JSONComparison.expectSame([Integer].self, Array("[\(text)]".utf8))
        JSONComparison.expectSame([String: Integer].self, Array("{\"a\":\(text)}".utf8))
      }
    }
    check(Int.self)
    check(Int8.self)
    check(Int16.self)
    check(Int32.self)
    check(Int64.self)
    check(UInt.self)
    check(UInt8.self)
    check(UInt16.self)
    check(UInt32.self)
    check(UInt64.self)
  }

  @Test func `random values are unchanged after encoding and decoding`() throws {
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 20_000 : 300) {
      var random = SplitMix64(seed: seed)
      let value = random.jsonValue(depth: 4)
      let encoder = JSONEncoder()
      encoder.outputFormatting = random.pick([], .prettyPrinted, .sortedKeys)
      let theirs = Array(try encoder.encode(value))
      JSONComparison.expectSame(JSONValue.self, theirs)
      let canonical = try value.canonicalBytes
      #expect(try JSONValue(parsing: canonical) == JSONValue(parsing: theirs), "NAVSTORE_SEED=\(seed)")
      #expect(try JSONText(parsing: theirs).utf8 == JSONText(parsing: canonical).utf8, "NAVSTORE_SEED=\(seed)")
      #expect(StrictJSON.isValid(canonical), "NAVSTORE_SEED=\(seed)")
      // With one byte changed, both decoders still have the same result.
      var damaged = theirs
      damaged[random.below(damaged.count)] = UInt8(random.below(256))
      // `JSONDecoder` reads a number that rounds to 0 as an integer.
      guard !String(decoding: damaged, as: UTF8.self).contains(/[eE]-[3-9]\d\d/) else { continue }
      JSONComparison.expectSame(JSONValue.self, damaged)
    }
  }

  @Test func `random actions are read as JSONDecoder reads them, in any spelling`() throws {
    var navigation = RandomNavigation(random: SplitMix64(seed: TestEnvironment.seed))
    for _ in 0..<(TestEnvironment.isLong ? 100_000 : 1_000) {
      let action = navigation.action()
      let encoder = JSONEncoder()
      encoder.outputFormatting = navigation.random.pick([], .prettyPrinted, .sortedKeys)
      var bytes = Array(try encoder.encode(action))
      #expect(JSONComparison.ours(NumberAction.self, bytes) == .value(action), "NAVSTORE_SEED=\(TestEnvironment.seed)")
      bytes[navigation.random.below(bytes.count)] = UInt8(navigation.random.below(128))
      JSONComparison.expectSame(NumberAction.self, bytes)
    }
  }
}

extension SplitMix64 {
  /// Returns a random JSON value with numbers and strings that are difficult to encode.
  mutating func jsonValue(depth: Int) -> JSONValue {
    switch below(depth > 0 ? 9 : 6) {
    case 0: .null
    case 1: .bool(once(in: 2))
    case 2: .integer(pick(0, 1, -1, .max, .min, below(1_000_000)))
    case 3, 4:
      .number(
        pick(
          0.1, 1e21, 1e20, 1e-6, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
          Double(bitPattern: next() & ~(1 << 62))))
    case 5: .string(text())
    case 6, 7: .object(Dictionary(list(below: 6) { ($0.text(), $0.jsonValue(depth: depth - 1)) }) { first, _ in first })
    default: .array(list(below: 6) { $0.jsonValue(depth: depth - 1) })
    }
  }

  private mutating func text() -> String {
    list(below: 12) { $0.pick("a", "b", "\"", "\\", "/", "\n", "\u{1F}", "é", "\u{E000}", "\u{1F600}", "\u{7F}", "€") }
      .joined()
  }
}
