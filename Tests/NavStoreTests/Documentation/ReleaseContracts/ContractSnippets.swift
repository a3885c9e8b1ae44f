import Foundation
import NavStore
import NavStoreTesting
import Testing

/// The contract of an app, as the guide shows it.
@Suite struct ContractSnippets {
  typealias Music = NavigationState<MusicTab, MusicRoute>
  typealias MusicAction = NavigationAction<MusicTab, MusicRoute>

  static let start = Music(tabs: MusicTab.allCases)
  static let savedMusic = StateSchema(version: 1)
  static let recordedMusic = ActionLogSchema<Music, MusicAction>()

  // snippet: contract
  static func contract(
    schema: StateSchema = savedMusic, links: DeepLinkTable<MusicTab, MusicRoute> = musicLinks
  ) -> Contract<Music> {
    let exploration = StateExplorer(
      initialState: start, reducer: NavigationReducer(),
      actions: [.push(.album(3)), .push(.song(7)), .present(.settings), .selectTab(.library)]
    ).explore(maxDepth: 2)

    return Contract(initialState: start, schema: schema)
      .states(exploration.samples { $0.top.map { "\($0)" } ?? "\($0.selectedTab)" })
      .links(links, urls: ["music://album/3", "music://settings"]) { $0.deepLink($1) }
      .sessions(
        ["a song, then back": [.push(.album(3)), .push(.song(7)), .back]], schema: recordedMusic,
        reducer: NavigationReducer())
  }
  // end

  // snippet: contract test
  @Test func `what the users of earlier releases have is kept`() {
    Self.contract().check(Self.contracts).expectKept()
  }

  static let contracts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Contracts")
  // end

  // snippet: contract record
  @Test(.enabled(if: ProcessInfo.processInfo.environment["CONTRACT"] != nil))
  func `the contract of a release is recorded`() throws {
    try Self.contract().record(ProcessInfo.processInfo.environment["CONTRACT"] ?? "", in: Self.contracts)
  }
  // end

  @Test func `an accepted loss has a reason`() throws {
    let contract = Self.contract(
      links: DeepLinkTable(schemes: ["music"]) {
        LinkPattern(
          "album/:id", .int, in: .library,
          make: MusicRoute.album, match: { if case .album(let id) = $0 { id } else { nil } })
      })
    let folder = Self.contracts
    // snippet: contract accepted
    let report = contract.check(
      folder, accepting: ["1.0 link music://settings": "The settings have moved to the account."])
    report.expectKept()
    print(report)  // 1 contract, 8 samples: 0 lost, 1 accepted …
    // end
    #expect(report.description.hasPrefix("1 contract, 8 samples: 0 lost, 1 accepted\naccepted: 1.0 link"))
    #expect(
      contract.check(folder).losses == [
        "1.0 link music://settings: The URL opens nothing any more. No link matches the URL. Declare its pattern again, "
          + "or as one of the aliases of another."
      ])
  }
}
