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
    var codingKey: any CodingKey { Nested.TextKey(stringValue: mail.address) }
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
