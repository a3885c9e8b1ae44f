import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite struct PromptTests {
  private static let prompt = Prompt(
    "Delete?", message: "For good.", style: .dialog,
    buttons: [.init("Delete", role: .destructive, action: 7), .init("Keep", role: .cancel)], dismissal: 0)

  @Test func `a button sends its action, or the dismissal`() {
    #expect(Self.prompt.buttons.map(Self.prompt.action) == [7, 0])
  }

  @Test func `a mapped prompt has the same texts and other actions`() {
    let mapped = Self.prompt.map { "\($0)" }
    #expect(mapped.title == "Delete?" && mapped.message == "For good." && mapped.style == .dialog)
    #expect(mapped.buttons.map(\.title) == ["Delete", "Keep"])
    #expect(mapped.buttons.map(\.role) == [.destructive, .cancel])
    #expect(mapped.buttons.map(mapped.action) == ["7", "0"])
    #expect(mapped != Prompt("Delete?", dismissal: "0"))
  }

  @Test func `a prompt is saved and restored`() throws {
    let data = try CanonicalJSONEncoder().encode(Self.prompt)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"buttons":[{"action":7,"role":"destructive","title":"Delete"},{"role":"cancel","title":"Keep"}],"#
        + #""dismissal":0,"message":"For good.","style":"dialog","title":"Delete?"}"#)
    #expect(try JSONDecoder().decode(Prompt<Int>.self, from: Data(data)) == Self.prompt)
  }

  @Test(arguments: [true, false])
  func `the prompt of a guard answers its question, whatever the framework reports first`(dismissesFirst: Bool) throws {
    var state = UnsavedChanges.AppState()
    state.navigation.push(.editor(1))
    state.draft = "text"
    let store = Store(initialState: state, reducer: UnsavedChanges.reducer())
    #expect(store.state.prompt == nil)
    store.send(.navigation(.pop()))
    let prompt = try #require(store.state.prompt)
    #expect(prompt.buttons.map(\.title) == ["Discard Changes", "Keep Editing"])
    #expect(prompt.buttons.map(\.role) == [.destructive, .cancel])
    if dismissesFirst { store.send(prompt.dismissal) }
    store.send(prompt.action(of: prompt.buttons[0]))
    #expect(store.state.prompt == nil && store.state.navigation.depth == 0)

    store.send(.navigation(.push(.editor(1))))
    store.send([.draftChanged("text"), .navigation(.pop())])
    let second = try #require(store.state.prompt)
    store.send(second.action(of: second.buttons[1]))
    #expect(store.state.prompt == nil && store.state.navigation.top == .editor(1))
  }
}
