import Foundation
import NavStore
import NavStoreInspection
import Testing

@Suite struct CanonicalJSONEncoderTests {
  private func text(
    _ value: some Encodable, userInfo: [CodingUserInfoKey: Any] = [:],
    redactions: [ObjectIdentifier: CanonicalJSONEncoder.Replacement] = [:]
  ) throws -> String {
    String(
      decoding: try CanonicalJSONEncoder(userInfo: userInfo, redactions: redactions).encode(value), as: UTF8.self)
  }

  /// The numbers of RFC 8785, appendix B, as bit patterns.
  @Test(
    arguments: [
      (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
      (0x8000_0000_0000_0001, "-5e-324"), (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
      (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"), (0x4340_0000_0000_0000, "9007199254740992"),
      (0xC340_0000_0000_0000, "-9007199254740992"), (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"), (0x44B5_2D02_C7E1_4AF6, "1e+23"),
      (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"), (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
      (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
      (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"), (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
      (0x41B3_DE43_5555_5553, "333333333.3333332"), (0x41B3_DE43_5555_5554, "333333333.33333325"),
      (0x41B3_DE43_5555_5555, "333333333.3333333"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
      (0x41B3_DE43_5555_5557, "333333333.33333343"), (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
      (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
    ] as [(UInt64, String)])
  func `a number is written as ECMAScript does`(bits: UInt64, expected: String) throws {
    #expect(try text(Double(bitPattern: bits)) == expected)
    #expect(try text([Double(bitPattern: bits)]) == "[\(expected)]")
  }

  @Test func `random numbers are read back as they were`() throws {
    var random = SplitMix64(seed: TestEnvironment.seed)
    for _ in 0..<(TestEnvironment.isLong ? 1_000_000 : 2_000) {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let text = try CanonicalJSONEncoder().encode(number)
      #expect(Double(String(decoding: text, as: UTF8.self)) == number, "NAVSTORE_SEED=\(TestEnvironment.seed)")
      #expect(JSONComparison.ours(Double.self, text) == .value(number), "NAVSTORE_SEED=\(TestEnvironment.seed)")
    }
  }

  @Test func `integers are written in full and floats with their own digits`() throws {
    #expect(try text([Int.max, .min, 0, -1, 10]) == "[9223372036854775807,-9223372036854775808,0,-1,10]")
    #expect(try text(UInt64.max) == "18446744073709551615")
    #expect(try text([Float(0.1), 1, 1e10]) == "[0.1,1,10000000000]")
  }

  /// The keys of RFC 8785, section 3.2.3. The key that UTF-16 spells with surrogates precedes U+FB33.
  @Test func `keys are in the order of their UTF-16 code units`() throws {
    let keys = ["\u{20AC}", "\r", "\u{FB33}", "1", "\u{1F600}", "\u{80}", "\u{F6}"]
    let object = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
    #expect(
      try text(object) == #"{"\r":1,"1":1,"\#u{80}":1,"ö":1,"€":1,"😀":1,"\#u{FB33}":1}"#)
  }

  @Test func `strings have the shortest escapes and no others`() throws {
    #expect(
      try text("\u{20AC}$\u{F}\nA'B\"\\\\\"/\u{8}\u{9}\u{C}\r\u{7F}\u{2028}")
        == #""€$\u000f\nA'B\"\\\\\"/\b\t\f\r\#u{7F}\#u{2028}""#)
  }

  @Test func `a value with a field of every kind is read back`() throws {
    let bytes = try CanonicalJSONEncoder().encode(Everything.example)
    #expect(JSONComparison.ours(Everything.self, bytes) == .value(.example))
    #expect(JSONComparison.foundations(Everything.self, bytes) == .value(.example))
    // The form is canonical.
    #expect(try JSONText(parsing: bytes).utf8 == bytes)
    #expect(try JSONValue(parsing: bytes).canonicalBytes.count > 0)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `NaN and infinity are errors with a coding path`(number: Double) throws {
    let error = #expect(throws: EncodingError.self) { try CanonicalJSONEncoder().encode(["a": [1, number]]) }
    guard case .invalidValue(let value, let context)? = error else { return }
    #expect("\(value)" == "\(number)")
    #expect(context.codingPath.map(\.stringValue) == ["a"])
  }

  @Test func `containers may be filled in any order, and a failed value leaves nothing behind`() throws {
    struct Interleaved: Encodable {
      struct Empty: Encodable {
        func encode(to encoder: any Encoder) throws {}
      }
      struct Failing: Encodable {
        func encode(to encoder: any Encoder) throws {
          var container = encoder.container(keyedBy: CodingKeys.self)
          try container.encode(1, forKey: .a)
          throw CancellationError()
        }
      }
      enum CodingKeys: CodingKey { case a, b, c, d, e }

      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: CodingKeys.self)
        var second = outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .b)
        var first = outer.nestedUnkeyedContainer(forKey: .a)
        try second.encode(2, forKey: .b)
        try first.encode(1)
        try second.encode(1, forKey: .a)
        try? first.encode(Failing())
        try? outer.encode(Failing(), forKey: .d)
        try first.encodeNil()
        var third = first.nestedContainer(keyedBy: CodingKeys.self)
        try first.encode(Empty())
        try third.encode(first.count, forKey: .e)
        try outer.encode(0, forKey: .c)
        try outer.encode(3, forKey: .c)
        try ["x"].encode(to: outer.superEncoder())
        #expect(third.codingPath.map(\.stringValue) == ["a", "Index 2"])
      }
    }
    #expect(
      try text(Interleaved()) == #"{"a":[1,null,{"e":4},{}],"b":{"a":1,"b":2},"c":3,"super":["x"]}"#)
    #expect(throws: EncodingError.self) { try CanonicalJSONEncoder().encode(Interleaved.Empty()) }
  }

  @Test func `an encoder or a container throws when it is used after the encoding`() throws {
    final class Keeper { var containers: [any UnkeyedEncodingContainer] = []; var encoders: [any Encoder] = [] }
    struct Keeping: Encodable {
      let keeper: Keeper
      func encode(to encoder: any Encoder) throws {
        keeper.encoders.append(encoder)
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        keeper.containers.append(container)
      }
    }
    let keeper = Keeper()
    let encoder = CanonicalJSONEncoder()
    _ = try encoder.encode([Keeping(keeper: keeper), Keeping(keeper: keeper)])
    for var container in keeper.containers {
      #expect(throws: EncodingError.self) { try container.encode(2) }
      #expect(throws: EncodingError.self) { try [1].encode(to: container.superEncoder()) }
    }
    for kept in keeper.encoders { #expect(throws: EncodingError.self) { try [1].encode(to: kept) } }
    #expect(try encoder.encode([2]) == Array("[2]".utf8))
  }

  // MARK: Redaction

  struct Secret: Codable, Hashable, Sendable { var text: String }
  struct Account: Codable, Hashable, Sendable {
    var name: Secret
    var former: [Secret?]
    var byYear: [String: Secret]
  }

  @Test func `a redaction is applied once to each value of its type at any depth`() throws {
    let redactions: [ObjectIdentifier: CanonicalJSONEncoder.Replacement] = [
      ObjectIdentifier(Secret.self): { value in
        (value as? Secret).map { Secret(text: "<\($0.text.count)>") } ?? Secret(text: "")
      }
    ]
    let account = Account(
      name: Secret(text: "ann"), former: [Secret(text: "b"), nil], byYear: ["1": Secret(text: "cc")])
    #expect(
      try text(account, redactions: redactions)
        == #"{"byYear":{"1":{"text":"<2>"}},"former":[{"text":"<1>"},null],"name":{"text":"<3>"}}"#)
    #expect(try text(Secret(text: "d"), redactions: redactions) == #"{"text":"<1>"}"#)
    let action = NavigationAction<Secret, Account>.push(account, in: .tab(Secret(text: "tab")))
    #expect(
      try text(action, redactions: redactions)
        == #"{"push":[{"byYear":{"1":{"text":"<2>"}},"former":[{"text":"<1>"},null],"name":{"text":"<3>"}},{"tab":{"text":"<3>"}}]}"#
    )
    let state = NavigationState<Secret, Secret>(
      tabs: [Secret(text: "t")], paths: [Secret(text: "t"): [Secret(text: "rr")]])
    #expect(
      try text(state, redactions: redactions)
        == #"{"initial":{"text":"<1>"},"selected":{"text":"<1>"},"tabs":[{"path":[{"text":"<2>"}],"tab":{"text":"<1>"}}],"visits":[{"text":"<1>"}]}"#
    )
  }

  @Test func `a redaction of strings or integers applies everywhere, and an error in it ends the encoding`() throws {
    let texts: [ObjectIdentifier: CanonicalJSONEncoder.Replacement] = [
      ObjectIdentifier(String.self): { _ in "x" }, ObjectIdentifier(Int.self): { _ in nil as Int? },
    ]
    #expect(
      try text(TypicalRoute.search(text: "a", page: 1), redactions: texts) == #"{"search":{"page":null,"text":"x"}}"#)
    #expect(try text(["a": ["b"]], redactions: texts) == #"{"x":["x"]}"#)
    #expect(throws: EncodingError.self) { try text([1: "a"], redactions: texts) }
    let throwing: [ObjectIdentifier: CanonicalJSONEncoder.Replacement] = [
      ObjectIdentifier(Int.self): { _ in throw CancellationError() }
    ]
    #expect(throws: CancellationError.self) { try text([1], redactions: throwing) }
  }

  // MARK: Types that write themselves

  @Test func `random actions and states are written with the same bytes as by their encode(to:)`() throws {
    var navigation = RandomNavigation(random: SplitMix64(seed: TestEnvironment.seed))
    let encoder = CanonicalJSONEncoder()
    for _ in 0..<(TestEnvironment.isLong ? 100_000 : 1_000) {
      let action = navigation.action()
      let state = navigation.state(rules: navigation.rules())
      // The values are integers and the keys consist of letters, so `JSONEncoder` sorts the keys in the same order.
      #expect(String(decoding: try encoder.encode(action), as: UTF8.self) == (try JSON.text(action)))
      #expect(String(decoding: try encoder.encode(state), as: UTF8.self) == (try JSON.text(state)))
    }
  }

  @Test func `routes that cannot be saved are omitted as with JSONEncoder`() throws {
    let routes = RouteRegistry(.route(BookRoute.self, named: "book"))
    let (book, secret) = (AnyRoute(BookRoute(id: 1)), AnyRoute(SecretRoute()))
    var state = NavigationState<AppTab, AnyRoute>(
      tabs: [.home, .search], paths: [.home: [book, secret, book], .search: [secret]])
    state.present(book)
    state.push(book)
    state.push(secret)
    state.present(secret)
    state.present(book)
    #expect(try text(state, userInfo: [.routeRegistry: routes]) == (try JSON.text(state, routes: routes)))
    #expect(throws: EncodingError.self) { try text(state) }
  }
}
