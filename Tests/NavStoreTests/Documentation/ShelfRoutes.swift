import NavStore

// The types of Docs/HowTo/Moving/MigratingFromNavigationPath.md. They are also compiled with the views.

// snippet: migration routes
nonisolated enum ShelfTab: String, Codable, CaseIterable { case shelf, search }

nonisolated struct ShelfAlbum: Hashable, Codable { var id: Int }
nonisolated struct ShelfTrack: Hashable, Codable { var id: Int }

let shelfRoutes = RouteRegistry(
  .route(ShelfAlbum.self, named: "album", formerly: ["Shelf.ShelfAlbum"]),
  .route(ShelfTrack.self, named: "track", formerly: ["Shelf.ShelfTrack"]))
// end
