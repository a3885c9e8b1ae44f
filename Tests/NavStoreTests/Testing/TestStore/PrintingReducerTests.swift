import NavStore
import NavStoreTesting
import Testing

@Suite struct PrintingReducerTests {
  @Test func `each action is printed with its difference`() {
    let printed = Locked<[String]>([])
    let store = Store(
      initialState: NumberState(tabs: [0, 1]),
      reducer: NavigationReducer().printingChanges { text in printed.withLock { $0.append(text) } })
    store.send(.push(3))
    store.send(.dismiss)
    let texts = printed.withLock(\.self)
    #expect(texts.count == 2)
    #expect(texts[0].hasPrefix("push(3)\n    "))
    #expect(texts[0].contains("+ ") && texts[0].contains("3"))
    #expect(texts[1] == "dismiss\n    No change.\n")
  }
}
