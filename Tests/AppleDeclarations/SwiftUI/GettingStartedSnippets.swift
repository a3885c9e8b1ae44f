import NavStore
import SwiftUI

// snippet: music screens
typealias MusicNavigator = Navigator<MusicTab, MusicRoute>
typealias MusicLink<Label: View> = RouteLink<MusicTab, MusicRoute, Label>

struct MusicScreen: View {
  @Environment(MusicNavigator.self) private var navigator
  let route: MusicRoute

  var body: some View {
    switch route {
    case .album(let id): MusicLink("First song", to: .song(id * 100)).navigationTitle("Album \(id)")
    case .song(let id): Button("Back to the root") { navigator.popToRoot() }.navigationTitle("Song \(id)")
    case .settings: Button("Done") { navigator.dismiss() }.navigationTitle("Settings")
    }
  }
}
// end

// snippet: music stacks
struct HomeStack: View {
  @Bindable var navigator: MusicNavigator

  var body: some View {
    NavigationStack(path: $navigator[pathOf: .home]) {
      Button("Settings") { navigator.present(.settings) }
        .navigationDestination(for: MusicRoute.self) { MusicScreen(route: $0) }
    }
  }
}

struct LibraryStack: View {
  @Bindable var navigator: MusicNavigator

  var body: some View {
    NavigationStack(path: $navigator[pathOf: .library]) {
      List(1..<100, id: \.self) { id in MusicLink("Album \(id)", to: .album(id)) }
        .scrollsToTop(of: .library, navigator: navigator, to: 1)
        .navigationDestination(for: MusicRoute.self) { MusicScreen(route: $0) }
    }
  }
}
// end

// snippet: music view
struct MusicTabs: View {
  @Bindable var navigator: MusicNavigator

  var body: some View {
    if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
      TabView(selection: $navigator.selectedTab) {
        Tab("Home", systemImage: "house", value: MusicTab.home) { HomeStack(navigator: navigator) }
        Tab("Library", systemImage: "books.vertical", value: MusicTab.library) {
          LibraryStack(navigator: navigator)
        }
      }
    } else {
      TabView(selection: $navigator.selectedTab) {
        HomeStack(navigator: navigator).tabItem { Label("Home", systemImage: "house") }.tag(MusicTab.home)
        LibraryStack(navigator: navigator)
          .tabItem { Label("Library", systemImage: "books.vertical") }.tag(MusicTab.library)
      }
    }
  }
}

struct MusicView: View {
  @Bindable var navigator: MusicNavigator

  var body: some View {
    MusicTabs(navigator: navigator).modals(of: navigator) { modal in
      NavigationStack(path: $navigator[pathOf: modal.id]) {
        MusicScreen(route: modal.root)
          .navigationDestination(for: MusicRoute.self) { MusicScreen(route: $0) }
      }
    }
    .onOpenURL { url in
      guard let link = try? musicLinks.parse(url) else { return }
      navigator.open(link)
    }
  }
}
// end

// snippet: music app
@main
struct MusicApp: App {
  private let music: Music

  init() {
    do {
      music = Music(savingTo: try FileStorage(name: "navigation"))
    } catch {
      fatalError("\(error)")  // for a name that cannot be a file's, and nothing else
    }
  }

  var body: some Scene {
    WindowGroup {
      MusicView(navigator: music.navigator)
        .environment(music.navigator)
        .saves(music.persistence)
    }
  }
}
// end
