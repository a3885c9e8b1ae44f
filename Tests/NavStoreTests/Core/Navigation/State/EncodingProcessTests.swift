import Foundation
import NavStore
import NavStoreInspection
import Testing

/// Each process has its own hash seed, so a second process shows a dependency on hashes.
@Suite(.startsProcess) struct EncodingProcessTests {
  static func encoded() throws -> String {
    var state = NavigationState<AppTab, Route>(
      tabs: [.search, .home, .library], selectedTab: .library,
      paths: [.home: [.song(1)], .search: [.settings], .library: [.song(2), .song(3)]], backRule: .order)
    state.present(.song(4), style: .cover)
    state.push(.settings)
    let link = DeepLink(tab: AppTab.home, path: [Route.song(5)], modals: [.init(.settings)], placement: .push)
    // An object with one key needs no sorting. A log may write it with any encoder.
    let action = NavigationAction<AppTab, Route>.setPath([.settings, .settings], in: .tab(.home))
    let unsorted = String(decoding: try JSONEncoder().encode(action), as: UTF8.self)
    let parts = [try JSON.text(state), try JSON.text(NavigationAction<AppTab, Route>.deepLink(link)), unsorted]
    return "<" + (parts + [try collections()]).joined(separator: "\n") + ">"
  }

  /// Returns the canonical JSON of random values with sets and dictionaries.
  private static func collections() throws -> String {
    var random = SplitMix64(seed: 7)
    let values = (0..<40).map { _ in Nested.random(&random) } + [.set(Set((0..<30).map(Nested.number)))]
    return try String(decoding: CanonicalJSONEncoder().encode(values), as: UTF8.self)
  }

  @Test func `equal states give equal bytes in every process`() async throws {
    let expected = try Self.encoded()
    for _ in 0..<4 {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        print(try EncodingProcessTests.encoded())
      }
      let printed = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      #expect(printed.contains(expected))
    }
  }
}
