import Foundation
import NavStore

/// A small podcast app as its developer would write it: three tabs, a sign-in sheet, a search, a feed that may fail to
/// load, and a player.
struct PodcastApp: Reducer {
  enum AppTab: String, Codable, CaseIterable {
    case feed, search, library
  }

  enum Route: Hashable, Codable {
    case episode(Int)
    case downloads
    case player
    case signIn
  }

  struct Episode: Hashable, Codable {
    var id: Int
    var title: String
  }

  struct State: Equatable {
    enum Feed: Equatable {
      case empty
      case loading
      case retrying(attempt: Int)
      case loaded([Episode])
      case failed
    }

    struct Player: Equatable {
      var episode: Episode
      var seconds = 0
    }

    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var feed = Feed.empty
    var query = ""
    var results: [Episode] = []
    var player: Player?
    var user: String?
    var signInError: String?
    /// A link that only a signed-in user may follow.
    var pendingLink: URL?
    var isClosing = false
  }

  enum Action: Equatable {
    case navigation(NavigationAction<AppTab, Route>)
    case linkOpened(URL)

    case signInSubmitted(name: String)
    case signedIn(name: String)
    case signInFailed(String)

    case refresh
    case feedLoaded([Episode])
    case feedFailed(attempt: Int)

    case queryChanged(String)
    case searchCleared
    case found([Episode])

    case play(Episode)
    case secondPassed
    case stop
  }

  enum Work: Hashable {
    case feed, search, player, signIn
  }

  var loadFeed: @Sendable () async throws -> [Episode] = { [] }
  var search: @Sendable (String) async throws -> [Episode] = { _ in [] }
  var signIn: @Sendable (String) async throws -> String = { $0 }

  let navigation = NavigationReducer<AppTab, Route>()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .navigation(let action):
      if navigation.apply(action, to: &state.navigation) == .exit { state.isClosing = true }
    case .linkOpened(let url):
      open(url, in: &state)

    case .signInSubmitted(let name):
      state.signInError = nil
      return .run(id: Work.signIn, cancelInFlight: true) { [signIn] context in
        context.send([.signedIn(name: try await signIn(name)), .navigation(.dismiss)])
      } catch: { error in
        .signInFailed("\(error)")
      }
    case .signedIn(let name):
      state.user = name
      guard let link = state.pendingLink else { break }
      state.pendingLink = nil
      return .send(.linkOpened(link))
    case .signInFailed(let reason):
      state.signInError = reason

    case .refresh:
      state.feed = .loading
      return loadFeed(attempt: 1)
    case .feedLoaded(let episodes):
      state.feed = .loaded(episodes)
    case .feedFailed(let attempt) where attempt < 4:
      state.feed = .retrying(attempt: attempt + 1)
      return loadFeed(attempt: attempt + 1)
    case .feedFailed:
      state.feed = .failed

    case .queryChanged(let query):
      state.query = query
      return .run(id: Work.search, cancelInFlight: true) { [search] context in
        try await context.sleep(for: .milliseconds(300))
        context.send(.found(try await search(query)))
      } catch: { _ in
        .found([])
      }
    case .searchCleared:
      state.query = ""
      state.results = []
      return .cancel(id: Work.search)
    case .found(let episodes):
      state.results = episodes

    case .play(let episode):
      state.player = State.Player(episode: episode)
      return .run(id: Work.player, cancelInFlight: true) { context throws(CancellationError) in
        while true {
          try await context.sleep(for: .seconds(1))
          context.send(.secondPassed)
        }
      }
    case .secondPassed:
      state.player?.seconds += 1
    case .stop:
      state.player = nil
      return .cancel(id: Work.player)
    }
    return .none
  }

  /// Loads the feed, from the second attempt on after 1, 2 and 4 seconds.
  private func loadFeed(attempt: Int) -> Effect<Action> {
    .run(id: Work.feed, cancelInFlight: true) { [loadFeed] context in
      if attempt > 1 { try await context.sleep(for: .seconds(1 << (attempt - 2))) }
      context.send(.feedLoaded(try await loadFeed()))
    } catch: { _ in
      .feedFailed(attempt: attempt)
    }
  }

  /// Follows `podcasts://episode/7`, or `podcasts://downloads` once the user has signed in, and no other link.
  private func open(_ url: URL, in state: inout State) {
    switch url.host() {
    case "episode":
      guard let id = Int(url.lastPathComponent) else { return }
      state.navigation.deepLink(DeepLink(tab: .feed, path: [.episode(id)]))
    case "downloads" where state.user == nil:
      state.pendingLink = url
      state.navigation.present(.signIn)
    case "downloads":
      state.navigation.deepLink(DeepLink(tab: .library, path: [.downloads]))
    default:
      break
    }
  }
}
