import NavStore

// The types of MigratingFromNavigationPath.md. They are compiled with the views, too.

// snippet: migration routes
nonisolated enum ShelfTab: String, Codable, CaseIterable { case shelf, search }

nonisolated struct ShelfAlbum: Hashable, Codable { var id: Int }
nonisolated struct ShelfTrack: Hashable, Codable { var id: Int }

let shelfRoutes = RouteRegistry(
  .route(ShelfAlbum.self, named: "album", formerly: ["Shelf.ShelfAlbum"]),
  .route(ShelfTrack.self, named: "track", formerly: ["Shelf.ShelfTrack"]))
// end
