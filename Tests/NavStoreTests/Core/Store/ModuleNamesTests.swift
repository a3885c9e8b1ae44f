import NavStore
import Testing

@Suite struct ModuleNamesTests {
  // An app has types of its own with such names.
  enum Store {}
  enum Effect {}

  @Test func `a name that an app uses itself is written out with NavStore's name`() {
    let reducer = Reduce<Int, Int> { state, action -> NavStore.Effect<Int> in
      state += action
      return .none
    }
    let store: NavStore.Store<Int, Int> = NavStore.Store(initialState: 1, reducer: reducer)
    store.send(2)
    #expect(store.state == 3)
  }
}
