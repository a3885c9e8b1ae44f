import NavStore
import SwiftUI

// The code of the comments in the SwiftUI folders.

enum CommentViews {
  typealias AppTab = MusicTab
  typealias Route = MusicRoute

  nonisolated struct Song: Identifiable, Hashable, Codable {
    var id: Int
    var title: String
  }

  struct SongRow: View {
    let song: Song
    init(_ song: Song) { self.song = song }
    var body: some View { Text("Song \(song.id)") }
  }

  struct RootView: View {
    var navigator: Navigator<AppTab, Route>?
    var body: some View { Text("Root") }
  }

  struct Selection: View {
    @Bindable var navigator: Navigator<AppTab, Route>
    let songs: [Song]

    var body: some View {
      // snippet: comment of selectionOf
      List(selection: $navigator[selectionOf: .library, column: .detail]) {
        ForEach(songs, id: \.id) { song in SongRow(song).tag(Route.song(song.id)) }
      }
      // end
    }
  }

  struct Popover: View {
    @Bindable var navigator: Navigator<AppTab, Route>

    private func screen(_ route: Route) -> some View { Text("Screen") }

    var body: some View {
      // snippet: comment of popover
      Button("Settings") { navigator.present(.settings, style: .popover) }
        .popover(of: navigator, presenting: .settings) { modal in
          NavigationStack(path: $navigator[pathOf: modal.id]) { screen(modal.root) }
        }
      // end
    }
  }

  struct Prompting: View {
    let store: Store<Prompts.AppState, Prompts.AppAction>
    let navigator: Navigator<AppTab, Route>

    private func screen(_ route: Route) -> some View { Text("Screen") }

    var body: some View {
      // snippet: comment of prompt
      RootView(navigator: navigator)
        .prompt(of: navigator) {
          store.value(of: \.prompt)
        } send: {
          store.send($0)
        }
        .modals(of: navigator) { modal in
          screen(modal.root)
            .prompt(of: navigator, in: modal.id) {
              store.value(of: \.prompt)
            } send: {
              store.send($0)
            }
        }
      // end
    }
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
      AppLink(song.title, to: .song(song.id))
      AppLink(to: .song(song.id)) { SongRow(song) }
    }
  }
  // end

  // snippet: comment of EnclosingStack
  struct SongButton: View {
    @Environment(Navigator<AppTab, Route>.self) private var navigator
    @Environment(\.enclosingStack) private var stack

    var body: some View {
      Button("Song 7") { navigator.push(.song(7), in: navigator.target(from: stack)) }
    }
  }
  // end

  // Every kind of title, with routes of one type and of any type.
  struct Titles: View {
    typealias AnyLink<Label: View> = RouteLink<AppTab, AnyRoute, Label>

    let song: Song
    let key: LocalizedStringKey

    @ViewBuilder var ofOneType: some View {
      AppLink("Song \(song.id)", to: .song(song.id))
      AppLink(key, to: .song(song.id), in: .tab(.library))
      AppLink(song.title, to: .song(song.id))
      AppLink(song.title.prefix(20), to: .song(song.id), in: .tab(.library))
    }

    @ViewBuilder var ofAnyType: some View {
      AnyLink("Song \(song.id)", to: song)
      AnyLink(key, to: song)
      AnyLink(song.title, to: song)
      AnyLink(song.title.prefix(20), to: song)
      AnyLink(to: song) { SongRow(song) }
    }

    @ViewBuilder var ofErasedType: some View {
      AnyLink("Song \(song.id)", to: AnyRoute(song))
      AnyLink(key, to: .song(song))
      AnyLink(song.title, to: AnyRoute(song))
      AnyLink(song.title, to: .song(song))
      AnyLink(to: AnyRoute(song)) { SongRow(song) }
    }

    var body: some View { ofOneType }
  }

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

extension AnyRoute {
  nonisolated fileprivate static func song(_ song: CommentViews.Song) -> AnyRoute { AnyRoute(song) }
}
