import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// Tests of the nesting limit of arrays and objects. Every value that is written can be read, and the deepest values
/// fit on the stack of a thread.
@Suite struct JSONNestingTests {
  private indirect enum Screen: Codable, Hashable, Sendable {
    case leaf
    case inside(Screen)

    /// Returns a screen whose encoding has two nested objects for each level.
    static func nested(_ levels: Int) -> Screen { (1..<levels).reduce(.leaf) { screen, _ in .inside(screen) } }
  }

  /// A value that creates nested containers with methods that cannot throw.
  private struct Containers: Codable, Equatable {
    var depth: Int

    init(depth: Int) { self.depth = depth }
    init(from decoder: any Decoder) throws { depth = 0 }

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for _ in 1..<depth { list = list.nestedUnkeyedContainer() }
    }
  }

  fileprivate static func list(_ depth: Int) -> JSONValue { (1..<depth).reduce([]) { value, _ in [value] } }
  private static func object(_ depth: Int) -> JSONValue { (1..<depth).reduce([:]) { value, _ in ["a": value] } }

  private struct Sample: Sendable {
    let name: String
    /// Returns a value whose innermost part has the given depth.
    let value: @Sendable (Int) -> any Codable & Sendable
    let around: Int

    init(_ name: String, around: Int = 0, _ value: @escaping @Sendable (Int) -> any Codable & Sendable) {
      self.name = name
      self.value = value
      self.around = around
    }
  }

  private typealias Navigation = NavigationState<String, JSONValue>
  private typealias Action = NavigationAction<JSONValue, JSONValue>

  private static func shown(_ root: JSONValue, _ path: JSONValue...) -> Navigation {
    var navigation = Navigation(tabs: ["a"])
    navigation.present(root)
    navigation.setPath(path, in: .focused)
    return navigation
  }

  private static let samples = [
    Sample("a list") { list($0) },
    Sample("an object") { object($0) },
    Sample("an optional in an array", around: 1) { [Optional(object($0))] },
    Sample("a dictionary", around: 1) { ["a": list($0)] },
    Sample("containers in each other") { Containers(depth: $0) },
    Sample("containers in an array", around: 1) { [Containers(depth: $0)] },
    Sample("a path", around: 4) { Navigation(tabs: ["a"], paths: ["a": [list($0)]]) },
    Sample("a tab", around: 3) { NavigationState<JSONValue, Int>(tabs: [list($0)]) },
    Sample("a modal", around: 3) { shown(list($0)) },
    Sample("a route of a modal", around: 4) { shown(nil, list($0)) },
    Sample("an action", around: 2) { Action.push(list($0)) },
    Sample("an action's target", around: 3) { Action.push(nil, in: .tab(list($0))) },
    Sample("a path of an action", around: 3) { Action.setPath([list($0)], in: .focused) },
    Sample("a link", around: 4) { Action.deepLink(DeepLink(tab: nil, path: [list($0)])) },
  ]

  @Test func `values nested 64 levels deep are written and read, and deeper ones are not written`() throws {
    for sample in Self.samples {
      for depth in [1, 2, 10] + Array(57...67) {
        let value = sample.value(depth)
        let isAllowed = depth + sample.around <= JSONReader.maxDepth
        do {
          try expectRead(value, sample.name)
          #expect(isAllowed, "\(sample.name), \(depth)")
        } catch let EncodingError.invalidValue(_, context) {
          #expect(!isAllowed, "\(sample.name), \(depth)")
          #expect(context.debugDescription.hasPrefix("More than 64 arrays and objects are nested"))
        }
      }
    }
  }

  /// Checks that an encoded value can be read. Rethrows the error of the encoding.
  private func expectRead<Value: Codable>(_ value: Value, _ name: String) throws {
    let bytes = try CanonicalJSONEncoder().encode(value)
    bytes.withUnsafeBytes { bytes in
      #expect(throws: Never.self, "\(name)") { try JSONReader.decode(Value.self, from: bytes) }
    }
  }

  @Test func `a JSONText is limited by its depth at the place where it is encoded`() throws {
    let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    let text = try JSONText(parsing: deep)
    #expect(try CanonicalJSONEncoder().encode(text) == Array(deep.utf8))
    #expect(throws: EncodingError.self) { try CanonicalJSONEncoder().encode([text]) }
    let brackets = try JSONText(parsing: #"[["\"\#(String(repeating: "[", count: 200))"],"]"]"#)
    #expect(throws: Never.self) { try CanonicalJSONEncoder().encode((0..<8).map { _ in [brackets] }) }
  }

  @Test func `an encoder can be used after a value that was too deep`() throws {
    struct Lenient: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try? list.encode(JSONNestingTests.list(64))
        try list.encode(JSONNestingTests.list(63))
      }
    }
    let encoder = CanonicalJSONEncoder()
    #expect(throws: EncodingError.self) { try encoder.encode(Self.list(65)) }
    #expect(try encoder.encode(Lenient()).count == 2 * 64)
    #expect(try encoder.encode(Self.list(64)).count == 2 * 64)
  }

  @Test func `a state that is nested too deep is not saved, and the error says what to do`() async throws {
    let storage = InMemoryStorage()
    let store = ModelStore(Screen.leaf)
    let persistence = Persistence(source: store.source, to: storage)
    store.set(.nested(33))
    let error = await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    #expect(
      error?.description == "The state cannot be encoded: More than 64 arrays and objects are nested, and such "
        + "a value cannot be read. Encode the nested values as a flat list, or omit them.")
    #expect(storage[.current] == nil)
    store.set(.nested(32))
    try await persistence.flush()
    #expect(Persistence.load(Screen.leaf, from: storage).state == .nested(32))
  }

  @Test func `an action of the maximum depth is recorded and replayed, and a deeper one is not written`() throws {
    let writer = LogLineWriter(
      encoder: ActionLogSchema<NavigationState<Int, JSONValue>, NavigationAction<Int, JSONValue>>().makeEncoder())
    func line(_ depth: Int) throws -> [UInt8] {
      var bytes: [UInt8] = []
      try writer.action(
        NavigationAction<Int, JSONValue>.push(Self.list(depth)), number: 1, time: 0, origin: .user, position: .single,
        nil, to: &bytes)
      return bytes
    }
    let deepest = try line(61)
    #expect(throws: Never.self) { try JSONValue(parsing: deepest) }
    #expect(throws: EncodingError.self) { try line(62) }
  }

  /// On Apple platforms, the stack of a secondary thread has 512 KB.
  @Test func `the deepest state can be saved, migrated and restored on the stack of a thread`() async throws {
    let restored = try await onThread(stackSize: 512 << 10) {
      let schema = StateSchema(version: 2, migrations: [.step(from: 1, "nothing changes") { _ in }])
      let deepest = Screen.nested(32)
      let value = Self.list(60)
      let navigation = NavigationState<String, JSONValue>(tabs: ["a"], paths: ["a": [value]])
      let screens = Persistence.restored(
        Screen.leaf, from: try Persistence.encoded(deepest, schema: StateSchema(version: 1)), schema: schema)
      let navigations = Persistence.restored(
        NavigationState<String, JSONValue>(tabs: ["a"]),
        from: try Persistence.encoded(navigation, schema: StateSchema(version: 1)),
        schema: schema)
      let tooDeep = #"{"inside":"# + String(repeating: "[", count: 100_000)
      let none = Persistence.restored(
        Screen.leaf, from: Envelope(schema: 1, revision: 1, payload: Data(tooDeep.utf8)).encode(), schema: schema)
      #expect((try? Persistence.encoded(Self.list(1_000))) == nil)
      return [screens.state == deepest, navigations.state == navigation, none.report.generation == nil]
    }
    #expect(restored == [true, true, true])
  }
}
