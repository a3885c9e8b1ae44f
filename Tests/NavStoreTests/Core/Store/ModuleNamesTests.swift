import NavStore
import Testing

@Suite struct ModuleNamesTests {
  // The types of an app with the same names.
  enum Store {}
  enum Effect {}

  @Test func `a name that an app declares itself is written with the module name NavStore`() {
    let reducer = Reduce<Int, Int> { state, action -> NavStore.Effect<Int> in
      state += action
      return .none
    }
    let store: NavStore.Store<Int, Int> = NavStore.Store(initialState: 1, reducer: reducer)
    store.send(2)
    #expect(store.state == 3)
  }
}
