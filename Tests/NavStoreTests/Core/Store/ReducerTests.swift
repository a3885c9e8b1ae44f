import NavStore
import Testing

@Suite struct ReducerTests {
  struct App: Sendable, Equatable {
    var count = 0
    var log: [String] = []
  }

  enum AppAction: Sendable {
    case count(Int)
    case note(String)
  }

  static let counting = Reduce<Int, Int> { count, number in
    count += number
    return number < 0 ? .send(-number) : .none
  }

  static func noting(_ name: String) -> Reduce<App, AppAction> {
    Reduce { app, action in
      app.log.append("\(name): \(action)")
      guard case .count(let number) = action, number > 10 else { return .none }
      return .send(.note(name))
    }
  }

  @Test func `reducers run in the order of the block, and so do their effects`() {
    let store = Store(
      initialState: App(),
      reducer: CombineReducers<App, AppAction, _> {
        Self.noting("first")
        Self.noting("second")
        Self.noting("third")
      })
    store.send(.count(11))
    let noted = ["first", "second", "third"].flatMap { note in
      ["first", "second", "third"].map { "\($0): note(\"\(note)\")" }
    }
    #expect(store.state.log == ["first: count(11)", "second: count(11)", "third: count(11)"] + noted)
  }

  @Test func `a scope reduces its part for its actions and embeds what its effects send`() {
    let store = Store(
      initialState: App(),
      reducer: Scope<App, AppAction, _>(
        state: \.count, extract: { if case .count(let number) = $0 { number } else { nil } }, embed: AppAction.count
      ) {
        Self.counting
        Self.counting
      })
    store.send(.count(2))
    #expect(store.state.count == 4)
    store.send(.note("not about the part"))
    #expect(store.state.count == 4)
    store.send(.count(-1))
    #expect(store.state.count == 4 - 2 + 2 + 2)
  }

  @Test(arguments: [true, false])
  func `a block may have conditions`(isOn: Bool) {
    let reducer = CombineReducers<App, AppAction, _> {
      if isOn { Self.noting("optional") }
      if isOn {
        Self.noting("then")
      } else {
        Self.noting("else")
      }
    }
    var app = App()
    _ = reducer.reduce(into: &app, action: .count(1))
    #expect(app.log == (isOn ? ["optional: count(1)", "then: count(1)"] : ["else: count(1)"]))
  }
}
