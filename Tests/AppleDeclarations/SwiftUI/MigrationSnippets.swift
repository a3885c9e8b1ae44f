import NavStore
import SwiftUI

// snippet: migration before
struct ShelfBefore: View {
  @State private var path = NavigationPath()

  var body: some View {
    NavigationStack(path: $path) {
      NavigationLink("Album 3", value: ShelfAlbum(id: 3))
        .navigationDestination(for: ShelfAlbum.self) { album in AlbumView(album: album) }
        .navigationDestination(for: ShelfTrack.self) { track in TrackView(track: track) }
    }
  }
}
// end

// snippet: migration after
typealias ShelfNavigator = Navigator<ShelfTab, AnyRoute>
typealias ShelfLink<Label: View> = RouteLink<ShelfTab, AnyRoute, Label>

struct ShelfAfter: View {
  @Bindable var navigator: ShelfNavigator

  var body: some View {
    NavigationStack(path: $navigator[pathOf: .shelf]) {
      ShelfLink("Album 3", to: ShelfAlbum(id: 3))
        .navigationDestination(for: AnyRoute.self) { route in shelfScreens[route] }
    }
    .environment(navigator)
  }
}

@MainActor let shelfScreens = RouteDestinations<AnyView> {
  RouteDestination(for: ShelfAlbum.self) { AnyView(AlbumView(album: $0)) }
  RouteDestination(for: ShelfTrack.self) { AnyView(TrackView(track: $0)) }
}
// end

struct AlbumView: View {
  let album: ShelfAlbum

  var body: some View { Text("Album \(album.id)") }
}

struct TrackView: View {
  let track: ShelfTrack

  var body: some View { Text("Track \(track.id)") }
}
