import Foundation
import NavStore
import Testing

@Suite struct JSONValueTests {
  @Test func `a value is read and changed by keys and indexes`() {
    var state: JSONValue = ["tabs": [["tab": "home", "path": [1, 2.5, nil, true]]]]
    #expect(state["tabs"]?[0]?["tab"] == "home")
    #expect(state["tabs"]?[0]?["path"]?[1] == 2.5)
    state["tabs"]?[0]?["tab"] = "start"
    state["tabs"]?[0]?["path"]?[0] = nil
    #expect(state == ["tabs": [["tab": "start", "path": [2.5, nil, true]]]])
    state["tabs"] = nil
    #expect(state == [:])
  }

  @Test func `reading a missing part returns nil, and setting it has no effect`() {
    var list: JSONValue = [1]
    #expect(list[1] == nil)
    #expect(list[-1] == nil)
    #expect(list["a"] == nil)
    list[7] = 1
    list[-1] = 1
    list[7] = nil
    list["a"] = 1
    #expect(list == [1])
    var text: JSONValue = "a"
    text[0] = 1
    text["a"] = nil
    #expect(text == "a")
  }

  @Test func `the first of repeated members counts, and integers beyond 64 bits keep their digits`() throws {
    #expect(try JSONValue(parsing: #"{"a":1,"a":2}"#) == ["a": 1])
    #expect(
      try JSONValue(parsing: "[1.0,18446744073709551616,-9223372036854775809,-0,1e2]")
        == [1, .largeInteger("18446744073709551616"), .largeInteger("-9223372036854775809"), 0, 100])
    #expect(throws: DecodingError.self) { try JSONValue(parsing: "[1,]") }
    #expect(throws: EncodingError.self) { try JSONValue.number(.nan).canonicalBytes }
  }

  @Test func `a literal beyond the range of Int is the case that its number is read as`() {
    #expect(JSONValue(2_147_483_647, as: Int32.self) == .integer(2_147_483_647))
    #expect(JSONValue(-2_147_483_648, as: Int32.self) == .integer(-2_147_483_648))
    #expect(JSONValue(2_147_483_648, as: Int32.self) == .unsigned(2_147_483_648))
    #expect(JSONValue(-2_147_483_649, as: Int32.self) == .number(-2_147_483_649))
    #expect(JSONValue(.max, as: Int64.self) == .integer(.max))
  }

  @Test func `a number that Int does not hold is written with all its digits, up to 53 bits`() throws {
    let values: JSONValue = [.number(-2_147_483_649), .number(-9_007_199_254_740_991), .number(0), .number(-0.0)]
    #expect(try values.canonicalBytes == Array("[-2147483649,-9007199254740991,0,0]".utf8))
  }

  @Test(arguments: [9_223_372_036_854_775_808, .max, .max - 1, 9_223_372_036_854_775_807, 0] as [UInt64])
  func `an integer of 64 bits keeps all its digits, with Foundation's coders as well`(number: UInt64) throws {
    let value: JSONValue = number > UInt64(Int.max) ? .unsigned(number) : .integer(Int(number))
    #expect(try JSONValue(parsing: "\(number)") == value)
    #expect(try value.canonicalBytes == Array("\(number)".utf8))
    #expect(try JSON.value(JSONValue.self, "[\(number)]") == [value])
    #expect(try JSON.text([value]) == "[\(number)]")
    #expect(try JSONText(parsing: "\(number)").description == "\(number)")
  }

  @Test(arguments: [
    (#""radio""#, #""radio""#), (#"{"song":{"_0":"private"}}"#, #"{"song":…}"#),
    (#"{"b":1,"a":"private"}"#, #"{"a":…,"b":…}"#),
    ("7", "a number"), ("18446744073709551615", "a number"), ("1.5", "a number"), ("true", "true or false"),
    ("null", "null"), (#"["private"]"#, "a list"), ("{}", "{}"), (#""a\u001bb""#, #""a\u{1B}b""#),
  ])
  func `an outline describes a value without its contents`(json: String, outline: String) throws {
    #expect(try JSONValue(parsing: json).outline == outline)
  }

  @Test func `an outline has 60 characters at most`() throws {
    let long = String(repeating: "x", count: 1_000)
    for value: JSONValue in [
      .string(long), [long: 1], .object(Dictionary(uniqueKeysWithValues: (0..<100).map { ("key \($0)", 1) })),
    ] {
      #expect(value.outline.count == 60, "\(value.outline)")
      #expect(value.outline.contains("…"))
    }
  }
}

@Suite struct JSONTextTests {
  @Test func `texts of the same value are equal in any spelling`() throws {
    let text = try JSONText(parsing: #"{"a":[1,"é\n",true],"b":null}"#)
    for spelling in [
      #" { "b" : null , "a" : [ 1.0 , "\u00e9\u000a" , true ] } "#, #"{"\u0061":[1e0,"é\n",true],"b":null,"b":2}"#,
    ] {
      let other = try JSONText(parsing: spelling)
      #expect(other == text)
      #expect(other.hashValue == text.hashValue)
    }
    #expect(text.description == #"{"a":[1,"é\n",true],"b":null}"#)
    #expect(try JSONText(parsing: #"{"a":[2,"é\n",true],"b":null}"#) != text)
    #expect(throws: DecodingError.self) { try JSONText(parsing: "{") }
    #expect(throws: DecodingError.self) { try JSONText(parsing: "[1e400]") }
  }

  @Test(arguments: [
    ("[-0]", "[0]"), ("[1.50]", "[1.5]"), ("[123456789012345678901234567890]", "[123456789012345678901234567890]"),
    (#"["\/","\u001F","\u0008","\ud83d\ude00"]"#, #"["/","\u001f","\b","😀"]"#), (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#),
    ("{\"\u{FB33}\":1,\"😀\":2}", "{\"😀\":2,\"\u{FB33}\":1}"), (#"{"a":1,"a":2}"#, #"{"a":1}"#), ("[ ]", "[]"),
    ("{ }", "{}"), ("[1 ]", "[1]"), ("[1 ,2]", "[1,2]"), ("[1, 2]", "[1,2]"), (#"{"a":1 }"#, #"{"a":1}"#),
    (#"{"a": 1}"#, #"{"a":1}"#), (#"{"a" :1}"#, #"{"a":1}"#), (#"{ "a":1}"#, #"{"a":1}"#),
    (#"{"a":1,"" :2}"#, #"{"":2,"a":1}"#),
    ("[[],{}]", "[[],{}]"), (#"[{"a":[]},"\u000b"]"#, #"[{"a":[]},"\u000b"]"#),
  ])
  func `a text that is not canonical is rewritten, and others are unchanged`(spelling: String, canonical: String) throws
  {
    #expect(try JSONText(parsing: spelling).description == canonical)
    try Array(spelling.utf8).withUnsafeBytes { bytes in
      try JSONReader.read(bytes) { reader in
        let skipped = try reader.skipValue()
        #expect(skipped.range == 0..<bytes.count)
        // A text with an escape of four digits is always rewritten.
        #expect(skipped.isCanonical == (spelling == canonical && !spelling.contains(#"\u"#)))
      }
    }
  }

  @Test func `Foundation's coders encode a text as the value that it describes`() throws {
    let action = NavigationAction<JSONText, JSONText>.push(
      try JSONText(parsing: #"{"item":{"id":7}}"#), in: .tab(try JSONText(parsing: #""home""#)))
    let json = try JSON.text(action)
    #expect(json == #"{"push":[{"item":{"id":7}},{"tab":"home"}]}"#)
    #expect(try JSON.value(NavigationAction<JSONText, JSONText>.self, json) == action)
    #expect(try CanonicalJSONEncoder().encode(action) == Array(json.utf8))
    #expect(JSONComparison.ours(NavigationAction<JSONText, JSONText>.self, Array(json.utf8)) == .value(action))
  }
}
