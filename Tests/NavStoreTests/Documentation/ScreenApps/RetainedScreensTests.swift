import NavStore
import NavStoreTesting
import Testing

extension RetainedScreens {
  @Suite(.hangLimit) struct RetainedScreensTests {
    // snippet: retained screens test
    actor Loads {
      private(set) var count = 0
      func add() { count += 1 }
    }

    @Test func `a product that is opened again has its note, and is not loaded again`() async {
      let loads = Loads()
      let store = TestStore(
        initialState: AppState(),
        reducer: AppReducer { id in
          await loads.add()
          return "Product \(id)"
        })
      store.exhaustivity = .off
      store.send(.shop(.navigation(.push(.product(7)))))
      await store.receive(.shop(.screen(ScreenID(rawValue: 1), .loaded("Product 7"))))
      store.send(.shop(.screen(ScreenID(rawValue: 1), .noteChanged("blue"))))
      store.send(.shop(.navigation(.pop())))
      store.send(.shop(.navigation(.push(.product(7)))))
      #expect(store.state.shop[ScreenID(rawValue: 2)] == .product(title: "Product 7", note: "blue"))
      await store.finish()
      #expect(await loads.count == 1)
    }
    // end

    @Test func `a product that was preloaded is not loaded when it is opened`() async {
      let store = Store(initialState: AppState(), reducer: AppReducer { "Product \($0)" })
      await store.send(.preload(3)).finish()
      #expect(store.state.kept.count == 1)
      await store.send(.shop(.navigation(.push(.product(3))))).finish()
      #expect(store.state.shop[ScreenID(rawValue: 1)] == .product(title: "Product 3", note: ""))
      #expect(store.state.kept.isEmpty)
    }

    @Test func `ten states are kept, the oldest go first, and screens without a state are not kept`() async {
      let store = Store(initialState: AppState(), reducer: AppReducer { "\($0)" })
      store.send(.shop(.navigation(.push(.cart))))
      for id in 0..<12 { await store.send(.preload(id)).finish() }
      store.send(.shop(.navigation(.pop())))
      #expect(store.state.kept.map(\.route) == (2..<12).map { .product($0) })
    }
  }
}
