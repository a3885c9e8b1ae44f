import Foundation
import NavStoreTool
import Testing

@Suite struct DemoRouteTests {
  @Test(arguments: MediaLibrary.routes)
  func `a screen is written and read as the same text`(route: DemoRoute) throws {
    #expect(DemoRoute(route.description) == route)
    let data = try JSONEncoder().encode([route])
    #expect(String(decoding: data, as: UTF8.self) == #"["\#(route)"]"#)
    #expect(try JSONDecoder().decode([DemoRoute].self, from: data) == [route])
  }

  @Test(arguments: [
    "", ":", "song", "song:", "song:x", "song:+3", "song:-3", "song: 3", "song:3:4", "Song:3", "settings:", "setting:",
    "setting:SOUND", "setting:\u{1b}[2J", "setting:abcdefghijklmnopqrstu", "song:99999999999999999999",
  ])
  func `other text is not a screen`(text: String) {
    #expect(DemoRoute(text) == nil)
  }

  @Test func `every suggestion is in the catalogue, and no item suggests itself`() {
    for item in MediaLibrary.items {
      #expect((2...3).contains(item.related.count))
      #expect(!item.related.contains(item.route))
      for related in item.related {
        #expect(MediaLibrary.routes.contains(related), "\(item.route) suggests \(related)")
      }
    }
    #expect(Set(MediaLibrary.items.map(\.route)).count == MediaLibrary.items.count)
  }

  @Test func `a screen that is no longer in the catalogue has a title`() {
    #expect(MediaLibrary.title(of: .song(99)) == "Song 99 (no longer in the catalogue)")
  }
}
