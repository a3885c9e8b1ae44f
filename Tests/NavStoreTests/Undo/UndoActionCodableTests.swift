import NavStore
import Testing

@Suite struct UndoActionCodableTests {
  typealias Action = UndoAction<NavigationAction<AppTab, Route>>

  static let forms: [(Action, String)] = [
    (.action(.selectTab(.library)), #"{"do":[{"selectTab":["library"]}]}"#),
    (.undo, #"{"undo":[]}"#),
    (.redo, #"{"redo":[]}"#),
    (.jump(-2), #"{"jump":[-2]}"#),
    (.recordedJump(index: 3, isFuture: false), #"{"jumpToPast":[3]}"#),
    (.recordedJump(index: 0, isFuture: true), #"{"jumpToFuture":[0]}"#),
    (.clear, #"{"clear":[]}"#),
    (.reset, #"{"reset":[]}"#),
    (.endGroup, #"{"endGroup":[]}"#),
  ]

  @Test(arguments: forms) func `each action has one encoded form, which decodes to the same action`(
    action: Action, form: String
  ) throws {
    #expect(try JSON.text(action) == form)
    #expect(try JSON.value(Action.self, form) == action)
  }

  @Test(arguments: [#"{"jumpToPast":[-1]}"#, #"{"jumpToFuture":[-1]}"#])
  func `a recorded jump to an index that cannot exist is decoded, and keeps its form`(form: String) throws {
    #expect(try JSON.text(try JSON.value(Action.self, form)) == form)
  }

  @Test(
    arguments: [
      "{}", #"{"undo":[],"redo":[]}"#, #"{"undu":[]}"#, #"{"undo":[1]}"#, #"{"jump":[]}"#, #"{"jump":["1"]}"#,
      #"{"do":[]}"#, #"{"do":[{"selectTab":["library"]},1]}"#, #"{"undo":{}}"#, "[]", "1",
    ])
  func `any other form throws an error`(form: String) {
    #expect(JSON.refusal(of: form, as: Action.self) != nil)
  }

  @Test func `an unknown action throws an error that lists the known actions`() {
    #expect(
      JSON.refusal(of: #"{"undu":[]}"#, as: Action.self)
        == "An action must be an object with exactly one of these keys: "
        + "do, undo, redo, jump, jumpToPast, jumpToFuture, clear, reset, endGroup.")
  }
}
