import NavStore
import NavStoreTesting
import Testing

// snippet: text reducer
struct NoteState: Codable, Equatable, Sendable {
  var text = ""
  var cursor = 0
}

enum NoteAction: Codable, Equatable, Sendable {
  case typed(String)
  case cursorMoved(to: Int)
  case pasted(String)
}

struct NoteReducer: Reducer {
  func reduce(into state: inout NoteState, action: NoteAction) -> Effect<NoteAction> {
    switch action {
    case .typed(let text), .pasted(let text):
      state.text += text
      state.cursor = state.text.count
    case .cursorMoved(let position):
      state.cursor = position
    }
    return .none
  }
}
// end

// snippet: carrying
struct EditorState: Equatable, Sendable, UndoPreserving {
  var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
  var text = NoteState()

  mutating func preserve(from current: EditorState) {
    navigation.preserve(from: current.navigation)
  }
}
// end

@Suite(.hangLimit) struct UndoSnippets {
  // snippet: undo store
  let store = Store(
    initialState: UndoState(NavigationState<AppTab, Route>(tabs: AppTab.allCases)),
    reducer: NavigationReducer().undoable(limit: 50))
  // end

  @Test func `a step is expected by its change`() {
    let store = TestStore(
      initialState: UndoState(NavigationState<AppTab, Route>(tabs: AppTab.allCases)),
      reducer: NavigationReducer().undoable())
    // snippet: test of a step
    store.send(.action(.push(.song(7)))) { $0.record { $0.push(.song(7)) } }
    store.send(.undo) { $0.undo() }
    // end
    #expect(store.state.future.count == 1)
  }

  @Test func `undo and redo`() {
    // snippet: undo
    store.send(.action(.push(.song(7))))
    store.send([.action(.selectTab(.library)), .action(.push(.song(8)))])  // one transaction, one step
    print(store.state.past.count)  // 2

    store.send(.undo, origin: .undo)
    print(store.state.present)  // [home] /song(7) | search / | library /
    store.send(.redo, origin: .undo)
    print(store.state.canRedo)  // false
    // end
    #expect(store.state.past.count == 2)
    #expect(store.state.present.top == .song(8))
  }

  @Test func `a list of steps`() {
    for song in 1...3 { store.send(.action(.push(.song(song)))) }
    // snippet: jump
    // The oldest state has the index 0.
    for (index, state) in store.state.past.enumerated() {
      print(index, state)
    }
    store.send(.jump(1 - store.state.past.count), origin: .undo)  // to the state with the index 1
    store.send(.jump(-1), origin: .undo)
    store.send(.jump(-100), origin: .undo)  // does nothing, because the history has fewer steps
    // end
    #expect(store.state.present.depth == 0)
    #expect(store.state.future.count == 3)
  }

  // snippet: undo test
  @Test func `typing is one step until nothing was typed for a second`() async {
    let clock = TestClock()
    let reducer = NoteReducer().undoable(
      records: { action, _, _ in if case .cursorMoved = action { false } else { true } },
      groups: { action, _, _ in if case .typed = action { "typing" } else { nil } },
      groupPause: .seconds(1))
    let store = TestStore(initialState: UndoState(NoteState()), reducer: reducer, clock: clock)

    store.send(.action(.typed("a"))) { $0.record(group: "typing") { $0 = NoteState(text: "a", cursor: 1) } }
    store.send(.action(.typed("b"))) { $0.record(group: "typing") { $0 = NoteState(text: "ab", cursor: 2) } }
    store.send(.action(.cursorMoved(to: 0))) { $0.replacePresent(with: NoteState(text: "ab", cursor: 0)) }
    clock.advance(by: .seconds(1))
    await store.receive(.endGroup)
    store.send(.action(.typed("c"))) { $0.record { $0 = NoteState(text: "abc", cursor: 3) } }
    store.send(.undo) { $0.undo() }
    #expect(store.state.present.text == "ab")
    store.send(.undo) { $0.undo() }
    #expect(store.state.present.text == "")
  }
  // end

  @Test func `what is not undone`() {
    var state = UndoState(EditorState())
    var editor = state.present
    editor.navigation.tabTapped(.home)
    editor.text.text = "a"
    state.record(editor)
    state.undo()
    #expect(state.present.navigation.scrollSignal(of: .home) == 1)
  }

  @Test func `the present alone is saved`() async throws {
    let file = InMemoryStorage()
    // snippet: saving the present
    let start = UndoState(NavigationState<AppTab, Route>(tabs: AppTab.allCases))
    let restored = Persistence.load(start, from: file, saving: \.present)
    let store = Store(initialState: restored.state, reducer: NavigationReducer().undoable())
    let persistence = Persistence(of: store, to: file, saving: \.present)
    // end
    store.send(.action(.push(.song(7))))
    try await persistence.flush()
    #expect(try file.state(as: NavigationState<AppTab, Route>.self) == store.state.present)
  }

  @Test func `the history is saved too`() async throws {
    let file = InMemoryStorage()
    // snippet: saving the history
    let start = UndoState(NavigationState<AppTab, Route>(tabs: AppTab.allCases))
    let restored = Persistence.load(start, from: file)
    let store = Store(initialState: restored.state, reducer: NavigationReducer().undoable(limit: 20))
    let persistence = Persistence(of: store, to: file)
    // end
    store.send(.action(.push(.song(7))))
    try await persistence.flush()
    #expect(try file.state(as: UndoState<NavigationState<AppTab, Route>>.self)?.canUndo == true)
  }

  @Test func `the routes that were seen`() async throws {
    let file = InMemoryStorage()
    // snippet: viewed
    let reducer = ViewedHistoryReducer(
      AppReducer(), navigation: \.navigation, action: AppAction.navigation, limit: 20)
    let start = ViewedHistoryState<AppState, AppTab, Route>(AppState())
    let restored = Persistence.load(start, from: file, saving: \.viewed)
    let store = Store(initialState: restored.state, reducer: reducer)
    let persistence = Persistence(of: store, to: file, saving: \.viewed)

    store.send(.action(.navigation(.push(.song(7)))))
    store.send(.action(.navigation(.tabTapped(.library))))
    for entry in store.state.viewed.entries {
      print(entry.route, entry.tab)  // song(7) home
    }
    store.send(.select(store.state.viewed.entries[0]))
    print(store.state.base.navigation)  // [home] /song(7) | search / | library /
    // end
    try await persistence.flush()
    #expect(store.state.base.navigation.selectedTab == .home)
    #expect(store.state.viewed.entries == [.init(.song(7), in: .home)])
  }
}

/// The app of Docs/HowTo/Flows/UndoOfOnePart.md.
@Suite(.hangLimit) struct UndoOfOnePart {
  typealias Cart = FeatureSnippets.Cart
  typealias CartAction = FeatureSnippets.CartAction
  typealias CartReducer = FeatureSnippets.CartReducer

  // snippet: undo of a part state
  struct ShopState: Equatable, Sendable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var cart = UndoState(Cart())
  }

  enum ShopAction: Equatable, Sendable {
    case navigation(NavigationAction<AppTab, Route>)
    case cart(UndoAction<CartAction>)
  }
  // end

  // snippet: undo of a part reducer
  struct ShopReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()
    /// Only a removal can be undone, and only the last one.
    let cart = CartReducer().undoable(
      limit: 1,
      records: { action, _, _ in if case .removed = action { true } else { false } },
      syncsUnrecorded: true)  // undo keeps what was added before the removal

    func reduce(into state: inout ShopState, action: ShopAction) -> Effect<ShopAction> {
      switch action {
      case .navigation(let action):
        return navigation.reduce(into: &state.navigation, action: action).map(ShopAction.navigation)
      case .cart(.action(.removed(let item))):
        let effect = cart.reduce(into: &state.cart, action: .action(.removed(item))).map(ShopAction.cart)
        return .merge(effect, offerEnds)
      case .cart(let action):
        return cart.reduce(into: &state.cart, action: action).map(ShopAction.cart)
      }
    }

    /// Ends the offer to undo after five seconds. Another removal begins again.
    private var offerEnds: Effect<ShopAction> {
      .run(id: "offer", cancelInFlight: true) { context throws(CancellationError) in
        try await context.sleep(for: .seconds(5))
        context.send(.cart(.clear))
      }
    }
  }
  // end

  // snippet: undo of a part test
  @Test func `a removal can be undone for five seconds, and the navigation stays`() async {
    let clock = TestClock()
    let store = TestStore(initialState: ShopState(), reducer: ShopReducer(), clock: clock)
    store.exhaustivity = .off
    store.send([.cart(.action(.added(7))), .cart(.action(.added(8)))])
    #expect(!store.state.cart.canUndo)

    store.send(.cart(.action(.removed(7))))
    store.send(.navigation(.push(.song(1))))
    #expect(store.state.cart.canUndo)  // the view shows “Removed from the cart” with the button “Undo”
    store.send(.cart(.undo))
    #expect(store.state.cart.present.items == [7, 8])
    #expect(store.state.navigation.top == .song(1))

    store.send(.cart(.action(.removed(8))))
    clock.advance(by: .seconds(5))
    await store.receive(.cart(.clear))
    #expect(!store.state.cart.canUndo && store.state.cart.present.items == [7])
  }
  // end

  @Test func `a change after the step is lost, unless the history is cleared with it`() {
    let store = Store(initialState: ShopState(), reducer: ShopReducer())
    store.send([.cart(.action(.added(7)))])
    store.send(.cart(.action(.removed(7))))
    store.send(.cart(.action(.added(9))))
    store.send(.cart(.undo))
    #expect(store.state.cart.present.items == [7])  // without 9
    store.send(.cart(.action(.removed(7))))
    // snippet: undo of a part cleared
    store.send([.cart(.action(.added(9))), .cart(.clear)])
    // end
    #expect(!store.state.cart.canUndo && store.state.cart.present.items == [9])
  }

  @Test func `without the synchronization, a change before the step is lost, too`() {
    let reducer = CartReducer().undoable(
      limit: 1, records: { action, _, _ in if case .removed = action { true } else { false } })
    let store = Store(initialState: UndoState(Cart()), reducer: reducer)
    store.send(.action(.added(7)))
    store.send(.action(.added(8)))
    store.send(.action(.removed(8)))
    store.send(.undo)
    #expect(store.state.present.items == [])
  }
}
