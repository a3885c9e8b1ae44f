import Foundation
import NavStore
import NavStoreTesting
import Testing

/// A storage over a dictionary of values, and over the real `UserDefaults`.
@Suite struct KeyValueStorageTests {
  private let values = Locked<[String: Data]>([:])

  private var storage: KeyValueStorage {
    let values = values
    return KeyValueStorage(key: "nav") { key in
      values.withLock { $0[key] }
    } write: { key, data in
      values.withLock { $0[key] = data }
    }
  }

  private var contents: [String: String] {
    values.withLock { $0.mapValues { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func `a write keeps the current generation as the previous one only if requested`() throws {
    #expect(try storage.read(.current) == nil)
    try storage.write(Data("1".utf8), keepingCurrentAsPrevious: true)
    try storage.write(Data("2".utf8), keepingCurrentAsPrevious: true)
    #expect(contents == ["nav": "2", "nav.previous": "1"])
    try storage.write(Data("3".utf8), keepingCurrentAsPrevious: false)
    #expect(contents == ["nav": "3", "nav.previous": "1"])
    #expect(try storage.read(.previous) == Data("1".utf8))
  }

  @Test func `only the ten newest generations that were moved aside are kept`() throws {
    #expect(try storage.quarantine(.current) == nil)
    for number in 1...12 {
      try storage.write(Data("\(number)".utf8), keepingCurrentAsPrevious: false)
      #expect(try storage.quarantine(.current) == "nav.aside-\(number)")
      #expect(try storage.read(.current) == nil)
    }
    #expect(contents.keys.count { $0.hasPrefix("nav.aside-") } == 10)
    #expect(contents["nav.aside-3"] == "3")
    #expect(contents["nav.aside-2"] == nil)
  }

  @Test(arguments: ["x", "-3", "9223372036854775807", ""])
  func `an invalid count does not prevent a restore or a save`(count: String) throws {
    values.withLock { values in
      values["nav"] = Data("1".utf8)
      values["nav.aside"] = Data(count.utf8)
      values["nav.restores"] = Data(count.utf8)
    }
    #expect(storage.unfinishedRestores() >= 0)
    #expect(try storage.quarantine(.current) != nil)
    storage.setUnfinishedRestores(2)
    #expect(storage.unfinishedRestores() == 2)
    storage.setUnfinishedRestores(0)
    #expect(contents["nav.restores"] == nil)
  }

  @Test func `a navigation is saved to the user's defaults and restored`() async throws {
    let suite = "navstore-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let shared = SharedDefaults(defaults: defaults)
    let storage = KeyValueStorage(key: "navigation") { key in
      shared.defaults.data(forKey: key)
    } write: { key, data in
      shared.defaults.set(data, forKey: key)
    }
    let start = NavigationState<String, Int>(tabs: ["a", "b"])
    let store = Store(initialState: start, reducer: NavigationReducer())
    let persistence = Persistence(of: store, to: storage)
    for id in 1...3 {
      store.send(.push(id))
      try await persistence.flush()
    }
    #expect(Persistence.load(start, from: storage).state == store.state)
    defaults.set(Data("broken".utf8), forKey: "navigation")
    let restored = Persistence.load(start, from: storage)
    #expect(restored.state.path(of: "a") == [1, 2])
    #expect(defaults.data(forKey: "navigation.aside-1") == Data("broken".utf8))
  }

  /// Not every SDK declares `UserDefaults` as `Sendable`.
  private struct SharedDefaults: @unchecked Sendable {
    let defaults: UserDefaults
  }
}
