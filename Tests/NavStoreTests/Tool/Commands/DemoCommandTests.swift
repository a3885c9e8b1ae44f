import NavStore
import NavStoreTool
import Testing

@Suite struct DemoCommandTests {
  @Test(
    arguments: [
      ("tap library", .send([.tabTapped(.library)])),
      ("select search", .send([.selectTab(.search)])),
      ("tabs home library", .send([.setTabs([.home, .library])])),
      ("push song:3", .send([.push(.song(3))])),
      ("push song:3 in library", .send([.push(.song(3), in: .tab(.library))])),
      ("push setting:sound in modal 2", .send([.push(.setting("sound"), in: .modal(ModalID(rawValue: 2)))])),
      ("open book:1", .send([.pushUnlessTop(.book(1))])),
      ("go song:3", .send([.navigate(to: .song(3))])),
      ("front film:1", .send([.bringToFront(.film(1))])),
      ("replace film:1", .send([.replaceTop(.film(1))])),
      ("path song:1 song:2 in home", .send([.setPath([.song(1), .song(2)], in: .tab(.home))])),
      ("path", .send([.setPath([], in: .focused)])),
      ("pop", .send([.pop(1)])),
      ("pop 3", .send([.pop(3)])),
      ("pop -1", .send([.pop(-1)])),
      ("pop to song:3", .send([.popTo(.song(3))])),
      ("pop to depth 2", .send([.popToDepth(2)])),
      ("root", .send([.popToRoot])),
      ("back", .send([.back])),
      ("sheet settings", .send([.present(.settings, style: .sheet)])),
      ("cover film:1", .send([.present(.film(1), style: .cover)])),
      ("dismiss", .send([.dismiss])),
      ("dismiss 7", .send([.dismissModal(ModalID(rawValue: 7))])),
      ("dismiss all", .send([.dismissAll])),
      ("link library song:3 song:7", .send([.deepLink(DeepLink(tab: .library, path: [.song(3), .song(7)]))])),
      ("link onto home film:2", .send([.deepLink(DeepLink(tab: .home, path: [.film(2)], placement: .push))])),
      (
        "link settings sheet settings setting:sound cover film:1",
        .send([
          .deepLink(
            DeepLink(
              tab: .settings,
              modals: [.init(.settings, path: [.setting("sound")]), .init(.film(1), style: .cover)]))
        ])
      ),
      ("reset", .send([.reset])),
      ("reset home", .send([.resetTab(.home)])),
      (
        "do push song:1; push song:2 in home ;tap home",
        .send([
          .push(.song(1)), .push(.song(2), in: .tab(.home)), .tabTapped(.home),
        ])
      ),
      ("do reset;;back;", .send([.reset, .back])),
      ("  \t push   song:3\t", .send([.push(.song(3))])),
      ("show", .show), ("items", .items), ("flush", .flush), ("status", .status), ("help", .help), ("quit", .quit),
      ("links", .links), ("url", .url),
      ("wait 0.6", .wait(.milliseconds(600))),
      ("wait 0", .wait(.zero)),
    ] as [(String, DemoCommand)])
  func `a line becomes a command`(line: String, command: DemoCommand) throws {
    #expect(try DemoCommand(line: line) == command)
  }

  @Test(arguments: ["", "   ", "\t", "# a comment", "  # push song:3"])
  func `an empty line and a comment contain no command`(line: String) throws {
    #expect(try DemoCommand(line: line) == nil)
  }

  @Test(arguments: [
    ("pusj song:3", #"unknown command "pusj". Did you mean "push"?"#),
    ("Tap home", #"unknown command "Tap". Did you mean "tap"?"#),
    ("abracadabra", #"unknown command "abracadabra"."#),
    ("tap libary", #"tap: unknown tab "libary". Did you mean "library"?"#),
    ("tap kitchen", #"tap: unknown tab "kitchen". Expected one of: home, search, library, settings."#),
    ("tap", "tap: expected a tab, for example library"),
    ("push", "push: expected a screen, for example song:3"),
    ("open", "open: expected a screen or a URL, for example song:3 or navstore://song/3"),
    ("push sonk:3", #"push: unknown screen "sonk:3". Did you mean "song:3"?"#),
    ("push song", #"push: "song" needs a number, for example song:1"#),
    ("push song:99", #"push: the catalogue does not contain song:99; "items" lists its contents"#),
    ("push song:99999999999999999999", #"push: unknown screen "song:99999999999999999999"."#),
    ("push setting:sund", #"push: the catalogue does not contain setting:sund; "items" lists its contents"#),
    ("push song:3 into home", #"unexpected "into" at the end of the command"#),
    ("push song:3; back", #"unexpected ";" at the end of the command"#),
    ("push song:3 in", "push: expected a tab, for example library"),
    ("push song:3 in modal x", #"push: "x" is not the number of a modal"#),
    ("pop two", #"pop: "two" is not a number of screens"#),
    ("pop 99999999999999999999", #"pop: "99999999999999999999" is not a number of screens"#),
    ("pop to depth", "pop: expected a depth"),
    ("wait", "wait: expected a number of seconds, for example 0.5"),
    ("wait nan", #"wait: "nan" is not a number of seconds from 0 to 86400"#),
    ("wait 1e300", #"wait: "1e300" is not a number of seconds from 0 to 86400"#),
    ("wait -1", #"wait: "-1" is not a number of seconds from 0 to 86400"#),
    ("do", "do: expected a command, for example do push song:1; tap home"),
    ("do ;", "do: expected a command, for example do push song:1; tap home"),
    ("do flush", #"do: "flush" cannot be part of a transaction"#),
    ("do push song:1; do back", #"do: "do" cannot be part of a transaction"#),
    ("do pusj song:1", #"do: unknown command "pusj". Did you mean "push"?"#),
    ("do push song:1 back", #"unexpected "back" at the end of the command"#),
    ("link library song:3 sheet", "link: expected a screen, for example song:3"),
    ("lniks", #"unknown command "lniks". Did you mean "links"?"#),
    ("ulr", #"unknown command "ulr". Did you mean "url"?"#),
    ("url song:3", #"unexpected "song:3" at the end of the command"#),
    ("do url", #"do: "url" cannot be part of a transaction"#),
    (";", #"unknown command ";"."#),
  ])
  func `a line that is not a command throws an error that names the mistake`(line: String, message: String) {
    let error = #expect(throws: CommandError.self) { try DemoCommand(line: line) }
    #expect(error?.description == message)
  }

  @Test func `any text is a command or throws a command error`() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "do", ";", "push", "song:3", "in", "modal", "1", "link", "sheet", "é", "\u{301}", "pop", "to", " ", "#", ":",
      "open", "/", "navstore://", "song/3", "%",
    ]
    for _ in 0..<2_000 {
      let line = (0..<Int.random(in: 0...8, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? ""
      }
      .joined(separator: Bool.random(using: &generator) ? " " : "")
      do { _ = try DemoCommand(line: line) } catch { #expect(error is CommandError, "\(line)") }
    }
  }
}
