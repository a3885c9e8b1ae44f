import Foundation
import NavStore
import Observation
import SwiftUI

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
// snippet: tabs in a loop
struct TabsView: View {
  @Bindable var navigator: MusicNavigator

  var body: some View {
    TabView(selection: $navigator.selectedTab) {
      ForEach(navigator.tabs, id: \.self) { tab in
        Tab(tab.rawValue, systemImage: "music.note", value: tab) {
          NavigationStack(path: $navigator[pathOf: tab]) {
            Text(tab.rawValue)
              .navigationDestination(for: MusicRoute.self) { MusicScreen(route: $0) }
          }
        }
      }
    }
  }
}
// end

/// The view of README.md, which shows the tabs and routes of its quick start.
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
enum QuickStart {
  nonisolated enum AppTab: String, Codable, CaseIterable { case home, library }
  nonisolated enum Route: Hashable, Codable { case song(Int), settings }

  // snippet: quick start view
  struct TabsView: View {
    @Bindable var navigator: Navigator<AppTab, Route>  // Navigator(store)

    var body: some View {
      TabView(selection: $navigator.selectedTab) {
        ForEach(navigator.tabs, id: \.self) { tab in
          Tab(tab.rawValue, systemImage: "music.note", value: tab) {
            NavigationStack(path: $navigator[pathOf: tab]) {
              Text(tab.rawValue)
                .navigationDestination(for: Route.self) { Text(String(describing: $0)) }
            }
          }
        }
      }
    }
  }
  // end
}

// snippet: tabs in a loop on iOS 17
struct OldTabsView: View {
  @Bindable var navigator: MusicNavigator

  var body: some View {
    TabView(selection: $navigator.selectedTab) {
      ForEach(navigator.tabs, id: \.self) { tab in
        NavigationStack(path: $navigator[pathOf: tab]) {
          Text(tab.rawValue)
            .navigationDestination(for: MusicRoute.self) { MusicScreen(route: $0) }
        }
        .tabItem { Label(tab.rawValue, systemImage: "music.note") }
        .tag(tab)
      }
    }
  }
}
// end

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
// snippet: prominent role
extension TabRole {
  /// The prominent role from iOS 27 on, and no role before.
  static var prominentWhereAvailable: TabRole? {
    #if compiler(>=6.4)
      if #available(iOS 27.0, macOS 27.0, tvOS 27.0, watchOS 27.0, visionOS 27.0, *) { return .prominent }
    #endif
    return nil
  }
}
// end

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
// snippet: prominent tab
struct ProminentTabs: View {
  @Bindable var navigator: MusicNavigator

  var body: some View {
    TabView(selection: $navigator.selectedTab) {
      Tab("Home", systemImage: "house", value: MusicTab.home) { HomeStack(navigator: navigator) }
      Tab("Library", systemImage: "book", value: MusicTab.library, role: .prominentWhereAvailable) {
        LibraryStack(navigator: navigator)
      }
    }
  }
}
// end

// snippet: cross-fade
extension View {
  /// Lets a sheet fade in, from iOS 27 on.
  @ViewBuilder func fadesIn() -> some View {
    #if compiler(>=6.4) && !os(macOS)
      if #available(iOS 27.0, tvOS 27.0, watchOS 27.0, visionOS 27.0, *) {
        navigationTransition(.crossFade)
      } else {
        self
      }
    #else
      self
    #endif
  }
}

struct FadingModals: ViewModifier {
  let navigator: MusicNavigator

  func body(content: Content) -> some View {
    content.modals(of: navigator) { modal in MusicScreen(route: modal.root).fadesIn() }
  }
}
// end

// snippet: sidebar
struct SidebarView: View {
  @Bindable var navigator: MusicNavigator

  var body: some View {
    NavigationSplitView {
      List(selection: $navigator.sidebarSelection) {
        ForEach(navigator.tabs, id: \.self) { tab in Text(tab.rawValue).tag(tab) }
      }
    } detail: {
      NavigationStack(path: $navigator[pathOf: navigator.selectedTab]) {
        Text(navigator.selectedTab.rawValue)
          .navigationDestination(for: MusicRoute.self) { MusicScreen(route: $0) }
      }
      .id(navigator.selectedTab)  // another stack for each entry
    }
  }
}
// end

// snippet: popover and inspector
struct SettingsPopover: View {
  let navigator: MusicNavigator

  var body: some View {
    Button("Settings") { navigator.present(.settings, style: .popover) }
      .popover(of: navigator, presenting: .settings) { modal in MusicScreen(route: modal.root) }
    Button("Album") { navigator.present(.album(3), style: .inspector) }
  }
}
// end

// snippet: detents
extension MusicRoute {
  /// The heights of the sheet of a route.
  var detents: Set<PresentationDetent> { self == .settings ? [.medium, .large] : [.large] }
}

struct SheetsWithDetents: ViewModifier {
  let navigator: MusicNavigator

  func body(content: Content) -> some View {
    content.modals(of: navigator) { modal in
      MusicScreen(route: modal.root).presentationDetents(modal.root.detents)
    }
  }
}
// end

extension Mail {
  // snippet: three columns
  struct MailView: View {
    @Bindable var navigator: MailNavigator
    @Environment(\.horizontalSizeClass) private var sizeClass

    var body: some View {
      if sizeClass == .compact {
        NavigationStack(path: $navigator[pathOf: .mail]) {
          MailboxList(navigator: navigator)
            .navigationDestination(for: MailRoute.self) { MailScreen(navigator: navigator, route: $0) }
        }
      } else {
        NavigationSplitView {
          MailboxList(navigator: navigator)
        } content: {
          if let mailbox = navigator[selectionOf: .mail, column: .content] {
            MailScreen(navigator: navigator, route: mailbox)
          }
        } detail: {
          if let message = navigator[selectionOf: .mail, column: .detail] {
            NavigationStack(path: $navigator[pathOf: .mail, column: .detail]) {
              MailScreen(navigator: navigator, route: message)
                .navigationDestination(for: MailRoute.self) { MailScreen(navigator: navigator, route: $0) }
            }
            .id(message)  // another stack for each message
          }
        }
      }
    }
  }

  struct MailboxList: View {
    @Bindable var navigator: MailNavigator

    var body: some View {
      List(selection: $navigator[selectionOf: .mail, column: .content]) {
        ForEach(["Inbox", "Sent"], id: \.self) { name in Text(name).tag(MailRoute.mailbox(name)) }
      }
    }
  }

  struct MailScreen: View {
    @Bindable var navigator: MailNavigator
    let route: MailRoute

    var body: some View {
      switch route {
      case .mailbox:
        List(selection: $navigator[selectionOf: .mail, column: .detail]) {
          ForEach(1..<10, id: \.self) { id in Text("Message \(id)").tag(MailRoute.message(id)) }
        }
      case .message: Button("Attachment") { navigator.push(.attachment("plan.pdf")) }
      case .attachment(let name): Text(name)
      }
    }
  }
  // end
}

// snippet: link labels
struct SongRows: View {
  let songs: [Int]

  var body: some View {
    ForEach(songs, id: \.self) { song in
      MusicLink(to: .song(song)) { Label("Song \(song)", systemImage: "music.note") }
    }
    MusicLink("Album 3 in the library", to: .album(3), in: .tab(.library))
  }
}
// end

// snippet: environment
struct SettingsButton: View {
  @Environment(MusicNavigator.self) private var navigator

  var body: some View {
    Button("Settings") { navigator.present(.settings) }
  }
}

struct SettingsSwitch: View {
  @Environment(MusicNavigator.self) private var navigator

  var body: some View {
    @Bindable var navigator = navigator
    Toggle("Settings", isOn: $navigator[isPresenting: .settings])
  }
}
// end

// snippet: environment above the stack
@Observable final class Lyrics {
  var isLarge = false
}

struct LyricsStack: View {
  @Bindable var navigator: MusicNavigator
  let lyrics: Lyrics

  var body: some View {
    NavigationStack(path: $navigator[pathOf: .library]) {
      Text("Library")
        .navigationDestination(for: MusicRoute.self) { _ in LyricsScreen() }
      // .environment(lyrics) here would reach the text and no screen that is pushed, which then stops the
      // program.
    }
    .modals(of: navigator) { _ in LyricsScreen().environment(lyrics) }
    .environment(lyrics)
  }
}

struct LyricsScreen: View {
  @Environment(Lyrics.self) private var lyrics

  var body: some View {
    Button("Larger") { lyrics.isLarge.toggle() }
  }
}
// end

// snippet: scroll by a closure
struct LyricsView: View {
  let navigator: MusicNavigator
  @State private var line: Int?

  var body: some View {
    ScrollView { Text("…") }
      .scrollPosition(id: $line)
      .scrollsToTop(of: .home, navigator: navigator) { line = 0 }
  }
}
// end

// snippet: part of a path
nonisolated enum AppRoute: Hashable { case library(LibraryRoute), settings }
nonisolated enum LibraryRoute: Hashable { case album(Int), song(Int) }

extension PathPart<AppRoute, LibraryRoute> {
  static let library = PathPart(embed: AppRoute.library) {
    if case .library(let route) = $0 { route } else { nil }
  }
}

struct LibraryView: View {
  @Bindable var navigator: Navigator<MusicTab, AppRoute>

  var body: some View {
    NavigationStack(path: $navigator[pathOf: .library, covering: .library]) {
      Text("Library").navigationDestination(for: LibraryRoute.self) { route in
        Text("\(String(describing: route))")
      }
    }
  }
}
// end

// snippet: value binding
struct SearchView: View {
  let query: ValueBinding<String>

  var body: some View {
    TextField("Search", text: Binding(query))
  }
}
// end

// snippet: scene storage
struct SceneView: View {
  @SceneStorage("navigation") private var saved: Data?
  @Environment(\.scenePhase) private var scenePhase
  @State private var navigator: MusicNavigator?

  var body: some View {
    Group {
      if let navigator {
        MusicView(navigator: navigator).environment(navigator)
      } else {
        Color.clear  // not nothing, which would never appear
      }
    }
    .onAppear {
      guard navigator == nil else { return }
      let start = NavigationState<MusicTab, MusicRoute>(tabs: MusicTab.allCases)
      let restored = Persistence.restored(start, from: saved)
      navigator = MusicNavigator(Store(initialState: restored.state, reducer: NavigationReducer()))
    }
    .onChange(of: scenePhase) { _, phase in
      if phase != .active, let navigator { saved = try? Persistence.encoded(navigator.current) }
    }
  }
}
// end

// snippet: stepped
struct SteppedView: View {
  let stepped: SteppedNavigation<MusicTab, MusicRoute>  // made once, beside the store

  var body: some View {
    MusicView(navigator: stepped.navigator)
      .environment(stepped.navigator)
      .follows(stepped)
  }
}
// end

// snippet: preview
extension MusicView {
  static var preview: some View {
    let start = NavigationState<MusicTab, MusicRoute>(
      tabs: MusicTab.allCases, selectedTab: .library, paths: [.library: [.album(3), .song(300)]])
    let navigator = MusicNavigator(Store(initialState: start, reducer: NavigationReducer()))
    return MusicView(navigator: navigator).environment(navigator)
  }
}
// end
