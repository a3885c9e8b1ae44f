import NavStore

/// The app of Docs/HowTo/Flows/SignOut.md.
enum SignOut {
  // snippet: sign-out state
  nonisolated enum AppTab: String, Codable, CaseIterable { case notes, account }
  nonisolated enum Route: Hashable, Codable { case editor(Int) }

  nonisolated struct AppState: Hashable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var account: String?
    /// The texts in the open editors that are not saved.
    var drafts: [Int: String] = [:]
    /// What went wrong, until the user has seen it.
    var message: String?
    var guarded = GuardedActions<AppTab, Route, AppAction>()
  }

  nonisolated enum AppAction: Hashable {
    case navigation(NavigationAction<AppTab, Route>)
    case textChanged(Int, String)
    /// The user has tapped Sign Out.
    case signedOut
    /// Some files could not be removed. The message names them.
    case removalFailed(String)
    case guards(GuardAction<AppAction>)
  }
  // end

  // snippet: sign-out reducer
  nonisolated static let guards = NavigationGuards<AppState, AppAction, AppTab, Route>(
    navigation: \.navigation
  ) { screen, state in
    if case .editor(let note) = screen.route, state.drafts[note] != nil { .ask } else { .allow }
  }

  nonisolated struct AppReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()
    /// Removes what is saved for the account from the device.
    let removeData: @Sendable () async -> Void

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action):
        navigation.apply(action, to: &state.navigation)
        let open = state.navigation.screens.map(\.route)
        state.drafts = state.drafts.filter { open.contains(.editor($0.key)) }
      case .textChanged(let note, let text):
        state.drafts[note] = text
      case .signedOut:
        // The navigation is reset and not replaced: no identity of a modal is used twice.
        var start = state.navigation
        start.reset()
        state = AppState(navigation: start)
        return .run { [removeData] _ throws(CancellationError) in await removeData() }
      case .removalFailed(let message):
        state.message = message
      case .guards:
        break
      }
      return .none
    }
  }

  /// The reducer of the store. Each action asks the leaving rules.
  nonisolated static func reducer(
    removeData: @escaping @Sendable () async -> Void
  ) -> some Reducer<AppState, AppAction> {
    AppReducer(removeData: removeData).guarded(by: guards, storing: \.guarded) { action in
      if case .guards(let answer) = action { answer } else { nil }
    }
  }
  // end

  // snippet: sign-out model
  /// The app without its views. It saves and records the navigation.
  @MainActor final class AppModel {
    typealias Navigation = NavigationState<AppTab, Route>

    /// Refers to the model for the reducer, which exists before the model. The model retains the store, and the store
    /// retains the reducer, so the reference is weak.
    @MainActor private final class Reference { weak var model: AppModel? }

    let store: Store<AppState, AppAction>
    /// Saves the navigation. Each sign-out replaces it.
    private(set) var persistence: Persistence<Navigation>
    let recorder: ActionLogRecorder<Navigation, NavigationAction<AppTab, Route>>
    private let storage: any StateStorage

    init(savingTo storage: any StateStorage, recordingTo log: String) throws {
      let reference = Reference()
      store = Store(
        initialState: Persistence.load(AppState(), from: storage, saving: \.navigation).state,
        reducer: reducer { await reference.model?.removeData() })
      recorder = try ActionLogRecorder(
        of: store, state: \.navigation,
        action: { if case .navigation(let action) = $0 { action } else { nil } }, schema: ActionLogSchema(), to: log)
      persistence = Persistence(of: store, to: storage, saving: \.navigation)
      self.storage = storage
      reference.model = self
      persistence.start()
      Task { [recorder] in await recorder.run() }
    }

    /// Removes what was saved and recorded. Afterwards, another persistence saves, and nothing is recorded until the
    /// app starts again.
    private func removeData() async {
      let ended = persistence
      do { try await ended.discard() } catch { store.send(.removalFailed("\(error)")) }
      do { try await recorder.discard() } catch { store.send(.removalFailed("\(error)")) }
      // Of two sign-outs at the same time, only one replaces it.
      guard persistence === ended else { return }
      persistence = Persistence(of: store, to: storage, saving: \.navigation)
      persistence.start()
    }
  }
  // end
}
