import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// A value with sets and dictionaries of all forms, nested in each other.
enum Nested: Codable, Hashable, Sendable {
  /// A key that becomes a text. Two keys with the same lower-case name have the same text.
  struct Name: Codable, Hashable, Sendable, CodingKeyRepresentable {
    var text: String

    init(_ text: String) { self.text = text }

    init?<Key: CodingKey>(codingKey: Key) { text = codingKey.stringValue }

    var codingKey: any CodingKey { TextKey(stringValue: text) }
  }

  struct TextKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  struct Single: Codable, Hashable, Sendable {
    var values: Set<Nested>

    init(_ values: Set<Nested>) { self.values = values }
    init(from decoder: any Decoder) throws { values = try decoder.singleValueContainer().decode(Set<Nested>.self) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(values)
    }
  }

  case number(Int)
  case text(String)
  case set(Set<Nested>)
  case byText([String: Nested])
  case byNumber([Int: Nested])
  case byName([Name: Nested])
  case byValue([Nested: Nested])
  case bySet([Set<Int>: Nested?])
  case sets([Set<Nested>?])
  case single(Single)

  static func random(_ random: inout SplitMix64, depth: Int = 0) -> Nested {
    let kind = random.below(depth < 4 ? 10 : 2)
    func value() -> Nested { Nested.random(&random, depth: depth + 1) }
    func pairs<Key: Hashable, Value>(_ pair: () -> (Key, Value)) -> [Key: Value] {
      Dictionary((0..<random.below(6)).map { _ in pair() }, uniquingKeysWith: { $1 })
    }
    func set() -> Set<Nested> { Set((0..<random.below(6)).map { _ in value() }) }
    switch kind {
    case 0: return .number(random.below(30))
    case 1: return .text(random.pick("a", "B", "é", "\u{1F600}", "\"", ""))
    case 2: return .set(set())
    case 3: return .byText(pairs { ("\(random.below(20))", value()) })
    case 4: return .byNumber(pairs { (random.below(20), value()) })
    case 5: return .byName(pairs { (Name("\(random.below(20))"), value()) })
    case 6: return .byValue(pairs { (value(), value()) })
    case 7: return .bySet(pairs { (Set((0..<random.below(4)).map { _ in random.below(9) }), value()) })
    case 8: return .sets((0..<random.below(4)).map { _ in random.once(in: 4) ? nil : set() })
    default: return .single(Single(set()))
    }
  }

  /// An equal value whose collections have another capacity, so that their elements have another order.
  func rebuilt(_ random: inout SplitMix64) -> Nested {
    func copy(_ set: Set<Nested>) -> Set<Nested> {
      var copy = Set<Nested>(minimumCapacity: random.below(200))
      for element in set.reversed() { copy.insert(element.rebuilt(&random)) }
      return copy
    }
    func copy<Key: Hashable>(_ pairs: [Key: Nested], _ key: (Key) -> Key = { $0 }) -> [Key: Nested] {
      var copy = [Key: Nested](minimumCapacity: random.below(200))
      for (name, value) in pairs.reversed() { copy[key(name)] = value.rebuilt(&random) }
      return copy
    }
    switch self {
    case .number, .text: return self
    case .set(let values): return .set(copy(values))
    case .byText(let pairs): return .byText(copy(pairs))
    case .byNumber(let pairs): return .byNumber(copy(pairs))
    case .byName(let pairs): return .byName(copy(pairs))
    case .byValue(let pairs): return .byValue(copy(pairs) { $0.rebuilt(&random) })
    case .bySet(let pairs):
      var copy = [Set<Int>: Nested?](minimumCapacity: random.below(200))
      for (key, value) in pairs.reversed() {
        var set = Set<Int>(minimumCapacity: random.below(50))
        for number in key.reversed() { set.insert(number) }
        copy[set] = .some(value?.rebuilt(&random))
      }
      return .bySet(copy)
    case .sets(let sets): return .sets(sets.map { $0.map(copy) })
    case .single(let single): return .single(Single(copy(single.values)))
    }
  }
}

/// Sets and dictionaries, whose order is random in each process.
@Suite struct UnorderedCollectionTests {
  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try CanonicalJSONEncoder().encode(value), as: UTF8.self)
  }

  @Test func `the elements of a set are in the order of their bytes`() throws {
    #expect(try text(Set([3, 10, 1, 2])) == "[1,10,2,3]")
    #expect(try text(Set(["b", "a", ""])) == #"["","a","b"]"#)
    #expect(try text(Set([[2], [], [1, 2]])) == "[[1,2],[2],[]]")
    #expect(try text(Set<Int>()) == "[]")
    #expect(try text([Set([2, 1]), nil]) == "[[1,2],null]")
  }

  @Test func `the pairs of a dictionary are in the order of their keys, whatever form the keys have`() throws {
    #expect(try text([[2]: "b", [1]: "a"]) == #"[[1],"a",[2],"b"]"#)
    #expect(try text([10: true, 9: false]) == #"{"10":true,"9":false}"#)
    #expect(try text(["b": 1, "a": 2]) == #"{"a":2,"b":1}"#)
    #expect(try text([Nested.Name("b"): 1, Nested.Name("\""): 2]) == #"{"\"":2,"b":1}"#)
    #expect(try text([true: 1, false: 2]) == "[false,2,true,1]")
    #expect(try text([[Int]: Int]()) == "[]")
    #expect(try text([Nested.Name: Int]()) == "{}")
  }

  @Test func `equal values have equal bytes and fingerprints, however their collections were filled`() throws {
    var random = SplitMix64(seed: TestEnvironment.seed)
    let encoder = CanonicalJSONEncoder()
    let schema = ActionLogSchema<Nested, Int>()
    for _ in 0..<(TestEnvironment.isLong ? 20_000 : 300) {
      let value = Nested.random(&random)
      let other = value.rebuilt(&random)
      let bytes = try encoder.encode(value)
      #expect(try encoder.encode(other) == bytes, "NAVSTORE_SEED=\(TestEnvironment.seed)")
      #expect(try schema.fingerprint(of: value) == schema.fingerprint(of: other))
      // Both decoders read the bytes, and the bytes are canonical.
      #expect(JSONComparison.ours(Nested.self, bytes) == .value(value))
      #expect(try JSONDecoder().decode(Nested.self, from: Data(bytes)) == value)
      #expect(try JSONText(parsing: bytes).utf8 == bytes)
    }
  }

  @Test func `collections that were saved in another order are read`() throws {
    #expect(JSONComparison.ours(Set<Int>.self, Array("[3,1,2]".utf8)) == .value([1, 2, 3]))
    #expect(JSONComparison.ours([[Int]: Int].self, Array("[[2],2,[1],1]".utf8)) == .value([[1]: 1, [2]: 2]))
    #expect(
      JSONComparison.ours([Nested.Name: Int].self, Array(#"{"b":1,"a":2}"#.utf8))
        == .value([Nested.Name("b"): 1, Nested.Name("a"): 2]))
  }

  @Test func `of keys with the same text, the same one is written every time`() throws {
    struct Folded: Encodable, Hashable, CodingKeyRepresentable {
      var text: String
      init(_ text: String) { self.text = text }
      init?<Key: CodingKey>(codingKey: Key) { nil }
      var codingKey: any CodingKey { Nested.TextKey(stringValue: text.lowercased()) }
    }
    for capacity in [1, 10, 100, 1_000] {
      var pairs = [Folded: Int](minimumCapacity: capacity)
      for (number, text) in ["A", "a", "B"].enumerated() { pairs[Folded(text)] = number }
      #expect(try text(pairs) == #"{"a":1,"b":2}"#)
    }
  }

  @Test func `elements with the same bytes are all written`() throws {
    struct Item: Encodable, Hashable {
      var id: Int
      func encode(to encoder: any Encoder) throws { try "x".encode(to: encoder) }
    }
    #expect(try text(Set([Item(id: 1), Item(id: 2)])) == #"["x","x"]"#)
    #expect(try text([Item(id: 1): 1, Item(id: 2): 2]) == #"["x",1,"x",2]"#)
  }

  @Test func `an element that cannot be encoded is an error, and nothing of the collection remains`() throws {
    struct Lenient: Encodable {
      enum CodingKeys: CodingKey { case set, rest }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try? container.encode(Set([1, .infinity, 2]), forKey: .set)
        try container.encode(1, forKey: .rest)
      }
    }
    #expect(try text(Lenient()) == #"{"rest":1}"#)
    #expect(throws: EncodingError.self) { try text([[1]: Double.nan]) }
    let error = #expect(throws: EncodingError.self) { try text(["a": ["b": Double.nan]]) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["a", "b"])
  }

  @Test func `a replay of a state with sets and dictionaries leads to the recorded states`() async throws {
    struct Badges: Codable, Equatable, Sendable {
      var ids: Set<Int> = []
      var counts: [[Int]: Int] = [:]
    }
    let reducer = Reduce<Badges, Int> { state, id in
      state.ids.insert(id)
      state.counts[[id % 7], default: 0] += 1
      return .none
    }
    let directory = try TemporaryDirectory()
    let store = Store(initialState: Badges(ids: Set(100..<200)), reducer: reducer)
    let schema = ActionLogSchema<Badges, Int>()
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: directory.path("s.navlog"), clock: TestClock())
    for id in 0..<20 { store.send(id) }
    try await recorder.close()
    let report = try ActionLog(path: directory.path("s.navlog")).replay(schema, reducer: reducer)
    #expect(report.isFaithful && report.verified == 20, "\(report)")
  }
}
