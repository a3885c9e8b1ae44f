import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite struct PersistenceLoadingTests {
  private struct App: Equatable, Codable, Sendable {
    var user = "nobody"
    var path: [String] = []
  }

  @Test func `a state that was saved is restored`() async throws {
    let storage = InMemoryStorage()
    let store = ModelStore(App())
    let state = App(user: "me", path: ["a/b", "c"])
    store.set(state)
    try await Persistence(source: store.source, to: storage, schema: StateSchema(version: 3)).flush()
    let restored = Persistence.load(App(), from: storage, schema: StateSchema(version: 3))
    #expect(restored.state == state)
    #expect(restored.revision == 1)
    #expect(restored.report.schema == 3)
  }

  @Test func `a saved part is restored into the initial state`() async throws {
    let storage = InMemoryStorage()
    let store = ModelStore(App(user: "me", path: ["a"]))
    store.set(App(user: "me", path: ["a", "b"]))
    try await Persistence(source: store.source.map(\.path), to: storage).flush()
    let restored = Persistence.load(App(user: "you"), from: storage, saving: \.path)
    #expect(restored.state == App(user: "you", path: ["a", "b"]))
    #expect(restored.revision == 1)
  }

  @Test(arguments: [
    (
      #"{"user":"me","navigation":{}}"#, #"The key "tabs" is missing. The object has the keys "navigation" and "user"."#
    ),
    (#"{"user":"me"}"#, #"The key "tabs" is missing. The object has the key "user"."#),
    ("{}", #"The key "tabs" is missing. The object has no keys."#),
    (
      #"{"a":1,"b":1,"c":1,"d":1,"e":1,"f\u001b\u009b":1,"g":1}"#,
      #"The key "tabs" is missing. The object has the keys "a", "b", "c", "d", "e" and 2 more."#
    ),
    (#"{"\u001b\u202e":1}"#, #"The key "tabs" is missing. The object has the key "\u{1B}\u{202E}"."#),
  ])
  func `the report on a state of another type names the missing and the existing keys`(json: String, reason: String) {
    let bytes = Envelope(schema: 1, revision: 1, payload: Data(json.utf8)).encode()
    let report = Persistence.restored(NavigationState<AppTab, Route>(tabs: AppTab.allCases), from: bytes).report
    #expect(report.generation == nil)
    #expect("\(report)".contains(reason), "\(report)")
    #expect(!"\(report)".contains("NavigationStateKey"))
  }

  @Test func `a load that finds nothing returns the initial state`() {
    let restored = Persistence.load(App(user: "first"), from: InMemoryStorage())
    #expect(restored.state == App(user: "first"))
    #expect(restored.revision == nil)
    #expect(restored.report.isUnchanged)
  }

  @Test func `a state of another version is neither used nor overwritten`() async throws {
    let old = try Persistence.encoded(App(user: "old"), schema: StateSchema(version: 2))
    let storage = InMemoryStorage(current: old)
    let restored = Persistence.load(App(), from: storage, schema: StateSchema(version: 3))
    #expect(restored.state == App())
    #expect(restored.report.findings.first?.reason == .olderSchema(found: 2, expected: 3))
    #expect(storage[.current] == old)
    let store = ModelStore(restored.state)
    store.set(App(user: "new"))
    let persistence = Persistence(source: store.source, to: storage, schema: StateSchema(version: 3))
    try await persistence.flush()
    #expect(Array(storage.quarantined.values) == [old])
    #expect(Persistence.load(App(), from: storage, schema: StateSchema(version: 3)).state.user == "new")
  }

  @Test func `a value that does not decode is named with its coding path`() throws {
    let storage = InMemoryStorage(current: try Persistence.encoded(["user": "me", "path": "a"]))
    let restored = Persistence.load(App(), from: storage)
    guard case .undecodable(let reason) = restored.report.findings.first?.reason else {
      Issue.record("\(restored.report)")
      return
    }
    #expect(reason.hasPrefix("at .path: "))
    #expect(storage.quarantined.count == 1)
  }

  @Test func `a state is encoded to bytes and restored from them without a storage`() throws {
    let state = App(user: "me", path: ["a"])
    let data = try Persistence.encoded(state, schema: StateSchema(version: 2), revision: 17)
    let restored = Persistence.restored(App(), from: data, schema: StateSchema(version: 2))
    #expect(restored.state == state)
    #expect(restored.revision == 17)
    #expect(Persistence.restored(App(), from: nil).report.description.hasPrefix("No state has been saved yet"))
    let damaged = Persistence.restored(App(), from: data.dropLast(), schema: StateSchema(version: 2))
    #expect(damaged.state == App())
    #expect(damaged.report.description.hasPrefix("the data is damaged: "))
    #expect(throws: PersistenceError.self) { try Persistence.encoded(Double.nan) }
  }

  @Test func `a saved navigation that is truncated or has a flipped bit is not restored`() throws {
    var state = NavigationState<String, String>(tabs: ["a", "b"], paths: ["b": ["x", "y"]])
    state.present("z")
    let saved = try Persistence.encoded(state, schema: StateSchema(version: 3), revision: 17)
    let start = NavigationState<String, String>(tabs: ["a", "b"])
    func isRestored(_ data: Data) -> Bool {
      let restored = Persistence.restored(start, from: data, schema: StateSchema(version: 3))
      if restored.report.generation == nil { #expect(restored.state == start) }
      return restored.report.generation != nil
    }
    #expect(isRestored(saved))
    for count in 0..<saved.count { #expect(!isRestored(saved.prefix(count)), "\(count) bytes") }
    for index in saved.indices {
      for bit in 0..<8 {
        var flipped = saved
        flipped[index] ^= 1 << bit
        #expect(!isRestored(flipped), "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test func `keys are sorted and slashes are not escaped`() throws {
    let text = String(decoding: try Persistence.encoded(App(user: "a/b")), as: UTF8.self)
    #expect(text.hasSuffix("\n" + #"{"path":[],"user":"a/b"}"#))
  }

  @Test(.startsProcess) func `two processes encode the same state to the same bytes`() async throws {
    let first = try await CrashWriter.output(["encode"])
    let second = try await CrashWriter.output(["encode"])
    #expect(first == second)
    #expect(first.starts(with: Data(#"{"format":"navstore.state""#.utf8)))
    #expect(first.count > 1_000)
  }
}
