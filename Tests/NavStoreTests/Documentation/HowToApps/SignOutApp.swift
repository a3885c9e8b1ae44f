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
  /// What the device stores of the account: the saved navigation and the log.
  @MainActor final class AccountData {
    typealias Navigation = NavigationState<AppTab, Route>

    private let storage: any StateStorage
    private let log: String
    private weak var store: Store<AppState, AppAction>?
    private(set) var persistence: Persistence<Navigation>?
    private(set) var recorder: ActionLogRecorder<Navigation, NavigationAction<AppTab, Route>>?

    init(storage: any StateStorage, log: String) {
      self.storage = storage
      self.log = log
    }

    /// Starts to save and to record the navigation of a store.
    func start(with store: Store<AppState, AppAction>) throws {
      self.store = store
      let recorder = try ActionLogRecorder(
        of: store, state: \.navigation,
        action: { if case .navigation(let action) = $0 { action } else { nil } },
        schema: ActionLogSchema(rules: NavigationRules()), to: log)
      self.recorder = recorder
      Task { await recorder.run() }
      save(store)
    }

    /// Removes what was saved and recorded. Afterwards, another persistence saves, and nothing is recorded
    /// until the app starts again.
    func remove() async {
      let ended = persistence
      do { try await ended?.discard() } catch { store?.send(.removalFailed("\(error)")) }
      do { try await recorder?.discard() } catch { store?.send(.removalFailed("\(error)")) }
      // Of two sign-outs at the same time, only one replaces the persistence.
      if let store, persistence === ended { save(store) }
    }

    private func save(_ store: Store<AppState, AppAction>) {
      persistence = Persistence(of: store, to: storage, saving: \.navigation)
      persistence?.start()
    }
  }

  /// The app without its views.
  @MainActor final class AppModel {
    let data: AccountData
    let store: Store<AppState, AppAction>

    init(savingTo storage: any StateStorage, recordingTo log: String) throws {
      let data = AccountData(storage: storage, log: log)
      self.data = data
      store = Store(
        initialState: Persistence.load(AppState(), from: storage, saving: \.navigation).state,
        reducer: reducer { await data.remove() })
      try data.start(with: store)
    }
  }
  // end
}
