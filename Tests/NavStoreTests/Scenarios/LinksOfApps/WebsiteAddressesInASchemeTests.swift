import NavStore
import Testing

/// How do I open the addresses of my website also with a scheme of the app, `wikipedia://en.wikipedia.org/wiki/Foo`, next
/// to links to tabs, `wikipedia://explore`? How do I read keys that have several names and are optional together?
///
/// A pattern with a host opens for the website and for the scheme, and prints the address of the website. `.otherKeys`
/// reads all keys of a query, and `map` converts them to a value of the app.
///
/// The facts are those of the tests of Wikipedia: github.com/wikimedia/wikipedia-ios,
/// `WikipediaUnitTests/Code/NSUserActivity+WMFExtensionsTest.m` and `WikipediaUnitTests/Code/PlacesDeepLinkTests.swift`.
@Suite struct WebsiteAddressesInASchemeTests {
  enum AppTab: CaseIterable { case explore, places, saved, history, search }

  struct Coordinate: Hashable { var latitude, longitude: Double }

  struct PlaceRequest: Hashable {
    var coordinate: Coordinate?
    var name: String?
    var article: String?
  }

  enum Route: Hashable {
    case article(String, wiki: String)
    case results(String, wiki: String)
    case search(String?)
    case places(PlaceRequest)
  }

  static let links = DeepLinkTable<AppTab, Route>(schemes: ["wikipedia", "wikipedia-official"]) {
    LinkPattern("explore", in: .explore)
    LinkPattern("saved", in: .saved)
    LinkPattern("history", in: .history)
    LinkPattern(
      "search?q=:term", .optional(.string), in: .search, make: Route.search,
      match: { if case .search(let term) = $0 { term } else { nil } }
    ).asRoot
    LinkPattern(
      "places?*=:request", .placeRequest, in: .places, make: Route.places,
      match: { if case .places(let request) = $0 { request } else { nil } }
    ).asRoot
    LinkPattern(
      "//:wiki.wikipedia.org/wiki/:title", .string, .string, in: .explore, make: { .article($1, wiki: $0) },
      match: { if case .article(let title, let wiki) = $0 { (wiki, title) } else { nil } })
    LinkPattern(
      "//:wiki.wikipedia.org/w/index.php?search=:term&title=Special:Search&fulltext=1", .string, .string, in: .explore,
      make: { .results($1, wiki: $0) },
      match: { if case .results(let term, let wiki) = $0 { (wiki, term) } else { nil } }
    ).aliases("//:wiki.wikipedia.org/w/index.php?search=:term")
  }

  @Test(arguments: [
    ("wikipedia://explore", AppTab.explore), ("wikipedia://saved", .saved), ("wikipedia://history", .history),
    ("wikipedia://search", .search), ("wikipedia://places", .places),
  ])
  func `a tab has a link`(url: String, tab: AppTab) throws {
    #expect(try Self.links.parse(url).tab == tab)
  }

  @Test(arguments: [
    ("wikipedia://en.wikipedia.org/wiki/Foo", "https://en.wikipedia.org/wiki/Foo"),
    (
      "wikipedia://en.wikipedia.org/w/index.php?search=dog",
      "https://en.wikipedia.org/w/index.php?search=dog&title=Special:Search&fulltext=1"
    ),
  ])
  func `an address of the website opens with the scheme, and is printed as the one of the website`(
    url: String, website: String
  ) throws {
    let link = try Self.links.parse(url)
    #expect(try Self.links.parse(website) == link)
    #expect(try Self.links.print(link) == website)
  }

  @Test(arguments: ["http://www.foo.com", "wikipedia://en.wikipedia.org/Foo"])
  func `other addresses open nothing`(url: String) {
    #expect(throws: LinkError.self) { try Self.links.parse(url) }
  }

  @Test(arguments: [
    ("wikipedia://search", nil), ("wikipedia://search?q=Einstein", "Einstein"),
    ("wikipedia://search?q=Albert%20Einstein", "Albert Einstein"),
  ])
  func `a search may have a term`(url: String, term: String?) throws {
    #expect(try Self.links.parse(url).shown == .search(term))
  }

  // MARK: - Places

  @Test(arguments: [
    ("wikipedia://places?latitude=52.3547498&longitude=4.8339215", 52.3547498, 4.8339215),
    ("wikipedia://places?lat=-33.8688&lon=151.2093", -33.8688, 151.2093),
    ("wikipedia://places?Lat=51.5&LON=-0.12", 51.5, -0.12),
    ("wikipedia-official://places?latitude=1&longitude=2", 1, 2),
  ])
  func `a link to a place has a coordinate`(url: String, latitude: Double, longitude: Double) throws {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    #expect(try Self.links.parse(url).shown == .places(PlaceRequest(coordinate: coordinate)))
  }

  @Test(arguments: [
    "", "?latitude=52.3547", "?longitude=4.8339", "?latitude=120&longitude=4.8339", "?latitude=52.3547&longitude=200",
    "?latitude=here&longitude=there", "?latitude=52,3547&longitude=4,8339",
  ])
  func `the places are shown without a coordinate that is not valid`(query: String) throws {
    #expect(try Self.links.parse("wikipedia://places\(query)").shown == .places(PlaceRequest()))
  }

  @Test(arguments: [
    ("latitude=52.3547&longitude=4.8339&name=Amsterdam", "Amsterdam"),
    ("lat=52.3547&lon=4.8339&title=Amsterdam%20Centraal", "Amsterdam Centraal"),
  ])
  func `a place has a name`(query: String, name: String) throws {
    let coordinate = Coordinate(latitude: 52.3547, longitude: 4.8339)
    #expect(
      try Self.links.parse("wikipedia://places?\(query)").shown
        == .places(PlaceRequest(coordinate: coordinate, name: name)))
  }

  @Test func `the places can show an article`() throws {
    let article = "https://en.wikipedia.org/wiki/Amsterdam"
    #expect(
      try Self.links.parse("wikipedia://places?WMFArticleURL=\(article)").shown
        == .places(PlaceRequest(article: article)))
  }

  @Test(arguments: ["Amsterdam", "Hell's Kitchen & Co"])
  func `a place is printed as a URL that leads back to it`(name: String) throws {
    let place = Route.places(
      PlaceRequest(coordinate: Coordinate(latitude: 52.3547498, longitude: 4.8339215), name: name))
    let url = try Self.links.print(place, base: "wikipedia://")
    #expect(url.hasPrefix("wikipedia://places?"))
    #expect(try Self.links.parse(url).shown == place)
  }
}

extension WebsiteAddressesInASchemeTests.PlaceRequest {
  fileprivate init(keys: [String: String]) {
    let keys = Dictionary(keys.map { ($0.lowercased(), $1) }) { first, _ in first }
    if let latitude = (keys["latitude"] ?? keys["lat"]).flatMap(Double.init), -90...90 ~= latitude,
      let longitude = (keys["longitude"] ?? keys["lon"]).flatMap(Double.init), -180...180 ~= longitude
    {
      coordinate = .init(latitude: latitude, longitude: longitude)
    }
    (name, article) = (keys["name"] ?? keys["title"], keys["wmfarticleurl"])
  }

  fileprivate var keys: [String: String] {
    let texts = ["latitude": coordinate.map { "\($0.latitude)" }, "longitude": coordinate.map { "\($0.longitude)" }]
    return texts.merging(["name": name, "WMFArticleURL": article]) { $1 }.compactMapValues(\.self)
  }
}

extension LinkParameter where Value == WebsiteAddressesInASchemeTests.PlaceRequest {
  fileprivate static var placeRequest: LinkParameter {
    LinkParameter<[String: String]>.otherKeys.map(to: Value.init(keys:), from: \.keys)
  }
}
