import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Compares everything that the library writes with files that an earlier version of the library wrote.
///
/// The files are in the folder `Recorded` next to this file. They contain no text for people, such as error messages.
/// `NAVSTORE_UPDATE=1 swift test --filter RecordedFormatTests` writes them again. If a recorded file changes, an app
/// may be unable to read its saved states. So write the files again only to add a new one.
@Suite(.hangLimit) struct RecordedFormatTests {
  @Test func `actions of a navigation are encoded as before`() throws {
    try expectRecorded(Samples.screens.actions.flatMap { try lines($0) }, "actions.txt")
  }

  @Test func `actions with routes of several types are encoded as before`() throws {
    let actions = Samples.anyRoutes.actions
    try expectRecorded(actions.flatMap { try lines($0, routes: Samples.routes) }, "actions-any-route.txt")
  }

  @Test func `states of a navigation are encoded as before and have the same fingerprints`() throws {
    let states = Samples.screens.states
    try expectRecorded(
      states.flatMap { [try Library.fingerprint(of: $0)] + (try lines($0)) }, "states.txt")
  }

  @Test func `states with routes of several types are encoded as before and have the same fingerprints`() throws {
    let (states, routes) = (Samples.anyRoutes.states, Samples.routes)
    try expectRecorded(
      states.flatMap { [try Library.fingerprint(of: $0, routes: routes)] + (try lines($0, routes: routes)) },
      "states-any-route.txt")
  }

  @Test func `actions and states of undo and of viewed routes are encoded as before`() throws {
    var text: [String] = []
    for action in Samples.undoActions { text += try lines(action) }
    for state in Samples.undoStates { text += [try Library.fingerprint(of: state)] + (try lines(state)) }
    for action in Samples.viewedActions { text += try lines(action) }
    for state in Samples.viewedStates { text += [try Library.fingerprint(of: state)] + (try lines(state)) }
    try expectRecorded(text, "undo.txt")
  }

  @Test func `actions and states of screens are encoded as before`() throws {
    var (state, text) = (ScreenToolTests.start, [String]())
    for action in ScreenToolTests.session {
      _ = NumberScreensReducer.adding().reduce(into: &state, action: action)
      text += try lines(action) + [try Library.fingerprint(of: state)] + lines(state)
    }
    try expectRecorded(text, "screens.txt")
  }

  @Test func `JSON values are encoded as before`() throws {
    var text: [String] = []
    // Foundation's order of such keys is not the same on every platform.
    for value in Samples.jsonValues { text.append(try lines(value)[0]) }
    for json in Samples.spellings {
      // The two must agree, also for integers beyond 64 bits.
      text.append(String(decoding: try JSONValue(parsing: json).canonicalBytes, as: UTF8.self))
      text.append(try JSONText(parsing: json).description)
    }
    try expectRecorded(text, "json-values.txt")
  }

  @Test func `values of Swift and Foundation are encoded as before`() throws {
    let numbers = Samples.numbers
    let text = try numbers.map { try Library.canonicalText($0) }
    for (number, text) in zip(numbers, text) { #expect(try Library.canonicalValue(Double.self, text) == number) }
    let floats = try Samples.floats.map { try Library.canonicalText($0) }
    try expectRecorded(text + floats + [try lines(Samples.everything)[0]], "values.txt")
  }

  @Test func `rules of a navigation are encoded as before`() throws {
    try expectRecorded(try Samples.rules.map { try Library.recordedRules($0) }, "rules.txt")
  }

  @Test func `links are parsed and printed as before`() throws {
    var text: [String] = []
    for url in Samples.urls {
      for isFromApp in [false, true] {
        guard let link = try? Samples.links.parse(url, isFromApp: isFromApp) else {
          text.append("\(url) is refused")
          continue
        }
        var state = Samples.Screens(tabs: Samples.Tab.allCases, backRule: .history)
        state.deepLink(link)
        let printed = (try? Samples.links.print(state)) ?? "no URL"
        text += [
          url, "  " + (try Library.canonicalText(link)), "  " + (try Library.canonicalText(state)), "  " + printed,
        ]
      }
    }
    for screen in Samples.textScreens {
      for base in ["", "https://example.com", "shop://", "shop:"] {
        text.append((try? Samples.links.print(screen, base: base)) ?? "no URL")
      }
    }
    try expectRecorded(text, "links.txt")
  }

  @Test func `envelopes of saved states are encoded as before`() throws {
    var text: [String] = []
    for (index, state) in Samples.screens.states.prefix(10).enumerated() {
      for schema in [StateSchema(version: index), StateSchema(version: 4, codec: Samples.base64)] {
        let data = try Persistence.encoded(state, schema: schema, revision: index * 1_000)
        #expect(
          Persistence.restored(Samples.Screens(tabs: Samples.Tab.allCases), from: data, schema: schema).report
            .isUnchanged)
        text.append(String(decoding: data, as: UTF8.self))
      }
    }
    text.append(Library.envelope(schema: .max, revision: .max, before: 1, codec: "a-1.z", payload: "{}"))
    text.append(Library.envelope(schema: 0, revision: 0, before: .max, codec: nil, payload: ""))
    try expectRecorded(text, "envelopes.txt")
  }

  @Test func `owner records and names of files are as before`() throws {
    var text = [
      Library.ownerRecord(process: 4_711, start: "8812309@0d1c-4e", owner: .max),
      Library.ownerRecord(process: 1, start: nil, owner: 0),
    ]
    let names =
      Samples.texts + ["B3F7B1F0-4C8A-4E5B-9E2C-6D2F8A1B3C4D", "main window", String(repeating: "Ü", count: 90)]
    for name in names where !name.isEmpty { text.append(Library.sceneFileName(name)) }
    let path = try FileStorage.defaultPath(name: "navigation", application: "org.example.app", environment: [:])
    text.append(path.split(separator: "/").suffix(2).joined(separator: "/"))
    try expectRecorded(text, "names.txt")
  }

  @Test func `files of saved states are written as before`() async throws {
    let text =
      try await Saving.twoSaves() + Saving.routesOfSeveralTypes() + Saving.codec() + Saving.migration()
      + Saving.damage() + Saving.losses() + Saving.unfinishedRestores() + Saving.keysAndValues()
    try expectRecorded(text, "saved-files.txt")
  }

  @Test func `action logs of a navigation are written as before`() async throws {
    try expectRecorded(try await Logging.navigation(), "log-navigation.txt")
  }

  @Test func `action logs with routes of several types are written as before`() async throws {
    try expectRecorded(try await Logging.routesOfSeveralTypes(), "log-any-route.txt")
  }

  @Test func `action logs of a part of an app, with effects and redaction, are written as before`() async throws {
    try expectRecorded(try await Logging.part() + Logging.redaction(), "log-part.txt")
  }

  @Test func `action logs with undo, gaps and failed syncs are written as before`() async throws {
    try expectRecorded(
      try await Logging.undo() + Logging.gaps() + Logging.failedSync() + Logging.sparse(), "log-special.txt")
  }
}

// MARK: - Names of the library

/// The parts of the library that this file uses by internal names.
private enum Library {
  static func canonicalText(_ value: some Encodable, routes: RouteRegistry? = nil) throws -> String {
    String(decoding: try CanonicalJSONEncoder(userInfo: userInfo(routes)).encode(value), as: UTF8.self)
  }

  static func canonicalValue<Value: Decodable>(
    _ type: Value.Type, _ text: String, routes: RouteRegistry? = nil
  ) throws -> Value {
    try Array(text.utf8).withUnsafeBytes { try JSONReader.decode(type, from: $0, userInfo: userInfo(routes)) }
  }

  private static func userInfo(_ routes: RouteRegistry?) -> [CodingUserInfoKey: Any] {
    routes.map { [.routeRegistry: $0] } ?? [:]
  }

  /// The fingerprint that an action log has of a state.
  static func fingerprint(of state: some Codable & Sendable, routes: RouteRegistry? = nil) throws -> String {
    func schema<State>(_ state: State) -> ActionLogSchema<State, JSONValue> { ActionLogSchema(routes: routes) }
    return try schema(state).fingerprint(of: state)
  }

  static func recordedRules(_ rules: NavigationRules<Samples.Tab, Samples.Screen>) throws -> String {
    try canonicalText(RecordedRules(rules))
  }

  static func envelope(schema: Int, revision: Int, before: UInt64?, codec: String?, payload: String) -> String {
    let envelope = Envelope(
      schema: schema, revision: revision, before: before, codec: codec, payload: Data(payload.utf8))
    return String(decoding: envelope.encode(), as: UTF8.self)
  }

  static func ownerRecord(process: Int32, start: String?, owner: Int64) -> String {
    String(decoding: OwnerRecord(process: process, start: start, owner: owner).encoded, as: UTF8.self)
  }

  static func sceneFileName(_ key: String) -> String { SceneFileName.name(for: key) }

  /// A recorder of a part of a store, whose log has a fixed session.
  static func recorder<Whole: Sendable, WholeAction: Sendable, State, Action>(
    of store: Store<Whole, WholeAction>, state: @escaping @Sendable (Whole) -> State,
    action: @escaping @Sendable (WholeAction) -> Action?, _ schema: ActionLogSchema<State, Action>, to path: String,
    _ options: ActionLogOptions = ActionLogOptions(), information: JSONValue? = nil, clock: TestClock = TestClock()
  ) throws -> ActionLogRecorder<State, Action> {
    try ActionLogRecorder(
      of: store, state: state, action: action, schema: schema, to: path, options: options, information: information,
      clock: clock, session: "5e55\"10n", began: 1_790_000_000_123)
  }

  /// A recorder of a whole store over a file system that a test controls.
  static func recorder<State, Action>(
    of store: Store<State, Action>, _ schema: ActionLogSchema<State, Action>, to path: String,
    fileSystem: RecordingFileSystem
  ) throws -> ActionLogRecorder<State, Action> {
    try ActionLogRecorder(of: store, schema, path, fileSystem: fileSystem)
  }
}

// MARK: - Comparison

/// Returns the canonical form of a value, and Foundation's form if it differs. Checks that each decoder returns an
/// equal value for both forms, and that a reader that does not know the type keeps the canonical form.
private func lines<Value: Codable & Equatable>(_ value: Value, routes: RouteRegistry? = nil) throws -> [String] {
  let canonical = try Library.canonicalText(value, routes: routes)
  let foundation = try JSON.text(value, routes: routes)
  for text in [canonical, foundation] {
    #expect(try Library.canonicalValue(Value.self, text, routes: routes) == value, "\(text)")
    #expect(try JSON.value(Value.self, text, routes: routes) == value, "\(text)")
  }
  #expect(try JSONText(parsing: canonical).utf8 == Array(canonical.utf8), "\(canonical)")
  #expect(try JSONValue(parsing: canonical).canonicalBytes == Array(canonical.utf8), "\(canonical)")
  return canonical.utf8.elementsEqual(foundation.utf8) ? [canonical] : [canonical, "Foundation: " + foundation]
}

/// Compares a text with a recorded file, byte by byte, and reports the first line that differs.
private func expectRecorded(
  _ text: [String], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded")
  let file = folder.appending(path: name)
  let data = Data(text.map { $0 + "\n" }.joined().utf8)
  if ProcessInfo.processInfo.environment["NAVSTORE_UPDATE"] == "1" {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: file)
  }
  let (recorded, written) = (comparedLines(of: try Data(contentsOf: file)), comparedLines(of: data))
  guard recorded != written else { return }
  let index = zip(recorded, written).prefix { $0 == $1 }.count
  func line(_ lines: [Data]) -> String {
    index < lines.count ? String(decoding: lines[index], as: UTF8.self) : "(the end of the file)"
  }
  Issue.record(
    "\(name), line \(index + 1) differs.\nrecorded: \(line(recorded))\nwritten:  \(line(written))",
    sourceLocation: sourceLocation)
}

/// Returns the lines of a file. The header of a log is without the version of the library and the check of the line.
private func comparedLines(of data: Data) -> [Data] {
  data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
    guard line.starts(with: Data(#"{"t":"header""#.utf8)), let text = String(data: line, encoding: .utf8) else {
      return line
    }
    return Data(text.replacing(/,"library":"[^"]*"|,"c":"[0-9a-f]*"}$/, with: "").utf8)
  }
}

extension TemporaryDirectory {
  /// The files with their names, without what differs from run to run: the numbers of processes and of owners.
  fileprivate func listing(_ title: String) -> [String] {
    [">>> \(title)"]
      + names.flatMap { name -> [String] in
        guard !name.hasSuffix(".tmp") else { return ["== \(name)"] }
        let owner = /^(navstore\.owner 1) [0-9]+ (-|[0-9A-Za-z@.-]+) [0-9]+\n$/
        return ["== \(name)", (text(name) ?? "").replacing(owner) { "\($0.1) PROCESS START OWNER\n" }]
      }
  }
}

// MARK: - Samples

private enum Samples {
  enum Tab: String, Codable, CaseIterable, Sendable {
    case home
    case search = "search \"é\" \\"
    case files = "файлы/😀"
  }

  enum Screen: Hashable, Codable, Sendable {
    case settings
    case item(Int)
    case text(String)
    case search(text: String, page: Int?, tags: [String])
    case measure(Double, isFine: Bool)
    case file(URL, contents: Data)
    case event(id: UUID, at: Date)
    case counts([String: Int])
    indirect case above(Screen)
  }

  struct Book: Hashable, Codable {
    var id: Int
    var title: String?
  }

  /// Has no name in the registry.
  struct Draft: Hashable, Codable {}

  typealias Screens = NavigationState<Tab, Screen>
  typealias ScreenAction = NavigationAction<Tab, Screen>
  typealias Undo = UndoState<Screens>
  typealias Viewed = ViewedHistoryState<Screens, Tab, Screen>
  typealias ViewedAction = ViewedHistoryAction<ScreenAction, Tab, Screen>

  static let routes = RouteRegistry(
    .route(Book.self, named: "book"), .route(Screen.self, named: "screen/é", formerly: ["page"]),
    .route(Int.self, named: "number"), .route(String.self, named: "text"), .route([Int?].self, named: "list"))

  static let texts = [
    "", "a", "é", "e\u{301}", "😀", "👩‍👩‍👧", "\"\\/", "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}\u{80}",
    "\u{2028}\u{2029}",
    "<b>&amp;'", "\u{10FFFF}\u{FFFF}", "\u{FEFF}a", "日本語", "a b+c%20", String(repeating: "long ", count: 20),
  ]

  static let url = URL(string: "https://example.com/a%20b/c?d=e&f=%C3%A9#g") ?? URL(filePath: "/")

  static let textScreens =
    texts.map(Screen.text) + texts.map { .search(text: $0, page: 2, tags: [$0, "x"]) }
    + [
      .settings, .item(0), .item(.min), .item(.max), .search(text: "a", page: nil, tags: []),
      .measure(0.5, isFine: true),
    ]

  // MARK: Navigation

  static let screens = Navigations(seed: 1) { random in
    func text(_ random: inout SplitMix64) -> String { texts[random.below(texts.count)] }
    func screen(_ random: inout SplitMix64) -> Screen {
      switch random.below(12) {
      case 0: .settings
      case 1, 2, 3: .item(random.pick(0, 1, 2, 3, -7, 1_000_000, .max, .min))
      case 4, 5: .text(text(&random))
      case 6: .search(text: text(&random), page: random.pick(nil, 1, 2), tags: random.list(below: 3, text))
      case 7: .measure(random.pick(0, 1, -2.25, 0.1, 0.001, 123_456.75), isFine: random.once(in: 2))
      case 8: .file(url, contents: Data(text(&random).utf8))
      case 9:
        .event(
          id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(random.below(256)))),
          at: Date(timeIntervalSinceReferenceDate: Double(random.below(1_000_000)) / 4))
      case 10: .counts(random.once(in: 2) ? ["b": 1, "a": -2] : [text(&random): 3])
      default: .above(random.once(in: 2) ? .settings : .text(text(&random)))
      }
    }
    return screen(&random)
  }

  static let anyRoutes = Navigations(seed: 2) { random -> AnyRoute in
    switch random.below(8) {
    case 0, 1: AnyRoute(Book(id: random.below(4), title: random.pick(nil, "é\n", "\u{1F600}")))
    case 2: AnyRoute(random.pick(0, -1, 7))
    case 3: AnyRoute(texts[random.below(texts.count)])
    case 4: AnyRoute([1, nil, random.below(3)] as [Int?])
    default: AnyRoute(textScreens[random.below(textScreens.count)])
    }
  }

  static let rules: [NavigationRules<Tab, Screen>] = {
    var list = BackRule.allCases.map { NavigationRules<Tab, Screen>(backRule: $0) }
    list.append(
      .init(
        backRule: .history, maxDepth: 3, maxVisits: 7,
        onLeave: [.files: .popToRoot, .home: .keepPath, .search: .popToRoot], sameRoute: { $0 == $1 },
        initialState: Screens(tabs: [.files, .home], paths: [.home: [.item(1)]], backRule: .history)))
    return list
  }()

  // MARK: Undo

  static let undoReducer = NavigationReducer<Tab, Screen>(rules: .init(backRule: .history)).undoable(
    limit: 6, records: { action, _, _ in action != .back },
    groups: { action, _, _ in if case .selectTab = action { "tabs" } else { nil } }, ignoresInitialState: true)

  static let undoActions: [UndoAction<ScreenAction>] = {
    var random = SplitMix64(seed: 3)
    return (0..<60).map { _ in
      switch random.below(16) {
      case 0: .undo
      case 1: .redo
      case 2: .jump(random.pick(-2, -1, 1, 3))
      case 3: .recordedJump(index: random.below(3), isFuture: false)
      case 4: .recordedJump(index: random.below(2), isFuture: true)
      case 5: random.once(in: 4) ? .clear : .endGroup
      case 6: random.once(in: 4) ? .reset : .action(.back)
      default: .action(screens.action(random.below(Navigations<Screen>.kinds), &random))
      }
    }
  }()

  static var undoStore: Store<Undo, UndoAction<ScreenAction>> {
    Store(initialState: Undo(Screens(tabs: Tab.allCases, backRule: .history)), reducer: undoReducer)
  }

  static var undoStates: [Undo] {
    let store = undoStore
    return [store.state]
      + undoActions.prefix(24).map { action in
        store.send(action)
        return store.state
      }
  }

  static let viewedActions: [ViewedAction] = {
    var random = SplitMix64(seed: 4)
    return (0..<40).map { _ in
      switch random.below(8) {
      case 0: .select(.init(screens.route(&random), in: screens.tab(&random)))
      case 1: .remove(screens.route(&random))
      case 2: random.once(in: 6) ? .clear : .action(.back)
      default: .action(screens.action(random.below(Navigations<Screen>.kinds), &random))
      }
    }
  }()

  static var viewedStates: [Viewed] {
    let store = Store<Viewed, ViewedAction>(
      initialState: Viewed(Screens(tabs: Tab.allCases, backRule: .history)),
      reducer: ViewedHistoryReducer(
        NavigationReducer(rules: .init(backRule: .history)), navigation: { $0 }, action: { $0 }, limit: 5))
    return viewedActions.map { action in
      store.send(action)
      return store.state
    }
  }

  // MARK: JSON

  static let jsonValues: [JSONValue] =
    texts.map(JSONValue.string) + [
      .null, .bool(true), .bool(false), .integer(0), .integer(.min), .integer(.max), .unsigned(.max), .number(0.5),
      .number(-1.25e-3), [], [:], [[], [:], nil, [1, [2, [3]]]],
      [
        "b": 1, "a": ["z": nil, "": true], "é": "e", "\u{1F600}": 1, "\u{FB33}": 2, "\n\"": 3, "A": [:], "10": 1,
        "9": 2,
      ],
      .object(Dictionary(texts.map { ($0, .string($0)) }) { first, _ in first }),
    ]

  /// JSON that has more than one spelling.
  static let spellings = [
    "1.0", "1e2", "-0", "-0.0", "100e-2", "18446744073709551615", "18446744073709551616", "-9223372036854775809",
    "12345678901234567890123", "0.1e-6", "1E21", "123456789012345680000", " [ 1 , 2 ] ", #"{"b":1,"a":2,"b":3}"#,
    #""\u0041\u00e9\uD83D\uDE00\/\u001f\u007f""#, "\t{\"\\u0062\":[],\n\"\\u0061\":{}}",
    #"{"€":1,"\r":2,"דּ":3,"1":4,"😀":5,"\u0080":6,"ö":7}"#,
  ]

  static let numbers: [Double] = [
    0, 1, -1, 0.1, 0.5, 1.5, 100, 1e6, 1e15, 1e16, 1e20, 1e21, 1e22, 1e23, 123_456_789.125, .leastNonzeroMagnitude,
    1e-6, 1e-7, 2.5e-7,
    .greatestFiniteMagnitude, -9_007_199_254_740_991, 9_007_199_254_740_992, 1 / 3, 4.35, .pi, 1e300,
  ]

  static let floats: [Float] = [0, 1, -0.1, 1e10, 16_777_216, 1e-7, 3.4e38, .leastNonzeroMagnitude, 1 / 3]

  /// A member of every kind, in an order that is not that of their names.
  struct Everything: Codable, Equatable, Sendable {
    struct Part: Codable, Equatable, Sendable {
      var z = [Int8.min, .max]
      var a: [String: [Int: String]] = ["x": [1: "a"], "a": [:]]
    }

    enum Kind: String, Codable, Sendable { case plain, odd = "o\"dd" }

    var uint64 = UInt64.max
    var int64 = Int64.min
    var bool = true
    var text = texts.joined()
    var missing: Int?
    var present: Int? = 3
    var list: [Int?] = [1, nil, 3]
    var parts = [Part(), Part(z: [], a: [:])]
    var kinds: [Kind] = [.plain, .odd]
    var byName: [String: Part] = ["p": Part(), "": Part()]
    var byNumber: [Int: Bool] = [3: true]
    var url = Samples.url
    var data = Data(0...255)
    var uuid = UUID(uuid: (255, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var date = Date(timeIntervalSinceReferenceDate: 12_345.5)
    var range = 3..<7
    var duration = Duration.milliseconds(1_500)
    var screen = Screen.above(.search(text: "a", page: nil, tags: ["b"]))
  }

  static let everything = Everything()

  // MARK: Links

  static let links = DeepLinkTable<Tab, Screen>(schemes: ["shop"], hosts: ["example.com", "*.example.com"]) {
    LinkPattern("", in: .home)
    LinkPattern("files", in: .files)
    LinkPattern("settings", in: .home, as: .sheet, to: .settings).aliases("options", "all/options")
    LinkPattern("debug", in: .home, to: .item(0)).onlyInternal
    LinkPattern(
      "item/:id", .int, in: .home, under: { _ in [.item(1)] }, make: Screen.item,
      match: { if case .item(let id) = $0 { id } else { nil } })
    LinkPattern(
      "text/:text", .string, in: .search, make: Screen.text,
      match: { if case .text(let text) = $0 { text } else { nil } })
    LinkPattern(
      "search/:tags*?q=:text&page=:page", .segments, .string, .optional(.int), in: .search,
      make: { .search(text: $1, page: $2, tags: $0) },
      match: { if case .search(let text, let page, let tags) = $0 { (tags, text, page) } else { nil } })
    LinkPattern(
      "measure/:value/:fine", .double, .bool, in: .files, as: .cover, make: Screen.measure,
      match: { if case .measure(let value, let isFine) = $0 { (value, isFine) } else { nil } })
    LinkPattern(
      "event/:id", .uuid, in: .files, make: { .event(id: $0, at: Date(timeIntervalSinceReferenceDate: 0)) },
      match: { if case .event(let id, _) = $0 { id } else { nil } })
  }

  static let urls = [
    "/", "", "/files", "/files/", "/settings", "/options", "/all/options", "/debug", "/item/7", "/item/-7", "/item/x",
    "/item/9223372036854775808", "item/7", "shop://item/7", "shop:/item/7", "shop:///item/7", "SHOP://item/7",
    "https://example.com/item/7", "https://EXAMPLE.com/item/7", "https://a.example.com/item/7?x=y#z",
    "https://example.org/item/7", "http://example.com", "/text/a%20b", "/text/%C3%A9", "/text/é", "/text/%F0%9F%98%80",
    "/text/a+b", "/text/%ff", "/text/a%2Fb", "/text/..", "/search?q=a", "/search/x/y%2Fz?q=a%26b&page=3",
    "/search?page=3",
    "/search?q=&q=b", "/search?q=a+b&page=x", "/measure/1.5/true", "/measure/1e3/false", "/measure/nan/true",
    "/event/00010203-0405-0607-0809-0A0B0C0D0E0F", "/event/7", "/nowhere", "//", "/a b",
  ]

  // MARK: Saving

  static let base64 = PayloadCodec(named: "base-64") {
    $0.base64EncodedData()
  } decode: {
    try #require(Data(base64Encoded: $0))
  }
}

/// Random actions and states of navigations with one type of routes.
private struct Navigations<Route: Hashable & Sendable>: Sendable {
  typealias Tab = Samples.Tab
  typealias Action = NavigationAction<Tab, Route>
  typealias State = NavigationState<Tab, Route>

  let seed: UInt64
  let route: @Sendable (inout SplitMix64) -> Route

  init(seed: UInt64, route: @escaping @Sendable (inout SplitMix64) -> Route) {
    self.seed = seed
    self.route = route
  }

  /// How many cases actions have.
  static var kinds: Int { 22 }

  /// Some actions of every case.
  var actions: [Action] {
    var random = SplitMix64(seed: seed)
    return (0..<Self.kinds).flatMap { kind in (0..<8).map { _ in action(kind, &random) } }
  }

  /// States after random actions, of all back rules.
  var states: [State] {
    (0..<100).map { number in
      var random = SplitMix64(seed: seed + UInt64(number) * 100)
      let rules = rules(number)
      var state = start(rules, &random)
      for _ in 0..<random.below(24) { state.apply(action(random.below(Self.kinds), &random), rules: rules) }
      return state
    }
  }

  func rules(_ number: Int) -> NavigationRules<Tab, Route> {
    NavigationRules(
      backRule: BackRule.allCases[number % BackRule.allCases.count], maxDepth: number % 5 == 0 ? 4 : .max,
      maxVisits: 12,
      onLeave: number % 3 == 0 ? [.home: .popToRoot] : [:])
  }

  func start(_ rules: NavigationRules<Tab, Route>, _ random: inout SplitMix64) -> State {
    let path = random.list(below: 4, route)
    return State(tabs: Tab.allCases, selectedTab: tab(&random), paths: [.home: path], backRule: rules.backRule)
  }

  func tab(_ random: inout SplitMix64) -> Tab { random.pick(.home, .search, .files) }

  private func target(_ random: inout SplitMix64) -> NavigationTarget<Tab> {
    switch random.below(3) {
    case 0: .focused
    case 1: .tab(tab(&random))
    default: .modal(ModalID(rawValue: random.pick(1, 2, 3, -1, .max)))
    }
  }

  private func link(_ random: inout SplitMix64) -> DeepLink<Tab, Route> {
    DeepLink(
      tab: tab(&random), path: random.list(below: 4, route),
      modals: random.list(below: 3) { random in
        .init(route(&random), style: random.pick(.sheet, .cover), path: random.list(below: 3, route))
      }, placement: random.pick(.replace, .push))
  }

  /// An action by the number of its case.
  func action(_ kind: Int, _ random: inout SplitMix64) -> Action {
    switch kind {
    case 0: .tabTapped(tab(&random))
    case 1: .selectTab(tab(&random))
    case 2: .push(route(&random), in: random.once(in: 2) ? .focused : target(&random))
    case 3: .pushUnlessTop(route(&random))
    case 4: .navigate(to: route(&random))
    case 5: .bringToFront(route(&random))
    case 6: .pop(random.pick(1, 1, 2, 0, -1, .max, .min))
    case 7: .popTo(route(&random))
    case 8: .popToDepth(random.pick(0, 1, 2, -1, .max))
    case 9: .popToRoot
    case 10: .replaceTop(route(&random))
    case 11: .setPath(random.list(below: 5, route), in: target(&random))
    case 12:
      .replaceOrDrop(
        route(&random), at: random.pick(nil, 0, 1, -1), in: target(&random),
        with: random.once(in: 2) ? nil : route(&random))
    case 13: .back
    case 14: .present(route(&random), style: random.pick(.sheet, .cover))
    case 15: .dismiss
    case 16: .dismissModal(ModalID(rawValue: random.pick(1, 2, 3, 4, -1, .max)))
    case 17: .dismissAll
    case 18: .deepLink(link(&random))
    case 19: .setTabs(random.list(below: 5, tab))
    case 20: .reset
    default: .resetTab(tab(&random))
    }
  }
}

// MARK: - Files of saved states

/// Saves states to files and lists the files afterwards.
private enum Saving {
  typealias Tab = Samples.Tab
  typealias Screens = Samples.Screens
  typealias Mixed = NavigationState<Tab, AnyRoute>

  private static let screens = Screens(tabs: Tab.allCases, backRule: .history)
  private static let mixed = Mixed(tabs: Tab.allCases, backRule: .history)
  private static let reducer = NavigationReducer<Tab, Samples.Screen>(rules: .init(backRule: .history))

  static func twoSaves() async throws -> [String] {
    let directory = try TemporaryDirectory()
    let storage = try FileStorage(path: directory.path("app.state"))
    let store = Store(initialState: screens, reducer: reducer)
    let persistence = Persistence(of: store, to: storage, clock: TestClock())
    store.send([.push(.item(1)), .present(.settings, style: .cover)])
    try await persistence.flush()
    var text = directory.listing("the first save")
    for number in 2...3 {
      store.send(.push(.text("é\n\(number)")))
      try await persistence.flush()
      text += directory.listing("save \(number)")
    }
    try await persistence.stop()
    text += directory.listing("after the end")
    let restored = Persistence.load(screens, from: try FileStorage(path: directory.path("app.state")))
    #expect(restored.state == store.state)
    return text
  }

  static func routesOfSeveralTypes() async throws -> [String] {
    let directory = try TemporaryDirectory()
    let store = Store(initialState: mixed, reducer: NavigationReducer(rules: .init(backRule: .history)))
    let persistence = Persistence(
      of: store, to: try FileStorage(path: directory.path("app.state")), schema: StateSchema(routes: Samples.routes),
      clock: TestClock())
    store.send([.push(AnyRoute(Samples.Book(id: 1, title: "é"))), .present(AnyRoute(7)), .push(AnyRoute("a"))])
    try await persistence.flush()
    // A route without a name is left out, with those above it.
    store.send([.push(AnyRoute(Samples.Draft())), .push(AnyRoute(8)), .present(AnyRoute(Samples.Draft()))])
    try await persistence.stop()
    return directory.listing("routes of several types")
  }

  static func codec() async throws -> [String] {
    let directory = try TemporaryDirectory()
    let store = Store(initialState: screens, reducer: reducer)
    let persistence = Persistence(
      of: store, to: try FileStorage(path: directory.path("app.state")),
      schema: StateSchema(version: 2, codec: Samples.base64), clock: TestClock())
    store.send(.push(.text("secret")))
    try await persistence.flush()
    store.send(.push(.text("more")))
    try await persistence.stop()
    return directory.listing("a codec")
  }

  static func migration() async throws -> [String] {
    let directory = try TemporaryDirectory()
    let schema = StateSchema(
      version: 3,
      migrations: [
        .step(from: 1, "numbers are items") { state in
          try state.mapRoutes { route in
            if case .integer = route { ["item": ["_0": route]] } else { route }
          }
        },
        .step(from: 2, "texts") { state in
          try state.mapRoutes { route in
            if case .string = route { ["text": ["_0": route]] } else { route }
          }
        },
      ])
    try directory.put(
      Library.envelope(
        schema: 1, revision: 9, before: nil, codec: nil,
        payload:
          #"{"initial":"home","selected":"home","tabs":[{"path":[7,"a"],"tab":"home"}],"visits":["home"]}"#),
      "app.state")
    let storage = try FileStorage(path: directory.path("app.state"))
    let restored = Persistence.load(screens, from: storage, schema: schema)
    let store = Store(initialState: restored.state, reducer: reducer)
    let persistence = Persistence(of: store, to: storage, schema: schema, clock: TestClock())
    store.send(.push(.item(8)))
    try await persistence.stop()
    return directory.listing("a migration")
  }

  static func damage() async throws -> [String] {
    let directory = try TemporaryDirectory()
    let good = Library.envelope(schema: 1, revision: 3, before: nil, codec: nil, payload: "{}")
    try directory.put("not ours", "app.state")
    try directory.put(String(good.dropLast()), "app.state.previous")
    let storage = try FileStorage(path: directory.path("app.state"))
    var text = directory.listing("two damaged files")
    let restored = Persistence.load(screens, from: storage)
    text += directory.listing("they are moved aside")
    try directory.put("", "app.state")
    let store = Store(initialState: restored.state, reducer: reducer)
    let persistence = Persistence(of: store, to: storage, clock: TestClock())
    store.send(.push(.item(1)))
    try await persistence.stop()
    return text + directory.listing("a save over an empty file")
  }

  static func losses() async throws -> [String] {
    let directory = try TemporaryDirectory()
    var state = screens
    state.push(.item(1))
    state.push(.text("unknown"))
    let payload = try Library.canonicalText(state).replacing("\"text\"", with: "\"gone\"")
    try directory.put(
      Library.envelope(schema: 1, revision: 2, before: nil, codec: nil, payload: payload), "app.state")
    let storage = try FileStorage(path: directory.path("app.state"))
    let restored = Persistence.load(screens, from: storage)
    let store = Store(initialState: restored.state, reducer: reducer)
    let persistence = Persistence(of: store, to: storage, clock: TestClock())
    store.send(.push(.item(2)))
    try await persistence.stop()
    return directory.listing("a route that cannot be decoded")
  }

  static func unfinishedRestores() async throws -> [String] {
    let directory = try TemporaryDirectory()
    let schema = StateSchema(maxUnfinishedRestores: 2)
    try Persistence.encoded(screens, schema: schema, revision: 1).write(
      to: URL(filePath: directory.path("app.state")))
    let storage = try FileStorage(path: directory.path("app.state"))
    var text: [String] = []
    for number in 1...3 {
      _ = Persistence.load(screens, from: storage, schema: schema)
      text += directory.listing("restore \(number)")
    }
    return text
  }

  static func keysAndValues() async throws -> [String] {
    let values = Locked<[String: Data]>([:])
    let storage = KeyValueStorage(key: "app") { key in
      values.withLock { $0[key] }
    } write: { key, data in
      values.withLock { $0[key] = data }
    }
    let schema = StateSchema(maxUnfinishedRestores: 2)
    let store = Store(initialState: screens, reducer: reducer)
    let persistence = Persistence(of: store, to: storage, schema: schema, clock: TestClock())
    for number in 1...2 {
      store.send(.push(.item(number)))
      try await persistence.flush()
    }
    try await persistence.stop()
    values.withLock { $0["app"] = Data("damaged".utf8) }
    _ = Persistence.load(screens, from: storage, schema: schema)
    return [">>> keys and values"]
      + values.withLock { values in
        values.sorted { $0.key < $1.key }.map { "== \($0.key)\n" + String(decoding: $0.value, as: UTF8.self) }
      }
  }
}

// MARK: - Action logs

/// Records action logs and lists their files.
private enum Logging {
  typealias Tab = Samples.Tab
  typealias Screens = Samples.Screens

  /// Sends random actions, some of them together, with pauses and marks between them.
  private static func send<State: Sendable, Action: Sendable>(
    _ count: Int, to store: Store<State, Action>, clock: TestClock, mark: (String, JSONValue?) -> Void,
    _ action: (inout SplitMix64) -> Action
  ) {
    var random = SplitMix64(seed: 5)
    for _ in 0..<count {
      clock.advance(by: .microseconds(random.below(3_000_000)))
      if random.once(in: 8) {
        mark(
          Samples.texts[random.below(Samples.texts.count)], random.pick(nil, ["b": [1, 2.5, nil], "a": "é"], "note"))
      }
      let origin = random.pick(
        ActionOrigin.user, .user, .deepLink, .restore, .undo, .effect, ActionOrigin(rawValue: "né\"w"))
      let actions = (0..<random.pick(1, 1, 1, 2, 3)).map { _ in action(&random) }
      store.send(actions, origin: origin)
    }
  }

  /// Lists the files of a log, after a check that a replay leads to the state of the store.
  private static func check<State, Action>(
    _ directory: TemporaryDirectory, _ title: String, _ schema: ActionLogSchema<State, Action>,
    _ reducer: some Reducer<State, Action>, _ state: State? = nil, isFaithful: Bool = true
  ) throws -> [String] where State: Equatable {
    let report = try ActionLog(path: directory.path("s.navlog")).replay(schema, reducer: reducer)
    #expect(report.isFaithful == isFaithful, "\(title): \(report)")
    if let state { #expect(report.state == state, "\(title)") }
    return directory.listing(title)
  }

  static func navigation() async throws -> [String] {
    var text: [String] = []
    for (number, rules) in Samples.rules.enumerated() {
      let directory = try TemporaryDirectory()
      let (navigations, clock) = (Samples.screens, TestClock())
      var random = SplitMix64(seed: 6)
      let reducer = NavigationReducer(rules: rules)
      let store = Store(initialState: navigations.start(rules, &random), reducer: reducer)
      let schema = ActionLogSchema<Screens, Samples.ScreenAction>(version: 1 + number, rules: rules)
      let recorder = try Library.recorder(
        of: store, state: { $0 }, action: { $0 }, schema, to: directory.path("s.navlog"),
        .init(fingerprintInterval: 1 + number % 2, stateInterval: 5, transactionsPerFile: 9),
        information: number == 0 ? nil : ["build": .integer(number), "app": "Shop \"é\"", "os": nil], clock: clock)
      send(20, to: store, clock: clock, mark: recorder.mark) { random in
        navigations.action(random.below(Navigations<Samples.Screen>.kinds), &random)
      }
      try await recorder.close()
      text += try check(directory, "rules \(number)", schema, reducer, store.state)
    }
    return text
  }

  static func routesOfSeveralTypes() async throws -> [String] {
    typealias Mixed = NavigationState<Tab, AnyRoute>
    let directory = try TemporaryDirectory()
    let (navigations, clock) = (Samples.anyRoutes, TestClock())
    let rules = NavigationRules<Tab, AnyRoute>(backRule: .fullHistory)
    let reducer = NavigationReducer(rules: rules)
    let store = Store(initialState: Mixed(tabs: Tab.allCases, backRule: .fullHistory), reducer: reducer)
    let schema = ActionLogSchema<Mixed, NavigationAction<Tab, AnyRoute>>(rules: rules, routes: Samples.routes)
    let recorder = try Library.recorder(
      of: store, state: { $0 }, action: { $0 }, schema, to: directory.path("s.navlog"),
      .init(stateInterval: 6, bytesPerFile: 2_000, keptFiles: 3), clock: clock)
    send(40, to: store, clock: clock, mark: recorder.mark) { random in
      navigations.action(random.below(Navigations<AnyRoute>.kinds), &random)
    }
    try await recorder.close()
    // The oldest files were removed.
    return directory.listing("routes of several types")
  }

  // MARK: Parts and redaction

  struct App: Codable, Equatable, Sendable {
    var screens = Screens(tabs: Tab.allCases, backRule: .history)
    var secret = Secret(text: "none")
    var counts: [String: Int] = [:]
  }

  struct Secret: Codable, Hashable, Sendable {
    var text: String
  }

  enum Action: Codable, Equatable, Sendable {
    case screens(Samples.ScreenAction)
    case login(Secret, isNew: Bool)
    /// Starts an effect that pushes a screen.
    case open(Int)
    case count(String)
  }

  struct AppReducer: Reducer {
    func reduce(into state: inout App, action: Action) -> Effect<Action> {
      switch action {
      case .screens(let action): state.screens.apply(action, rules: .init(backRule: .history))
      case .login(let secret, _): state.secret = secret
      case .open(let id): return .send(.screens(.push(.item(id))))
      case .count(let name): state.counts[name, default: 0] += 1
      }
      return .none
    }
  }

  private static func sendToApp(_ store: Store<App, Action>) {
    store.send(.screens(.push(.item(1))))
    store.send(.login(Secret(text: "hush"), isNew: true))
    store.send(.open(2), origin: .deepLink)
    store.send([.count("é"), .count("a"), .screens(.present(.text("\u{1}\u{1F600}"), style: .cover))])
    store.send([.screens(.dismiss), .open(3), .login(Secret(text: "hush too"), isNew: false)], origin: .undo)
    store.send([.screens(.back), .screens(.back)])
  }

  static func part() async throws -> [String] {
    let directory = try TemporaryDirectory()
    let store = Store(initialState: App(), reducer: AppReducer())
    let schema = ActionLogSchema<Screens, Samples.ScreenAction>()
    let recorder = try Library.recorder(
      of: store, state: \.screens,
      action: { action in
        if case .screens(let action) = action { action } else { nil }
      }, schema, to: directory.path("s.navlog"))
    sendToApp(store)
    recorder.mark("the end", note: [:])
    try await recorder.close()
    return try check(
      directory, "a part", schema, NavigationReducer(rules: .init(backRule: .history)), store.state.screens)
  }

  static func redaction() async throws -> [String] {
    var text: [String] = []
    for redactions in [[], [Redaction.type(Secret.self) { _ in Secret(text: "…") }]] {
      let directory = try TemporaryDirectory()
      let store = Store(initialState: App(), reducer: AppReducer())
      let schema = ActionLogSchema<App, Action>(redacting: redactions)
      let recorder = try Library.recorder(
        of: store, state: { $0 }, action: { $0 }, schema, to: directory.path("s.navlog"), .init(stateInterval: 2))
      sendToApp(store)
      try await recorder.close()
      text += try check(directory, "\(redactions.count) redactions", schema, AppReducer())
    }
    return text
  }

  // MARK: Special cases

  static func undo() async throws -> [String] {
    let directory = try TemporaryDirectory()
    let store = Samples.undoStore
    let schema = ActionLogSchema<Samples.Undo, UndoAction<Samples.ScreenAction>>()
    let recorder = try Library.recorder(
      of: store, state: { $0 }, action: { $0 }, schema, to: directory.path("s.navlog"), .init(stateInterval: 10))
    for action in Samples.undoActions { store.send(action) }
    try await recorder.close()
    return try check(directory, "undo", schema, Samples.undoReducer, store.state)
  }

  static func gaps() async throws -> [String] {
    let directory = try TemporaryDirectory()
    let store = Store(initialState: App(), reducer: AppReducer())
    let schema = ActionLogSchema<App, Action>()
    let recorder = try Library.recorder(
      of: store, state: { $0 }, action: { $0 }, schema, to: directory.path("s.navlog"), .init(capacity: 2))
    for number in 1...5 { store.send(.screens(.push(.item(number)))) }
    try await recorder.flush()
    store.send(.screens(.popToRoot))
    try await recorder.close()
    return try check(directory, "gaps", schema, AppReducer(), store.state, isFaithful: false)
  }

  static func failedSync() async throws -> [String] {
    let directory = try TemporaryDirectory()
    let (store, system) = (Store(initialState: App(), reducer: AppReducer()), RecordingFileSystem())
    let schema = ActionLogSchema<App, Action>()
    let recorder = try Library.recorder(of: store, schema, to: directory.path("s.navlog"), fileSystem: system)
    store.send(.count("a"))
    try await recorder.flush()
    store.send(.count("b"))
    system.fail(["sync s.navlog": .inputOutput])
    await #expect(throws: ActionLogError.self) { try await recorder.flush() }
    store.send(.count("c"))
    try await recorder.close()
    return try check(directory, "a failed sync", schema, AppReducer(), store.state)
  }

  /// A log in the way of another one, with few fingerprints and no states.
  static func sparse() async throws -> [String] {
    let directory = try TemporaryDirectory()
    for session in 1...2 {
      let store = Store(initialState: App(), reducer: AppReducer())
      let recorder = try Library.recorder(
        of: store, state: { $0 }, action: { $0 }, ActionLogSchema<App, Action>(version: 0),
        to: directory.path("s.navlog"),
        .init(fingerprintInterval: session == 1 ? 0 : 2, stateInterval: 0))
      for number in 1...4 { store.send(.count("\(number)")) }
      try await recorder.close()
    }
    return directory.listing("two sessions")
  }
}
