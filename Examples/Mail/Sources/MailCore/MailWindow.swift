// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import NavStore

/// A window of an account, with a navigation and a file of its own.
public final class MailWindow: Sendable {
  public struct State: Codable, Equatable, Sendable {
    public var screens = ScreenNavigation<MailScreen>(NavigationState(tabs: [.mail, .search]))
    public var isSignedIn = true
    public var guarded = GuardedActions<MailTab, StackEntry<MailRoute>, Action>()
    public var message: String?

    public init() {}

    /// The number of drafts that the user has begun.
    var draftCount: Int { screens.identified.screens.count { isDraft($0.route.id) } }

    func isDraft(_ screen: ScreenID) -> Bool {
      if case .compose(let compose)? = screens[screen] { compose.draft != Draft() } else { false }
    }
  }

  public enum Action: Codable, Equatable, Sendable {
    case screens(ScreenNavigationAction<MailTab, MailRoute, MailScreenAction>)
    case guards(GuardAction<Action>)
    case opened
    case accountChanged(tabs: [MailTab], isSignedIn: Bool)
    case linkOpened(String)
    case linkResolved(DeepLink<MailTab, MailRoute>)
    case linkFailed(String)
    case messageSeen

    public static func navigation(_ action: NavigationAction<MailTab, MailRoute>) -> Action {
      .screens(.navigation(action))
    }
  }

  public let store: Store<State, Action>
  public let navigator: MailNavigator
  public let screens: ScreenStores<MailScreen, MailScreenAction>
  public let persistence: Persistence<State>
  /// What the user does, without what is typed in drafts; `nil` if the file cannot be created.
  public let recorder: ActionLogRecorder<State, Action>?
  /// The screens that the user sees.
  public let visits: AsyncStream<ScreenVisit<MailTab, StackEntry<MailRoute>>>

  public static let schema = StateSchema(
    version: 2,
    migrations: [
      .step(from: 1, "folders are mailboxes, and screens have a state") { state in
        try state["navigation"]?.mapRoutes { route in
          guard let folder = route["folder"] else { return route }
          return ["mailbox": ["_0": folder["name"] ?? "inbox"]]
        }
        state = ["screens": state["navigation"] ?? .null, "isSignedIn": true, "guarded": [:]]
      }
    ], restoring: RestoreOptions(keepsSavedTabs: true))
  public static let logSchema = ActionLogSchema<State, Action>(redacting: [Draft.redaction])

  init(
    of account: Store<Account, AccountAction>, in folder: URL, named name: String, server: MailServer
  ) throws {
    let file = try FileStorage(url: folder.appendingPathComponent("\(name).state"))
    let restored = Persistence.load(State(), from: file, saving: \.saved, schema: Self.schema)
    store = Store(initialState: restored.state, reducer: MailWindowReducer.guarded(account: account, server: server))
    navigator = Navigator(
      store.scope(state: \.screens.identified, action: { Action.screens(.identified($0)) }), guardedBy: .mail, in: store
    )
    screens = ScreenStores(store.scope(state: \.screens, action: Action.screens))
    persistence = Persistence(of: store, to: file, saving: \.saved, schema: Self.schema)
    recorder = try? ActionLogRecorder(
      of: store, schema: Self.logSchema, to: folder.appendingPathComponent("\(name).navlog").path)
    visits = store.screenVisits(of: \.screens.identified, whileVisible: \.screens.isVisible)
    store.send([.screens(.start), .opened], origin: .restore)
  }
}

extension MailWindow.State {
  /// What is saved: neither a question nor a message returns after a restart.
  var saved: Self {
    get {
      var saved = self
      (saved.guarded, saved.message) = (guarded.saved, nil)
      return saved
    }
    set { self = newValue }
  }

  /// The question of a guard, or what went wrong.
  public var prompt: Prompt<MailWindow.Action>? {
    guarded.question?.prompt("Discard your draft?", leave: "Discard Draft", stay: "Keep Editing")
      .map(MailWindow.Action.guards)
      ?? message.map { Prompt($0, dismissal: .messageSeen) }
  }
}

typealias MailGuards = NavigationGuards<MailWindow.State, MailWindow.Action, MailTab, StackEntry<MailRoute>>

extension MailGuards {
  /// A draft is not lost without a question, and is written only after the sign-in.
  static let mail = MailGuards(screens: \.screens) { screen, state in
    state.isDraft(screen.route.id) ? .ask : .allow
  } entering: { place, state in
    place.route?.route == .compose && !state.isSignedIn ? .first(.navigation(.present(.signIn))) : .allow
  }
}

struct MailWindowReducer: Reducer {
  typealias State = MailWindow.State
  typealias Action = MailWindow.Action

  let account: Store<Account, AccountAction>
  let screens: ScreenNavigationReducer<MailScreen, MailScreenAction>
  let resolver: LinkResolver<MailTab, MailRoute, State>

  static func guarded(
    account: Store<Account, AccountAction>, server: MailServer
  ) -> some Reducer<State, Action> {
    MailWindowReducer(
      account: account, screens: Screens.reducer(server),
      resolver: LinkResolver(mailLinks, rules: [.inMailbox(server.mailbox)])
    ).guarded(by: .mail, storing: \.guarded) { action in
      if case .screens(.screen(_, .compose(.sent))) = action { true } else { false }
    } answer: { action in
      if case .guards(let answer) = action { answer } else { nil }
    }
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .screens(let action):
      let request = request(of: action, in: state)
      let effect = screens.reduce(into: &state.screens, action: action).map(Action.screens)
      return .merge(effect, request.map { request in .run { [account] _ in account.send(request) } } ?? .none)
    case .guards: break
    case .opened:
      return .run(id: "account") { [account] context in
        for await account in account.states(of: \.self) {
          context.send(.accountChanged(tabs: account.tabs, isSignedIn: account.isSignedIn))
        }
      }
    case .accountChanged(let tabs, let isSignedIn):
      state.isSignedIn = isSignedIn
      state.screens.navigation.setTabs(tabs)
      if isSignedIn, let sheet = state.screens.navigation.modals.last(where: { $0.root == .signIn }) {
        state.screens.navigation.dismiss(sheet.id)
      }
      return screens.update(&state.screens).map(Action.screens)
    case .linkOpened(let url):
      state.message = nil
      return resolver.opening(
        url, state, resolved: { .linkResolved($0.link) },
        failed: { error in
          if case .refused(let reason, _) = error.reason {
            .linkFailed(reason)
          } else {
            .linkFailed("Nothing to open.")
          }
        })
    case .linkResolved(let link):
      state.screens.navigation.deepLink(link)
      return screens.update(&state.screens).map(Action.screens)
    case .linkFailed(let message): state.message = message
    case .messageSeen: state.message = nil
    }
    return .none
  }

  /// Returns what the account must know of an action of a screen.
  private func request(
    of action: ScreenNavigationAction<MailTab, MailRoute, MailScreenAction>, in state: State
  ) -> AccountAction? {
    switch action {
    case .screen(let id, .message(.archiveTapped)):
      if case .message(let message)? = state.screens.route(of: id) { .archive(.action(message)) } else { nil }
    case .screen(_, .compose(.sent)): .sent
    default: nil
    }
  }
}
