internal import NavStore

/// A command of a session: its syntax, its purpose, and a function that reads its arguments.
struct CommandForm: Sendable {
  let usage: String
  let purpose: String
  let read: @Sendable (inout Words) throws -> DemoCommand

  var name: Substring { usage.prefix { $0 != " " } }

  init(
    _ usage: String, _ purpose: String, read: @escaping @Sendable (inout Words) throws -> DemoCommand
  ) {
    self.usage = usage
    self.purpose = purpose
    self.read = read
  }

  static func action(
    _ usage: String, _ purpose: String,
    read: @escaping @Sendable (inout Words) throws -> DemoNavigationAction
  ) -> CommandForm {
    CommandForm(usage, purpose) { words in .send([try read(&words)]) }
  }
}

extension CommandForm {
  static let all: [CommandForm] = tabActions + stackActions + otherActions + sessionCommands

  private static let tabActions: [CommandForm] = [
    .action("tap TAB", "tap a tab: select it, or pop it to its root, or scroll to the top") {
      words in .tabTapped(try words.tab())
    },
    .action("select TAB", "select a tab without popping or scrolling it") {
      words in .selectTab(try words.tab())
    },
    .action("tabs TAB…", "change the tabs and their order") {
      words in .setTabs(try words.tabs())
    },
  ]

  private static let stackActions: [CommandForm] = [
    .action("push SCREEN [in TAB | in modal N]", "push a screen, even if it is on top already") {
      words in .push(try words.route(), in: try words.target())
    },
    .action("open SCREEN | URL", "push a screen, unless it is on top already, or open a URL") {
      words in
      if let link = try words.link() { return .deepLink(link) }
      return .pushUnlessTop(try words.route("a screen or a URL, for example song:3 or navstore://song/3"))
    },
    .action("go SCREEN", "go back to a screen if it is in the stack, otherwise push it") {
      words in .navigate(to: try words.route())
    },
    .action("front SCREEN", "move a screen to the top, or push it") {
      words in .bringToFront(try words.route())
    },
    .action("replace SCREEN", "replace the top screen") {
      words in .replaceTop(try words.route())
    },
    .action("path SCREEN… [in TAB | in modal N]", "replace all screens of a stack, as a view's binding does") {
      words in .setPath(try words.routes(until: ["in"]), in: try words.target())
    },
    .action("pop [N | to SCREEN | to depth N]", "remove screens from the top") {
      words in try pop(&words)
    },
    .action("root", "remove all screens above the root") { _ in .popToRoot },
    .action("back", "go back one step: pop, or dismiss, or return to another tab") { _ in .back },
  ]

  private static let otherActions: [CommandForm] = [
    .action("sheet SCREEN", "present a sheet, which has its own stack") {
      words in .present(try words.route(), style: .sheet)
    },
    .action("cover SCREEN", "present a cover over the full screen") {
      words in .present(try words.route(), style: .cover)
    },
    .action("popover SCREEN", "present a popover") { words in .present(try words.route(), style: .popover) },
    .action("inspector SCREEN", "present an inspector") { words in .present(try words.route(), style: .inspector) },
    .action("dismiss [N | all]", "dismiss the top modal, or modal N and the modals above it, or all") {
      words in
      if words.take("all") { return .dismissAll }
      return words.isAtEnd ? .dismiss : .dismiss(ModalID(rawValue: try words.number("the number of a modal")))
    },
    .action(
      "link [onto | root] TAB SCREEN… [sheet SCREEN… | cover SCREEN… | …]",
      "open a deep link; onto keeps the stack"
    ) {
      words in .deepLink(try link(&words))
    },
    .action("reset [TAB]", "return to the initial state, or pop one tab to its root") {
      words in words.isAtEnd ? .reset : .reset(try words.tab())
    },
    CommandForm("do COMMAND; COMMAND…", "run several of the commands above as one transaction") {
      words in try transaction(&words)
    },
  ]

  private static let sessionCommands: [CommandForm] = [
    CommandForm("show", "draw the app again") { _ in .show },
    CommandForm("items", "list the books, songs and films") { _ in .items },
    CommandForm("links", "list the links that can be opened") { _ in .links },
    CommandForm("url", "print the URL of the current screen") { _ in .url },
    CommandForm("flush", "save now") { _ in .flush },
    CommandForm("status", "print the numbers of changes and saves") { _ in .status },
    CommandForm("wait SECONDS", "advance the time of a played session") {
      words in .wait(try words.seconds())
    },
    CommandForm("help", "list the commands") { _ in .help },
    CommandForm("quit", "save and quit") { _ in .quit },
  ]

  // MARK: Longer arguments

  private static func pop(_ words: inout Words) throws -> DemoNavigationAction {
    if words.take("to") {
      return words.take("depth") ? .popTo(depth: try words.number("a depth")) : .popTo(try words.route())
    }
    return words.isAtEnd ? .pop() : .pop(try words.number("a number of screens"))
  }

  private static func link(_ words: inout Words) throws -> DeepLink<DemoTab, DemoRoute> {
    let styles = Dictionary(uniqueKeysWithValues: ModalStyle.allCases.map { ($0.rawValue, $0) })
    let placement: DeepLink<DemoTab, DemoRoute>.Placement =
      words.take("onto") ? .push : words.take("root") ? .root : .replace
    var link = DeepLink<DemoTab, DemoRoute>(tab: try words.tab(), placement: placement)
    link.path = try words.routes(until: Set(styles.keys))
    while let word = words.next, let style = styles[word] {
      _ = words.take()
      let root = try words.route()
      link.modals.append(.init(root, style: style, path: try words.routes(until: Set(styles.keys))))
    }
    return link
  }

  private static func transaction(_ words: inout Words) throws -> DemoCommand {
    var actions: [DemoNavigationAction] = []
    repeat {
      guard !words.isAtEnd else { continue }
      let name = words.next ?? ""
      guard name != "do", case .send(let more) = try DemoCommand(reading: &words) else {
        throw CommandError("\"\(name)\" cannot be part of a transaction")
      }
      actions += more
      guard words.isAtEnd else { break }
    } while words.take(";")
    guard !actions.isEmpty else { throw CommandError("expected a command, for example do push song:1; tap home") }
    return .send(actions)
  }
}
