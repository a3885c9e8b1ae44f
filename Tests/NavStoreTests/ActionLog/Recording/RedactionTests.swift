import Foundation
@testable import NavStore
import NavStoreTesting
import Testing

/// What a redaction names is in no file, however it is encoded.
@Suite struct RedactionTests {
  // MARK: - Private values

  struct Mail: Codable, Hashable, Sendable {
    var address: String

    init(_ address: String) { self.address = address }
  }

  /// A private value that is encoded as a text, and as the text of a key.
  struct Password: RawRepresentable, Codable, Hashable, Sendable, CodingKeyRepresentable {
    var rawValue: String
  }

  enum Contact: Codable, Hashable, Sendable {
    case nobody
    case mail(Mail)
    case phone(number: String)
  }

  /// A private value that is encoded as a list.
  struct Digits: Codable, Hashable, Sendable {
    var words: [String]

    init(_ words: String...) { self.words = words }

    init(from decoder: any Decoder) throws { words = try [String](from: decoder) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for word in words { try container.encode(word) }
    }
  }

  static let redactions: [Redaction] = [
    .type(Mail.self) { _ in Mail("…") }, .type(Password.self) { _ in Password(rawValue: "…") },
    .type(Contact.self) { _ in .phone(number: "…") }, .type(Digits.self) { _ in Digits("…") },
    .type(URL.self) { _ in URL(fileURLWithPath: "/") },
    .type(LongKey.self) { _ in LongKey(text: "…") },
  ]

  private static let mail = Mail("hush")
  private static let password = Password(rawValue: "hush")

  // MARK: - Types that encode them

  /// A type whose `encode(to:)` is the given function.
  struct Written<Part: Sendable>: Encodable, Sendable {
    var part: Part
    var write: @Sendable (Part, any Encoder) throws -> Void

    init(_ part: Part, _ write: @escaping @Sendable (Part, any Encoder) throws -> Void) {
      (self.part, self.write) = (part, write)
    }

    func encode(to encoder: any Encoder) throws { try write(part, encoder) }
  }

  enum Keys: CodingKey { case name, part }

  struct Holder: Codable, Hashable {
    var mail: Mail?
    var contacts: [Contact]
    var passwords: [String: Password]
  }

  /// A key whose text contains a private value.
  struct MailKey: Encodable, Hashable, CodingKeyRepresentable {
    var mail: Mail
    init(_ mail: Mail) { self.mail = mail }
    init?<Key: CodingKey>(codingKey: Key) { nil }
    var codingKey: any CodingKey { JSONKey(stringValue: mail.address) }
  }

  /// A type whose mirror must not be used, because it is the code of the type.
  struct Mirrored: Encodable, CustomReflectable {
    var mail: Mail
    func encode(to encoder: any Encoder) throws { try mail.address.encode(to: encoder) }
    var customMirror: Mirror { fatalError("The mirror was used.") }
  }

  class Account: Encodable {
    var mail = Mail("hush")
  }

  final class NamedAccount: Account {
    enum CodingKeys: CodingKey { case name }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("ann", forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  struct List: Encodable {
    var mails: [Mail]
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for mail in mails { try container.encode(mail) }
    }
  }

  struct WithoutMail: Encodable {
    enum CodingKeys: CodingKey { case name }
    var name = "ann"
    var mail = Mail("hush")
  }

  // MARK: - Types whose parts reflection does not show

  /// An object, in the form of `Written`.
  final class Box<Part: Sendable>: Encodable, Sendable {
    let written: Written<Part>

    init(_ part: Part, _ write: @escaping @Sendable (Part, any Encoder) throws -> Void) { written = .init(part, write) }

    func encode(to encoder: any Encoder) throws { try written.write(written.part, encoder) }
  }

  /// A type with a mirror of its own, in the form of `Written`.
  struct Shadow<Part: Sendable>: Encodable, CustomReflectable {
    let written: Written<Part>

    init(_ part: Part, _ write: @escaping @Sendable (Part, any Encoder) throws -> Void) { written = .init(part, write) }

    func encode(to encoder: any Encoder) throws { try written.write(written.part, encoder) }
    var customMirror: Mirror { fatalError("The mirror was used.") }
  }

  /// A subclass without keys.
  final class ListedAccount: Account {
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try super.encode(to: container.superEncoder())
    }
  }

  /// A private class, its subclass, and a value with a property of the class.
  class Key: Encodable, @unchecked Sendable {
    var text = "hush"
  }

  final class LongKey: Key, @unchecked Sendable {
    convenience init(text: String) {
      self.init()
      self.text = text
    }
    enum CodingKeys: CodingKey { case length }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .length)
    }
  }

  struct KeyRing: Encodable {
    var key: Key
  }

  /// A collection of a package: its elements are in an object, and it has a mirror of its own.
  struct Queue<Element: Encodable & Sendable>: Collection, Encodable, CustomReflectable, Sendable {
    private final class Storage: Sendable {
      let elements: [Element]
      init(_ elements: [Element]) { self.elements = elements }
    }

    private let storage: Storage

    init(_ elements: Element...) { storage = Storage(elements) }

    var startIndex: Int { 0 }
    var endIndex: Int { storage.elements.count }
    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> Element { storage.elements[index] }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for element in self { try container.encode(element) }
    }
    var customMirror: Mirror { fatalError("The mirror was used.") }
  }

  /// A value that cannot be encoded after its part.
  struct Failing: Encodable {
    var part: Digits
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode([part, part])
      throw CancellationError()
    }
  }

  /// A type whose parts are encoded by a function of the app, with a type of Foundation around it.
  struct Configured: CodableWithConfiguration, EncodingConfigurationProviding, DecodingConfigurationProviding,
    Sendable
  {
    static var encodingConfiguration: Int { 1 }
    static var decodingConfiguration: Int { 1 }
    var digits: Digits
    init(_ digits: Digits) { self.digits = digits }
    init(from decoder: any Decoder, configuration: Int) throws { digits = try Digits(from: decoder) }
    func encode(to encoder: any Encoder, configuration: Int) throws { try digits.encode(to: encoder) }
  }

  /// A value with a single value of any type.
  struct Single<Value: Encodable>: Encodable {
    var value: Value
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  struct Color: RawRepresentable, Codable, Hashable { var rawValue: String }

  struct Trusted: Encodable, Sendable {
    var mail: Mail
    func encode(to encoder: any Encoder) throws { try mail.address.isEmpty.encode(to: encoder) }
  }

  private func text(_ value: some Encodable, also redactions: Redaction...) throws -> String {
    let schema = ActionLogSchema<Int, Int>(redacting: Self.redactions + redactions)
    return String(decoding: try schema.makeEncoder().encode(value), as: UTF8.self)
  }

  /// Values whose private parts are replaced, with their text.
  private static var replaced: [(value: any Encodable, text: String)] {
    [
      (
        Holder(mail: mail, contacts: [.mail(mail), .nobody], passwords: ["a": password]),
        #"{"contacts":[{"phone":{"number":"…"}},{"phone":{"number":"…"}}],"mail":{"address":"…"},"passwords":{"a":"…"}}"#
      ),
      (Set([mail, Mail("hush too")]), #"[{"address":"…"}]"#),
      ([password: 1], #"{"…":1}"#),
      ([password: 1, Password(rawValue: "hush too"): 2], #"{"…":2}"#),
      ([mail: 1, Mail("hush too"): 2], #"[{"address":"…"},2]"#),
      ([Digits("hush"): [password: mail]], #"[["…"],{"…":{"address":"…"}}]"#),
      ([[mail]: Set([password])], #"[[{"address":"…"}],["…"]]"#),
      (List(mails: [mail, mail]), #"[{"address":"…"},{"address":"…"}]"#),
      (List(mails: []), "[]"),
      (NamedAccount(), #"{"name":"ann","super":{"mail":{"address":"…"}}}"#),
      (WithoutMail(), #"{"name":"ann"}"#),
      (Written(mail) { try Optional($0).encode(to: $1) }, #"{"address":"…"}"#),
      (
        Written([mail]) { mails, encoder in
          var container = encoder.container(keyedBy: Keys.self)
          try container.encode(mails[0], forKey: .name)
        }, #"{"name":{"address":"…"}}"#
      ),
      (NamedAccount() as Account, #"{"name":"ann","super":{"mail":{"address":"…"}}}"#),
      ([NamedAccount() as Account], #"[{"name":"ann","super":{"mail":{"address":"…"}}}]"#),
      (KeyRing(key: LongKey(text: "hush")), #"{"key":{"length":"…"}}"#),
      // Collections whose elements are in an object.
      (Queue(mail, mail), #"[{"address":"…"},{"address":"…"}]"#), (Queue(1, 2), "[1,2]"),
      (Queue(Queue(Digits("hush"))), #"[[["…"]]]"#),
      (Written(Queue(mail, mail)) { try $0.encode(to: $1) }, #"[{"address":"…"},{"address":"…"}]"#),
      (
        Written(Queue(mail)) { queue, encoder in
          var container = encoder.singleValueContainer()
          try container.encode(queue)
        }, #"[{"address":"…"}]"#
      ),
      (Account(), #"{"mail":{"address":"…"}}"#),
      // Nothing private is in these values.
      (Color(rawValue: "red"), #""red""#),
      ([Color(rawValue: "red"): 1...2], #"[[1,2]]"#.replacing("[[", with: #"["red",["#)),
      (Date(timeIntervalSinceReferenceDate: 7), "7"), (Optional<Color>.none, "null"),
      (Written(7) { try $0.encode(to: $1) }, "7"), (Written([1, 2]) { try $0.encode(to: $1) }, "[1,2]"),
    ]
  }

  @Test(arguments: replaced.indices)
  func `a private value is replaced wherever it is passed to the encoder`(index: Int) throws {
    let (value, expected) = Self.replaced[index]
    #expect(try text(value) == expected)
  }

  /// A value of each type of the system whose values can be part of a state.
  private static var systemValues: [any Encodable & Sendable] {
    [
      "a", 1, true, 0.5, Float(1), UInt8(1), 1...2, Duration.seconds(1), ["a"], ["a": 1], Set([1]), Optional(1),
      Date(timeIntervalSince1970: 0), UUID(), Data([1]), Data(count: 100), Decimal(1), Locale(identifier: "en"),
      TimeZone(secondsFromGMT: 0), Calendar(identifier: .gregorian), DateComponents(year: 1), IndexSet([1]),
      IndexPath(index: 1), CharacterSet.letters, Measurement(value: 1, unit: UnitLength.meters),
      URLComponents(string: "https://a.example"), DateInterval(), PersonNameComponents(), CGFloat(1), CGPoint.zero,
      CGSize.zero, CGRect.zero, AffineTransform(), NSRange(location: 0, length: 1), Date.ISO8601FormatStyle(),
      Date.FormatStyle(), IntegerFormatStyle<Int>(), Locale.Language(identifier: "en"), Locale.Region("DE"),
      Calendar.RecurrenceRule(calendar: Calendar(identifier: .gregorian), frequency: .daily), Morphology(),
    ]
  }

  @Test(arguments: systemValues.indices)
  func `a value of the system is recorded, also as the only part of a type`(index: Int) throws {
    func check(_ value: some Encodable & Sendable) throws {
      let plain = String(decoding: try CanonicalJSONEncoder().encode(value), as: UTF8.self)
      #expect(try text(value) == plain)
      #expect(try text(Single(value: value)) == plain)
      #expect(try text([Single(value: [value])]) == "[[\(plain)]]")
      #expect(try text(Written(value) { try $0.encode(to: $1) }) != "")
      #expect(try text(Queue(value)) == "[\(plain)]")
    }
    try check(Self.systemValues[index])
  }

  @Test func `the parts of a value of the system are not counted as parts of another value`() throws {
    let schema = ActionLogSchema<Int, Int>(redacting: [.type(Date.self) { _ in .distantPast }])
    struct Visit: Encodable {
      var duration = DateInterval(start: .now, duration: 1)
      var date = Date.now
      var isHidden: Bool
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(duration)
        if isHidden { try date.encode(to: container.superEncoder()) } else { try container.encode(date) }
      }
    }
    #expect(throws: Never.self) { try schema.makeEncoder().encode(Visit(isHidden: false)) }
    #expect(throws: HiddenRedactedValue.self) { try schema.makeEncoder().encode(Visit(isHidden: true)) }
  }

  /// Values that encode a private part without passing it to the encoder.
  private static var refused: [any Encodable] {
    [
      Written(mail) { try $0.encode(to: $1) },
      Written(password) { try $0.encode(to: $1) },
      Written(Contact.phone(number: "hush")) { try $0.encode(to: $1) },
      Written(Digits("hush")) { try $0.encode(to: $1) },
      Written(URL(fileURLWithPath: "/hush")) { try $0.encode(to: $1) },
      // Deeper in the value.
      Written((1, Optional([password]))) { try $0.1?[0].encode(to: $1) },
      Written(["a": Contact.mail(mail)]) { try $0["a"]?.encode(to: $1) },
      Written(Written(password) { try $0.encode(to: $1) }) { try $0.encode(to: $1) },
      ["a": [Written(password) { try $0.encode(to: $1) }]],
      // The value is created while it is encoded.
      Written("hush") { try Mail($0).encode(to: $1) },
      // Together with other parts.
      Written(mail) { mail, encoder in
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode("ann", forKey: .name)
        try mail.encode(to: encoder)
      },
      Written([mail, mail]) { mails, encoder in
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(mails[0], forKey: .name)
        try mails[1].encode(to: container.superEncoder(forKey: .part))
      },
      Written([password, password]) { passwords, encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(passwords[0])
        try passwords[1].encode(to: container.superEncoder())
      },
      // One part is passed to the encoder, and another one is not.
      Written([Digits("a"), Digits("hush")]) { parts, encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(parts[0])
        try parts[1].encode(to: encoder)
      },
      Written([Digits("a"), Digits("hush")]) { parts, encoder in
        try parts[1].encode(to: encoder)
        var container = encoder.unkeyedContainer()
        try container.encode(parts[0])
      },
      Written([Digits("a"), Digits("hush")]) { parts, encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(parts[0])
        var nested = container.nestedUnkeyedContainer()
        try parts[1].encode(to: nested.superEncoder())
      },
      // An attempt that fails does not count twice.
      Written([Digits("a"), Digits("hush")]) { parts, encoder in
        var container = encoder.unkeyedContainer()
        try? container.encode(Failing(part: parts[0]))
        try container.encode(parts[0])
        try parts[1].encode(to: encoder)
      },
      // In objects, and in types with a mirror of their own.
      Box(Digits("hush")) { try $0.encode(to: $1) }, Shadow(Digits("hush")) { try $0.encode(to: $1) },
      Box(mail) { try $0.encode(to: $1) }, Shadow(mail) { try $0.encode(to: $1) },
      Box(password) { try $0.encode(to: $1) }, Shadow(password) { try $0.encode(to: $1) },
      Box(Contact.phone(number: "hush")) { try $0.encode(to: $1) },
      Written(Box(Digits("hush")) { try $0.encode(to: $1) }) { try $0.written.part.encode(to: $1) },
      Queue(Box(Digits("hush")) { try $0.encode(to: $1) }),
      Written(Queue(Digits("hush"))) { try $0[0].encode(to: $1) },
      Box(Digits("hush")) { digits, encoder in
        var container = encoder.unkeyedContainer()
        try digits.encode(to: container.superEncoder())
      },
      Box([Digits("a"), Digits("hush")]) { parts, encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(parts[0])
        try parts[1].encode(to: encoder)
      },
      ListedAccount(), ListedAccount() as Account,
      // Through Foundation.
      CodableConfiguration(wrappedValue: Configured(Digits("hush")), from: Configured.self),
      Single(value: CodableConfiguration(wrappedValue: Configured(Digits("hush")), from: Configured.self)),
      // In a key, and where a mirror would have to be used.
      [MailKey(mail): 1], Mirrored(mail: mail),
    ]
  }

  @Test(arguments: refused.indices)
  func `a value that may hide a private value is not encoded`(index: Int) throws {
    let error = #expect(throws: HiddenRedactedValue.self) { try text(Self.refused[index]) }
    #expect(error.map { "\($0)".contains("hush") } == false)
  }

  @Test func `a redaction of the type that encodes itself states that it may be recorded`() throws {
    #expect(throws: HiddenRedactedValue.self) { try text(Trusted(mail: Self.mail)) }
    #expect(try text([Trusted(mail: Self.mail)], also: .type(Trusted.self) { $0 }) == "[false]")
  }

  @Test func `the keys of dictionaries are redacted like other texts and numbers`() throws {
    let schema = ActionLogSchema<Int, Int>(redacting: [.type(String.self) { _ in "x" }, .type(Int.self) { _ in 0 }])
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try schema.makeEncoder().encode(value), as: UTF8.self)
    }
    #expect(try text(["a": "b", "c": "d"]) == #"{"x":"x"}"#)
    #expect(try text([7: ["a": true]]) == #"{"0":{"x":true}}"#)
    #expect(try text(JSONValue.object(["a": ["b", 7]])) == #"{"x":["x",0]}"#)
    // The names of properties are not values.
    #expect(try text(Mail("a")) == #"{"address":"x"}"#)
  }

  // MARK: - Recording

  struct App: Codable, Equatable, Sendable {
    var unread: [Password: Int] = [:]
    var seen: [Mail: Set<Mail>] = [:]
  }

  enum Action: Codable, Sendable {
    case receive(Password, Mail)
    case forward(Envelope)
  }

  /// An action's value that hides a private value.
  struct Envelope: Codable, Sendable {
    var mail: Mail

    init(_ mail: Mail) { self.mail = mail }
    init(from decoder: any Decoder) throws { mail = try Mail(from: decoder) }

    func encode(to encoder: any Encoder) throws { try mail.encode(to: encoder) }
  }

  @Test func `neither actions, states nor fingerprints of a recording reveal a private value`() async throws {
    let reducer = Reduce<App, Action> { state, action in
      switch action {
      case .receive(let password, let mail):
        state.unread[password, default: 0] += 1
        state.seen[mail, default: []].insert(mail)
      case .forward(let envelope): state.seen[envelope.mail] = []
      }
      return .none
    }
    let directory = try TemporaryDirectory()
    let schema = ActionLogSchema<App, Action>(redacting: Self.redactions)
    let store = Store(initialState: App(unread: [Self.password: 1]), reducer: reducer)
    let recorder = try ActionLogRecorder(
      of: store, schema: schema, to: directory.path("s.navlog"), options: .init(stateInterval: 2), clock: TestClock())
    for _ in 0..<4 { store.send(.receive(Self.password, Self.mail)) }
    store.send(.forward(Envelope(Self.mail)))
    store.send(.receive(Self.password, Self.mail))
    try await recorder.close()
    let text = try #require(directory.text("s.navlog"))
    #expect(!text.contains("hush"))
    #expect(recorder.status.unencodable == 1)
    #expect("\(try #require(recorder.status.lastFailure))".contains("Envelope is not recorded"))
    // The action that is not recorded is replaced by the state that it led to.
    let report = try ActionLog(path: directory.path("s.navlog")).replay(schema, reducer: reducer)
    #expect(report.isComplete && report.isFaithful, "\(report)")
    #expect(report.number == 6)
  }
}
