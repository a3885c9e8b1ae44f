// snippet: imports of intents
import AppIntents
import NavStore
import SwiftUI
// end

#if canImport(CoreSpotlight)
  import CoreSpotlight
#endif
#if canImport(WidgetKit)
  import WidgetKit
#endif

// The code of Docs/HowTo/Links/AppIntents.md.

// snippet: album entity
struct AlbumEntity: AppEntity {
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Album"
  static let defaultQuery = AlbumQuery()

  let id: Int
  var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "Album \(id)") }
}

struct AlbumQuery: EntityQuery {
  /// Returns the albums that still exist.
  func entities(for identifiers: [Int]) async throws -> [AlbumEntity] {
    identifiers.map { AlbumEntity(id: $0) }
  }
}
// end

// snippet: open intent
struct OpenAlbum: OpenIntent {
  static let title: LocalizedStringResource = "Open Album"

  @Parameter(title: "Album") var target: AlbumEntity
  @Dependency private var navigator: Navigator<MusicTab, MusicRoute>

  func perform() async throws -> some IntentResult {
    navigator.open(DeepLink(tab: .library, path: [.album(target.id)]))
    return .result()
  }
}
// end

// snippet: app shortcut
struct MusicShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(
      intent: OpenAlbum(), phrases: ["Open \(\.$target) in \(.applicationName)"], shortTitle: "Open Album",
      systemImageName: "music.note")
  }
}
// end

// snippet: entity of a route
extension MusicRoute {
  /// The entity that the screen shows, or `nil` if it shows none.
  nonisolated var entity: EntityIdentifier? {
    if case .album(let id) = self { EntityIdentifier(for: AlbumEntity.self, identifier: id) } else { nil }
  }
}

extension View {
  /// Names the entity of a route to Siri while the view is visible, from iOS 18.4 on.
  @ViewBuilder func entity(of route: MusicRoute) -> some View {
    if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) {
      appEntityIdentifier(route.entity)
    } else {
      self
    }
  }
}
// end

enum Intents {
  static func register(_ music: Music) {
    // snippet: dependency of intents
    let navigator = music.navigator
    AppDependencyManager.shared.add(dependency: navigator)
    // end
  }

  // snippet: screens with entities
  struct AlbumStack: View {
    @Bindable var navigator: Navigator<MusicTab, MusicRoute>

    var body: some View {
      NavigationStack(path: $navigator[pathOf: .library]) {
        Text("Library")
          .navigationDestination(for: MusicRoute.self) { route in
            MusicScreen(route: route).entity(of: route)
          }
      }
    }
  }
  // end

  #if canImport(WidgetKit) && !os(visionOS)
    // snippet: widget link
    struct AlbumWidgetView: View {
      let id: Int

      var body: some View {
        Text("Album \(id)")
          .widgetURL((try? musicLinks.print(.album(id), base: "music://")).flatMap { URL(string: $0) })
      }
    }
  // end
  #endif

  #if canImport(CoreSpotlight)
    // snippet: spotlight item
    static func index(album id: Int, title: String) async throws {
      let attributes = CSSearchableItemAttributeSet(contentType: .content)
      attributes.title = title
      let item = CSSearchableItem(
        uniqueIdentifier: try musicLinks.print(.album(id), base: "music://"), domainIdentifier: "albums",
        attributeSet: attributes)
      try await CSSearchableIndex.default().indexSearchableItems([item])
    }

    struct SpotlightView: View {
      let navigator: Navigator<MusicTab, MusicRoute>

      var body: some View {
        Text("Library")
          .onContinueUserActivity(CSSearchableItemActionType) { activity in
            guard let url = activity.userInfo?[CSSearchableItemActivityIdentifier] as? String else { return }
            if let link = try? musicLinks.parse(url, isFromApp: true) { navigator.open(link) }
          }
      }
    }
  // end
  #endif
}

#if canImport(CoreSpotlight)
  // snippet: indexed entities
  @available(iOS 18, macOS 15, visionOS 2, *)
  extension AlbumEntity: IndexedEntity {}

  @available(iOS 18, macOS 15, visionOS 2, *)
  nonisolated func index(albums ids: [Int]) async throws {
    try await CSSearchableIndex.default().indexAppEntities(ids.map { AlbumEntity(id: $0) })
  }
// end
#endif
