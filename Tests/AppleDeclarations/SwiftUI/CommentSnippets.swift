import NavStore
import SwiftUI

// The code of the comments in the SwiftUI folders.

enum CommentViews {
  typealias AppTab = MusicTab
  typealias Route = MusicRoute

  struct Song: Identifiable { var id: Int }

  struct SongRow: View {
    let song: Song
    init(_ song: Song) { self.song = song }
    var body: some View { Text("Song \(song.id)") }
  }

  struct RootView: View {
    var navigator: Navigator<AppTab, Route>?
    var body: some View { Text("Root") }
  }

  struct Saved: View {
    let persistence: Persistence<NavigationState<AppTab, Route>>

    var body: some View {
      // snippet: comment of saves
      RootView().saves(persistence)
      // end
    }
  }

  struct Stepped: View {
    let stepped: SteppedNavigation<AppTab, Route>

    var body: some View {
      // snippet: comment of follows
      RootView(navigator: stepped.navigator).follows(stepped)
      // end
    }
  }

  // snippet: comment of Binding
  struct SearchField: View {
    let query: ValueBinding<String>

    var body: some View { TextField("Search", text: Binding(query)) }
  }
  // end

  struct Modals: View {
    @Bindable var navigator: Navigator<AppTab, Route>

    func screen(_ route: Route) -> some View { Text("Screen") }

    var body: some View {
      // snippet: comment of modals
      TabView(selection: $navigator.selectedTab) { Text("Home").tag(AppTab.home) }
        .modals(of: navigator) { modal in
          NavigationStack(path: $navigator[pathOf: modal.id]) { screen(modal.root) }
        }
      // end
    }
  }

  // snippet: comment of RouteLink
  typealias AppLink<Label: View> = RouteLink<AppTab, Route, Label>

  struct Links: View {
    let song: Song

    var body: some View {
      AppLink("Settings", to: .settings)
      AppLink(to: .song(song.id)) { SongRow(song) }
    }
  }
  // end

  struct Songs: View {
    let navigator: Navigator<AppTab, Route>
    let songs: [Song]

    var body: some View {
      // snippet: comment of scrollsToTop
      List(songs, id: \.id) { song in SongRow(song) }
        .scrollsToTop(of: .library, navigator: navigator, to: songs.first?.id)
      // end
    }
  }
}
