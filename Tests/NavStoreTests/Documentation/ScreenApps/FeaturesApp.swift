import NavStore

/// The app of Docs/HowTo/Flows/ScreensOfFeatures.md.
enum FeaturesApp {
  // snippet: features screens
  nonisolated enum AppTab: String, Codable, CaseIterable { case notes }
  nonisolated enum Route: Hashable, Codable { case note(Int), colors }

  /// The states of all screens. Each feature below has its own type of states.
  nonisolated enum AppScreen: ScreenContent, Codable, Equatable {
    case list(NoteList.State)
    case note(Note.State)
    case colors(ColorPicker.State)

    init?(root tab: AppTab) { self = .list(NoteList.State()) }

    init?(route: Route) {
      switch route {
      case .note: self = .note(Note.State())
      case .colors: self = .colors(ColorPicker.State())
      }
    }
  }

  /// The actions of all screens.
  nonisolated enum ScreenAction: Codable, Equatable {
    case list(NoteList.Action)
    case note(Note.Action)
    case colors(ColorPicker.Action)
  }
  // end

  // snippet: features note
  /// A note, which loads its text and has a color.
  nonisolated struct Note: ScreenFeature {
    struct State: Codable, Equatable {
      var text: String?
      var color = "yellow"
    }

    enum Action: Codable, Equatable {
      case loaded(String), textChanged(String), colorTapped, colorPicked(String), doneTapped
    }

    let load: @Sendable (Int) async -> String

    func reduce(_ note: inout ScreenScope<AppTab, Route, State, Action>, action: Action) -> Effect<Action> {
      switch action {
      case .loaded(let text), .textChanged(let text): note.state.text = text
      case .colorTapped: note.navigate(.present(.colors))
      case .colorPicked(let color): note.state.color = color
      case .doneTapped: note.finish(with: .doneTapped)
      }
      return .none
    }

    func lifecycle(_ note: ScreenScope<AppTab, Route, State, Action>, phase: ScreenPhase) -> Effect<Action> {
      guard phase == .appeared, note.state.text == nil, case .note(let id) = note.route else { return .none }
      return .run { context throws(CancellationError) in context.send(.loaded(await load(id))) }
    }
  }
  // end

  // snippet: features other screens
  /// The root of the tab, which counts the notes that are done.
  nonisolated struct NoteList: ScreenFeature {
    struct State: Codable, Equatable { var doneCount = 0 }
    enum Action: Codable, Equatable { case noteTapped(Int), noteDone }

    func reduce(_ list: inout ScreenScope<AppTab, Route, State, Action>, action: Action) -> Effect<Action> {
      switch action {
      case .noteTapped(let id): list.navigate(.push(.note(id)))
      case .noteDone: list.state.doneCount += 1
      }
      return .none
    }
  }

  nonisolated struct ColorPicker: ScreenFeature {
    struct State: Codable, Equatable {}
    enum Action: Codable, Equatable { case picked(String) }

    func reduce(_ picker: inout ScreenScope<AppTab, Route, State, Action>, action: Action) -> Effect<Action> {
      picker.finish(with: action)
      return .none
    }
  }
  // end

  // snippet: features cases
  /// Each kind of screen in the types of all screens.
  nonisolated enum Screens {
    static let list = ScreenCase<AppScreen, ScreenAction, NoteList.State, NoteList.Action>(
      state: { if case .list(let state) = $0 { state } else { nil } }, embedState: AppScreen.list,
      extract: {
        switch $0 {
        case .list(let action): action
        case .note(.doneTapped): .noteDone  // the result of a note
        default: nil
        }
      }, embed: ScreenAction.list)
    static let note = ScreenCase<AppScreen, ScreenAction, Note.State, Note.Action>(
      state: { if case .note(let state) = $0 { state } else { nil } }, embedState: AppScreen.note,
      extract: {
        switch $0 {
        case .note(let action): action
        case .colors(.picked(let color)): .colorPicked(color)  // the result of a color picker
        default: nil
        }
      }, embed: ScreenAction.note)
    static let colors = ScreenCase<AppScreen, ScreenAction, ColorPicker.State, ColorPicker.Action>(
      state: { if case .colors(let state) = $0 { state } else { nil } }, embedState: AppScreen.colors,
      extract: { if case .colors(let action) = $0 { action } else { nil } }, embed: ScreenAction.colors)
  }

  nonisolated static func reducer(
    load: @escaping @Sendable (Int) async -> String
  ) -> ScreenNavigationReducer<AppScreen, ScreenAction> {
    ScreenNavigationReducer()
      .screen(Screens.list, reducedBy: NoteList())
      .screen(Screens.note, reducedBy: Note(load: load))
      .screen(Screens.colors, reducedBy: ColorPicker())
  }
  // end
}
