import NavStore
import NavStoreTesting
import Testing

@Suite struct NavigationDiagnosticTests {
  static let start = NumberState(tabs: [0, 1], paths: [0: [1, 2]])

  static let mistakes: [(NumberAction, NavigationDiagnostic)] = [
    (.tabTapped(9), .unknownTab(action: "tabTapped(9)", tabs: ["0", "1"])),
    (.selectTab(9), .unknownTab(action: "selectTab(9)", tabs: ["0", "1"])),
    (.push(3, in: .tab(9)), .unknownTab(action: "push(3, in: 9)", tabs: ["0", "1"])),
    (.setPath([3], in: .tab(9)), .unknownTab(action: "setPath([3], in: 9)", tabs: ["0", "1"])),
    (
      .replaceOrDrop(3, at: 0, in: .tab(9), with: nil),
      .unknownTab(action: "replaceOrDrop(3, at: 0, in: 9, with: nil)", tabs: ["0", "1"])
    ),
    (.remove(3, at: 0, in: .tab(9)), .unknownTab(action: "remove(3, at: 0, in: 9)", tabs: ["0", "1"])),
    (
      .remove(3, at: nil, in: .modal(ModalID(rawValue: 4))), .unknownModal(action: "remove(3, at: nil, in: modal 4)")
    ),
    (.resetTab(9), .unknownTab(action: "resetTab(9)", tabs: ["0", "1"])),
    (.deepLink(DeepLink(tab: 9)), .unknownTab(action: "deepLink(9 /)", tabs: ["0", "1"])),
    (.push(3, in: .modal(ModalID(rawValue: 4))), .unknownModal(action: "push(3, in: modal 4)")),
    (.dismissModal(ModalID(rawValue: 4)), .unknownModal(action: "dismissModal(4)")),
    (.push(3), .tooDeep(action: "push(3)", limit: 2)),
    (.setPath([1, 2, 3], in: .tab(0)), .tooDeep(action: "setPath([1, 2, 3], in: 0)", limit: 2)),
    (.deepLink(DeepLink(tab: 0, path: [1, 2, 3])), .tooDeep(action: "deepLink(0 /1/2/3)", limit: 2)),
  ]

  @Test(arguments: mistakes)
  func `an action that names what does not exist, or exceeds the depth, is reported`(
    action: NumberAction, expected: NavigationDiagnostic
  ) {
    let receiver = DiagnosticReceiver()
    let rules = NumberRules(maxDepth: 2)
    let store = Store(
      initialState: Self.start, reducer: NavigationReducer(rules: rules, reportingTo: receiver.note))
    store.send(action)
    #expect(store.state == Self.start)
    #expect(receiver.all == [expected])

    let ofScreens = DiagnosticReceiver()
    let screens = Store(
      initialState: NumberScreens(Self.start),
      reducer: NumberScreensReducer.adding(rules: rules) { diagnostic in
        if diagnostic.kind != nil { ofScreens.note(diagnostic) }
      })
    screens.send(.navigation(action))
    let id = screens.state.screens(of: 0)[0].id
    screens.send(.screen(id, .navigate(action)))
    #expect(ofScreens.all == [expected, expected])
  }

  @Test(
    arguments: [
      .tabTapped(1), .selectTab(0), .pushUnlessTop(2), .navigate(to: 2), .pop(0), .popTo(9), .popToDepth(5),
      .replaceTop(2), .setPath([1, 2], in: .tab(0)), .replaceOrDrop(9, at: 0, in: .tab(0), with: nil),
      .dismiss, .dismissAll,
      .deepLink(DeepLink(tab: 0, path: [1, 2])), .setTabs([]), .setTabs([0, 1]), .resetTab(1), .back,
    ] as [NumberAction])
  func `an ordinary action without a mistake is not reported`(action: NumberAction) {
    let receiver = DiagnosticReceiver()
    let reducer = NavigationReducer<Int, Int>(reportingTo: receiver.note)
    var state = Self.start
    reducer.apply(action, to: &state)
    #expect(receiver.all == [])
  }

  @Test func `a reducer for routes of several types reports mistakes, too`() {
    let receiver = DiagnosticReceiver()
    let store = Store(
      initialState: NavigationState<Int, AnyRoute>(tabs: [0]),
      reducer: NavigationReducer(routes: RouteRegistry(), reportingTo: receiver.note))
    store.send(.selectTab(9))
    #expect(receiver.all == [.unknownTab(action: "selectTab(9)", tabs: ["0"])])
  }

  @Test func `an action that a guard refuses is reported`() {
    let receiver = DiagnosticReceiver()
    let reducer = PlainGuardedApp.unguarded().guarded(
      by: PlainGuardedApp.guards, storing: \.guarded, reportingTo: receiver.note
    ) { _ in nil }
    var state = PlainGuardedApp(navigation: UndoState(Self.start))
    _ = reducer.reduce(into: &state, action: .navigation(.push(11)))
    #expect(receiver.all == [.refused(action: "navigation(push(11))", reason: "Not for guests.")])
  }

  @Test func `each message says what to do`() {
    let messages = [
      NavigationDiagnostic.unknownTab(action: "selectTab(9)", tabs: ["0", "1"]),
      .unknownModal(action: "dismissModal(4)"),
      .tooDeep(action: "push(3)", limit: 2), .refused(action: "push(11)", reason: "Not for guests."),
    ].map(\.description)
    #expect(
      messages == [
        "selectTab(9) names a tab that does not exist, and has changed nothing. The tabs are [0, 1]. "
          + "Add the tab by setTabs first.",
        "dismissModal(4) names a modal that is not presented, and has changed nothing. "
          + "Pass the id of a modal in `modals`.",
        "push(3) has changed nothing, because a path would have more than 2 routes. "
          + "Use navigate(to:) instead of push, or increase maxDepth in NavigationRules.",
        "push(11) was refused, and has changed nothing: Not for guests.",
      ])
  }

  @Test func `a link to a tab that does not exist fails where it is opened`() async throws {
    let links = DeepLinkTable<Int, Int>(schemes: ["app"]) {
      LinkPattern("nine", in: 9)
      LinkPattern("one", in: 1)
    }
    let resolver = LinkResolver<Int, Int, NumberState>(links, rules: [], navigation: \.self)
    #expect(try await resolver.resolve("app://one", Self.start).link.tab == 1)
    let error = await #expect(throws: LinkResolutionError.self) {
      try await resolver.resolve("app://nine", Self.start)
    }
    #expect(error?.reason == .missingTab("9"))
    #expect(error?.description == "The link opens the tab 9, which does not exist now.")
  }

  #if DEBUG
    @Test(.startsProcess) func `by default, a debug build prints the first mistake of each kind`() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let store = Store(initialState: NumberState(tabs: [0, 1]), reducer: NavigationReducer())
        store.send([.selectTab(8), .selectTab(9), .push(1), .dismissModal(ModalID(rawValue: 4))])
      }
      let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("NavStore: ") }
      #expect(lines.count == 2)
      #expect(
        lines.first
          == "NavStore: selectTab(8) names a tab that does not exist, and has changed nothing. The tabs are [0, 1]. Add the tab by setTabs first. Further mistakes of this kind are not printed; see NavigationDiagnostic."
      )
    }
  #endif
}
