import Foundation
import NavStore

/// The app of Docs/HowTo/Flows/WindowsAndAccounts.md. It is compiled with the views, too.
enum Accounts {
  // snippet: accounts shared data
  nonisolated enum AppTab: String, Codable, CaseIterable { case inbox, archive }
  nonisolated enum Route: Hashable, Codable { case editor }

  /// The data of an account, which all of its windows share.
  nonisolated struct Account: Codable, Equatable {
    var sent: [String] = []
    var isPaying = false
    /// The tabs of each window. The archive is for paying accounts.
    var tabs: [AppTab] { isPaying ? [.inbox, .archive] : [.inbox] }
  }

  nonisolated enum AccountAction: Equatable { case sent(String), paid }

  nonisolated struct AccountReducer: Reducer {
    func reduce(into account: inout Account, action: AccountAction) -> Effect<AccountAction> {
      switch action {
      case .sent(let text): account.sent.append(text)
      case .paid: account.isPaying = true
      }
      return .none
    }
  }
  // end

  // snippet: accounts window
  nonisolated struct WindowState: Codable, Equatable {
    var navigation = NavigationState<AppTab, Route>(tabs: [.inbox])
    var draft = ""
  }

  nonisolated enum WindowAction: Equatable {
    case navigation(NavigationAction<AppTab, Route>)
    case opened
    case tabsChanged([AppTab])
    case draftChanged(String)
    case sendTapped
  }

  nonisolated struct WindowReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()
    let account: Store<Account, AccountAction>

    func reduce(into state: inout WindowState, action: WindowAction) -> Effect<WindowAction> {
      switch action {
      case .navigation(let action): navigation.apply(action, to: &state.navigation)
      case .opened:
        // The effect ends with the store of the window.
        return .run(id: "tabs") { [account] context in
          for await tabs in account.states(of: \.tabs) { context.send(.tabsChanged(tabs)) }
        }
      case .tabsChanged(let tabs): navigation.apply(.setTabs(tabs), to: &state.navigation)
      case .draftChanged(let draft): state.draft = draft
      case .sendTapped:
        let draft = state.draft
        state.draft = ""
        navigation.apply(.back, to: &state.navigation)
        return .run { [account] _ in account.send(.sent(draft)) }
      }
      return .none
    }
  }
  // end

  // snippet: accounts model
  /// A window of an account.
  nonisolated final class WindowModel: Sendable {
    let store: Store<WindowState, WindowAction>
    let navigator: Navigator<AppTab, Route>
    let persistence: Persistence<WindowState>

    init(of account: Store<Account, AccountAction>, savingTo file: FileStorage) {
      let options = RestoreOptions(keepsSavedTabs: true)  // until the account says which tabs there are
      let schema = StateSchema(version: 1, restoring: options)
      let restored = Persistence.load(WindowState(), from: file, schema: schema)
      store = Store(initialState: restored.state, reducer: WindowReducer(account: account))
      navigator = Navigator(store.scope(state: \.navigation, action: WindowAction.navigation))
      persistence = Persistence(of: store, to: file, schema: schema)
      store.send(.opened, origin: .restore)
    }
  }

  /// An account with its windows. All of its files are in one folder.
  @MainActor final class AccountModel {
    let store: Store<Account, AccountAction>
    let persistence: Persistence<Account>
    private let folder: URL
    private var windows: [String: WindowModel] = [:]

    init(folder: URL) throws {
      let file = try FileStorage(url: folder.appendingPathComponent("account.state"))
      self.folder = folder
      store = Store(initialState: Persistence.load(Account(), from: file).state, reducer: AccountReducer())
      persistence = Persistence(of: store, to: file)
    }

    /// Returns a window. The first call restores it from its file.
    func window(_ name: String) throws -> WindowModel {
      if let window = windows[name] { return window }
      let file = try FileStorage(url: folder.appendingPathComponent("windows/\(name).state"))
      let window = WindowModel(of: store, savingTo: file)
      windows[name] = window
      return window
    }

    /// The number of windows whose draft a sign-out would lose.
    var draftCount: Int { windows.values.count { !$0.store.state.draft.isEmpty } }

    /// Removes everything that is saved for the account. Ask before, if `draftCount` is not 0. Afterwards,
    /// the app releases this model and closes the windows.
    func signOut() async throws {
      for window in windows.values { try await window.persistence.discard() }
      windows = [:]
      try await persistence.discard()
      // The files of windows that are not open now.
      if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
    }
  }
  // end
}
