import NavStore
import NavStoreTesting

// The code of the comments of `ScreenFeature`, `ScreenCase`, `ScreenStores` and `TestScreens`. It is compiled and not
// run.

private enum ScreenFeatureComments {
  enum AppTab: String, CaseIterable { case home }
  enum Route: Hashable { case note }

  enum AppScreen: ScreenContent, Equatable {
    typealias Tab = AppTab

    case note(Note.State)

    init?(route: Route) { self = .note(Note.State()) }
  }

  enum ScreenAction: Equatable { case note(Note.Action) }

  // snippet: comment of ScreenFeature
  struct Note: ScreenFeature {
    struct State: Codable, Equatable { var text = "" }
    enum Action: Codable, Equatable { case textChanged(String), saveTapped }

    let save: @Sendable (String) async -> Void

    func reduce(_ note: inout ScreenScope<AppTab, Route, State, Action>, action: Action) -> Effect<Action> {
      switch action {
      case .textChanged(let text): note.state.text = text
      case .saveTapped: note.finish()
      }
      return .none
    }

    func lifecycle(_ note: ScreenScope<AppTab, Route, State, Action>, phase: ScreenPhase) -> Effect<Action> {
      phase == .left ? .run { [text = note.state.text] _ in await save(text) } : .none
    }
  }
  // end

  // snippet: comment of ScreenCase
  enum Screens {
    static let note = ScreenCase<AppScreen, ScreenAction, Note.State, Note.Action>(
      state: { if case .note(let state) = $0 { state } else { nil } }, embedState: AppScreen.note,
      extract: { if case .note(let action) = $0 { action } else { nil } }, embed: ScreenAction.note)
  }
  // end

  static func reducer(save: @escaping @Sendable (String) async -> Void) {
    // snippet: comment of ScreenNavigationReducer.screen
    let screens = ScreenNavigationReducer<AppScreen, ScreenAction>()
      .screen(Screens.note, reducedBy: Note(save: save))
    // end
    _ = screens
  }

  static func store(_ screens: ScreenStores<AppScreen, ScreenAction>, _ id: ScreenID) {
    // snippet: comment of ScreenStores.subscript(_:as:)
    let note = screens[id, as: Screens.note]
    note?.send(.textChanged("Milk"))
    // end
  }

  struct AppState: Equatable { var notes: ScreenNavigation<AppScreen> }
  enum AppAction: Equatable { case notes(ScreenNavigationAction<AppTab, Route, ScreenAction>) }

  static func test(_ store: TestStore<AppState, AppAction>) async {
    // snippet: comment of TestScreens
    let screens = TestScreens(store, \.notes, action: AppAction.notes)
    screens.send(.textChanged("Milk"), to: .note, as: Screens.note) { $0.text = "Milk" }
    // end
  }
}
