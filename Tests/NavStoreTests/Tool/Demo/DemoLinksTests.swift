import NavStore
import NavStoreTool
import Testing

@Suite struct DemoLinksTests {
  private let links = DemoLinks.table

  @Test func `every screen has a URL that opens it`() {
    #expect(links.check(MediaLibrary.routes) == [])
  }

  @Test(arguments: DemoTab.allCases)
  func `the root of a tab has a URL that opens it`(tab: DemoTab) throws {
    var navigation = DemoState().navigation
    navigation.selectTab(tab)
    let url = try DemoLinks.url(of: navigation)
    #expect(url == "navstore://\(tab)")
    #expect(try links.parse(url) == DeepLink(tab: tab))
  }

  @Test(
    arguments: [
      ("navstore://", DeepLink(tab: .home)),
      ("https://media.example", DeepLink(tab: .home)),
      ("/", DeepLink(tab: .home)),
      ("/search?q=lanterns", DeepLink(tab: .search)),
      ("navstore://song/7", DeepLink(tab: .library, path: [.song(7)])),
      ("NAVSTORE://song/7/", DeepLink(tab: .library, path: [.song(7)])),
      ("navstore:/song/7", DeepLink(tab: .library, path: [.song(7)])),
      ("https://media.example/library/book/2", DeepLink(tab: .library, path: [.book(2)])),
      ("library/song/7", DeepLink(tab: .library, path: [.song(7)])),
      ("/film/2", DeepLink(tab: .library, modals: [.init(.film(2), style: .cover)])),
      ("/home/settings", DeepLink(tab: .home, path: [.settings])),
      ("/home/settings/sound", DeepLink(tab: .home, path: [.settings, .setting("sound")])),
      ("/settings/s%6Fund", DeepLink(tab: .settings, path: [.setting("sound")])),
    ] as [(String, DeepLink<DemoTab, DemoRoute>)])
  func `a URL with any known scheme and host opens its screen`(url: String, link: DeepLink<DemoTab, DemoRoute>) throws {
    #expect(try DemoCommand(line: "open \(url)") == .send([.deepLink(link)]))
  }

  @Test(arguments: [
    ("/song", #"open: No link matches the URL. The most similar one is "song/:number"."#),
    ("/cellar/door", "open: No link matches the URL."),
    (
      "navstore://song/77",
      #"open: The URL matches "song/:number" except for number: expected the number of a song in the catalogue, found "77""#
        + " (at byte 16)."
    ),
    (
      "/settings/colour",
      #"open: The URL matches "settings/:name" except for name: expected one of sound, display, privacy, found "colour""#
        + " (at byte 10)."
    ),
    ("ftp://media.example/song/7", #"open: The scheme "ftp" is unknown. The app's schemes: navstore, https, http."#),
    (
      "https://media.example.org/song/7",
      #"open: The host "media.example.org" is unknown. The app's hosts: media.example."#
    ),
    ("/song/../book/1", "open: The URL is refused: it has a dot segment (at byte 6)."),
    ("/song/7 /book/1", #"unexpected "/book/1" at the end of the command"#),
  ])
  func `the error about a URL without a link names the reason`(url: String, message: String) {
    let error = #expect(throws: CommandError.self) { try DemoCommand(line: "open \(url)") }
    #expect(error?.description == message)
  }

  @Test(arguments: [("%C2%9B2J", "it has an encoded control character"), ("%E2%80%AE7", #"found "\u{202E}7""#)])
  func `an error shows an invisible character as a number, and control characters are refused`(
    text: String, words: String
  ) {
    let error = #expect(throws: CommandError.self) { try DemoCommand(line: "open /song/\(text)") }
    #expect(error?.description.contains(words) == true)
  }

  @Test(arguments: ["navstore://settings/account", "/home/settings/account", "https://media.example/settings/account"])
  func `only the app itself can open the account`(url: String) throws {
    #expect(throws: CommandError.self) { try DemoCommand(line: "open \(url)") }
    #expect(try links.parse("/settings/account", isFromApp: true).path == [.setting("account")])
  }

  @Test func `a word without a slash is a screen`() throws {
    #expect(try DemoCommand(line: "open song:7") == .send([.pushUnlessTop(.song(7))]))
    #expect(throws: CommandError.self) { try DemoCommand(line: "open navstore:song") }
    #expect(throws: CommandError.self) { try DemoCommand(line: "push /song/7") }
  }

  @Test func `a URL can be part of a transaction`() throws {
    #expect(
      try DemoCommand(line: "do open /song/7; push book:2")
        == .send([.deepLink(DeepLink(tab: .library, path: [.song(7)])), .push(.book(2))]))
  }

  @Test(
    arguments: [
      (["open /home/settings/sound"], "navstore://home/settings/sound"),
      (["open /settings/sound"], "navstore://settings/sound"),
      // If two links in other tabs fit, the more specific one is printed.
      (["tap search", "sheet settings", "push setting:display"], "navstore://home/settings/display"),
      // Only a link in another tab fits the account. No link in the home tab fits a song.
      (["open /home/settings", "push setting:account"], "navstore://settings/account"),
      (["push song:1"], "navstore://song/1"),
      (["cover film:2"], "navstore://film/2"),
    ])
  func `the current screen has a URL`(lines: [String], url: String) throws {
    let store = Store(initialState: DemoState(), reducer: DemoReducer())
    for line in lines {
      if case .send(let actions)? = try DemoCommand(line: line) { store.send(DemoAction.transaction(actions)) }
    }
    #expect(try DemoLinks.url(of: store.state.navigation) == url)
    #expect(try links.parse(url, isFromApp: true).shown == store.state.navigation.top)
  }

  @Test func `a screen that is no longer in the catalogue has no URL`() {
    var navigation = DemoState().navigation
    navigation.push(.song(77))
    let error = #expect(throws: LinkPrintError.self) { try DemoLinks.url(of: navigation) }
    #expect(
      error?.description
        == #""song/:number" cannot be printed: number is not the number of a song in the catalogue."#)
  }
}
