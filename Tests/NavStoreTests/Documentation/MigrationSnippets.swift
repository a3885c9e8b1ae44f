import Foundation
import NavStore
import Testing

// snippet: migration data
extension RouteRegistry {
  /// The path in the data of a `NavigationPath.CodableRepresentation`: type and JSON text of each value,
  /// the top first.
  func path(ofNavigationPath data: Data) throws -> [AnyRoute] {
    let words = try JSONDecoder().decode([String].self, from: data)
    let values = stride(from: 0, to: words.count - 1, by: 2).map { "{\"\(words[$0])\":\(words[$0 + 1])}" }
    let json = "[" + values.reversed().joined(separator: ",") + "]"

    let decoder = JSONDecoder()
    decoder.userInfo[.routeRegistry] = self
    return try decoder.decode(CodablePath.self, from: Data(json.utf8)).routes
  }
}
// end

@Suite struct MigrationSnippets {
  @Test func `a path that NavigationPath saved`() throws {
    // The data that it saved after append(ShelfAlbum(id: 3)), append(ShelfTrack(id: 7)).
    let old = Data(#"["Shelf.ShelfTrack","{\"id\":7}","Shelf.ShelfAlbum","{\"id\":3}"]"#.utf8)
    // snippet: migration restore
    let path = try shelfRoutes.path(ofNavigationPath: old)
    let start = NavigationState<ShelfTab, AnyRoute>(tabs: ShelfTab.allCases, paths: [.shelf: path])
    // end
    #expect(start.path(of: .shelf) == [ShelfAlbum(id: 3), ShelfTrack(id: 7)])
    #expect(try shelfRoutes.path(ofNavigationPath: Data("[]".utf8)) == [])
    let unknown = Data(#"["Shelf.Gone","{}","Shelf.ShelfAlbum","{\"id\":3}"]"#.utf8)
    #expect(try shelfRoutes.path(ofNavigationPath: unknown) == [ShelfAlbum(id: 3)])
    #expect(throws: (any Error).self) { try shelfRoutes.path(ofNavigationPath: Data("[1]".utf8)) }
    #expect(throws: (any Error).self) { try shelfRoutes.path(ofNavigationPath: Data(#"["a\"","}"]"#.utf8)) }
  }

  @Test func `a router object becomes a navigator`() {
    let navigator = Navigator<ShelfTab, AnyRoute>(
      Store(
        initialState: NavigationState(tabs: ShelfTab.allCases), reducer: NavigationReducer(routes: shelfRoutes))
    )
    let album = ShelfAlbum(id: 3)
    // snippet: migration calls
    navigator.push(album)
    navigator[pathOf: .shelf].append(ShelfTrack(id: 7))
    navigator[pathOf: .shelf].removeLast(2)
    navigator.push(album)
    navigator.popToRoot()
    print(navigator[pathOf: .shelf].count, navigator[pathOf: .shelf].isEmpty)  // 0 true
    // end
    #expect(navigator[pathOf: .shelf].isEmpty)
    #expect(navigator.store.revision == 5)
  }
}
