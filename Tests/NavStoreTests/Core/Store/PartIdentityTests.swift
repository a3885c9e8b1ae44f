import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Parts of a state that are replaced by another part, without being absent in between.
@Suite(.hangLimit) struct PartIdentityTests {
  /// A user who receives ticks and greetings, which must be the user's own.
  struct User: Equatable, Sendable, Identifiable {
    var id: Int
    var received = 0
    /// The identities of other users whose actions this user has received.
    var strangers: [Int] = []
  }

  enum UserAction: Equatable, Sendable {
    /// Starts an effect that ticks every second.
    case start
    case tick(of: Int)
    /// Starts an effect that ticks immediately and sends a greeting, while the session changes to another user.
    case leave(to: Int?)
    case greeting(of: Int)
    case rename(Int)
    case cancel
  }

  struct UserReducer: Reducer {
    func reduce(into user: inout User, action: UserAction) -> Effect<UserAction> {
      switch action {
      case .start:
        return ticks(of: user.id)
      case .rename(let id):
        user.id = id
        return ticks(of: id)
      case .tick(let id), .greeting(let id):
        if id == user.id { user.received += 1 } else { user.strangers.append(id) }
        return .none
      case .leave:
        return .merge(.run { [id = user.id] in $0.send(.tick(of: id)) }, .send(.greeting(of: user.id)))
      case .cancel:
        return .cancel(id: "ticks")
      }
    }

    private func ticks(of id: Int) -> Effect<UserAction> {
      .run(id: "ticks") { context throws(CancellationError) in
        while true {
          try await context.sleep(for: .seconds(1))
          context.send(.tick(of: id))
        }
      }
    }
  }

  enum Session: Equatable, Sendable {
    case guest
    case member(User)

    var user: User? {
      get { if case .member(let user) = self { user } else { nil } }
      set { self = newValue.map(Session.member) ?? .guest }
    }

    mutating func change(to id: Int?) {
      if id != user?.id { user = id.map { User(id: $0) } }
    }
  }

  enum SessionAction: Equatable, Sendable {
    case user(UserAction)
    case change(to: Int?)

    var user: UserAction? { if case .user(let action) = self { action } else { nil } }
  }

  /// A reducer whose type is erased.
  struct AnySessionReducer: Reducer {
    let reduced: @Sendable (inout Session, SessionAction) -> Effect<SessionAction>
    let updated: @Sendable (inout Session) -> Effect<SessionAction>

    init(_ reducer: some Reducer<Session, SessionAction>) {
      reduced = { reducer.reduce(into: &$0, action: $1) }
      updated = { reducer.update(&$0) }
    }

    func reduce(into state: inout Session, action: SessionAction) -> Effect<SessionAction> { reduced(&state, action) }
    func update(_ state: inout Session) -> Effect<SessionAction> { updated(&state) }
  }

  /// The ways in which the reducer of a user is added.
  enum Form: CaseIterable, Sendable {
    case optional, optionalWithKey, enumCase, enumCaseWithKey, nested, secondReducer

    var reducer: AnySessionReducer {
      let changes = Reduce<Session, SessionAction> { session, action in
        switch action {
        case .change(let id), .user(.leave(let id)): session.change(to: id)
        case .user: break
        }
        return .none
      }
      switch self {
      case .optional:
        return AnySessionReducer(
          changes.ifLet(\.user, extract: \.user, embed: SessionAction.user) { UserReducer() })
      case .optionalWithKey:
        return AnySessionReducer(
          changes.ifLet(\.user, extract: \.user, embed: SessionAction.user, identity: { "user \($0.id)" }) {
            UserReducer()
          })
      case .enumCase:
        return AnySessionReducer(
          changes.ifCaseLet(state: \.user, embedState: Session.member, extract: \.user, embed: SessionAction.user) {
            UserReducer()
          })
      case .enumCaseWithKey:
        return AnySessionReducer(
          changes.ifCaseLet(
            state: \.user, embedState: Session.member, extract: \.user, embed: SessionAction.user, identity: \.id
          ) { UserReducer() })
      case .nested:
        return AnySessionReducer(
          changes.ifLet(\.user, extract: \.user, embed: SessionAction.user) {
            // The effects of the user are in the scope of a part that never changes.
            Reduce { _, _ in .none }.ifLet(\User.itself, extract: { $0 }, embed: { $0 }, identity: { _ in 0 }) {
              UserReducer()
            }
          })
      case .secondReducer:
        return AnySessionReducer(
          CombineReducers<Session, SessionAction, _> {
            Reduce { _, _ in .none }
            changes
          }
          .ifLet(\.user, extract: \.user, embed: SessionAction.user) { UserReducer() })
      }
    }

    func store(from session: Session = .guest, clock: TestClock) -> TestStore<Session, SessionAction> {
      let store = TestStore(initialState: session, reducer: reducer, clock: clock)
      store.exhaustivity = .off
      return store
    }
  }

  // MARK: - Replacements

  /// Actions that replace user 1, and the number of actions of its own that the user at the end has received a second
  /// later.
  static let replacements: [(name: String, transactions: [[SessionAction]], user: Int?, received: Int)] = [
    ("another user", [[.change(to: 2)]], 2, 0),
    ("another user who starts", [[.change(to: 2)], [.user(.start)]], 2, 1),
    ("another user who starts in the same transaction", [[.change(to: 2), .user(.start)]], 2, 1),
    ("no user", [[.change(to: nil)]], nil, 0),
    ("no user, then another one", [[.change(to: nil)], [.change(to: 2)]], 2, 0),
    ("no user, then the same one", [[.change(to: nil)], [.change(to: 1)]], 1, 0),
    ("there and back", [[.change(to: 2)], [.change(to: 1)]], 1, 0),
    ("there and back in one transaction", [[.change(to: 2), .change(to: 1)]], 1, 0),
    ("no user and back in one transaction", [[.change(to: nil), .change(to: 1)]], 1, 0),
    ("the same user", [[.change(to: 1)]], 1, 1),
    ("an action of the user who leaves", [[.user(.leave(to: 2))]], 2, 0),
    ("an action of the user who stays", [[.user(.leave(to: 1))]], 1, 3),
    ("a new id of the user", [[.user(.rename(3))]], 3, 1),
    ("an action of the user before the change", [[.user(.start), .change(to: 2)]], 2, 0),
    ("cancellation by the other user", [[.change(to: 2)], [.user(.start)], [.user(.cancel)]], 2, 0),
  ]

  @Test(arguments: Form.allCases)
  func `a part that is replaced by another part ends`(form: Form) async {
    for (name, transactions, user, received) in Self.replacements {
      let clock = TestClock()
      let store = form.store(from: .member(User(id: 1)), clock: clock)
      store.send(.user(.start))
      for actions in transactions { store.send(actions) }
      clock.advance(by: .seconds(1))
      #expect(store.state.user == user.map { User(id: $0, received: received) }, "\(name)")
    }
  }

  @Test(arguments: Form.allCases)
  func `users who come, go and are replaced at random receive only their own actions`(form: Form) {
    let runs = TestEnvironment.isLong ? 2_000 : 15
    for run in 0..<UInt64(runs) {
      var random = SplitMix64(seed: TestEnvironment.seed &+ run)
      let clock = TestClock()
      let store = form.store(clock: clock)
      var model = Model()
      var log: [String] = []
      for _ in 0..<25 {
        if random.below(4) == 0 {
          clock.advance(by: .seconds(1))
          model.advance()
          log.append("advance")
        } else {
          let actions = (0...random.below(3)).map { _ in Self.action(&random) }
          store.send(actions)
          model.send(actions)
          log.append("\(actions)")
        }
        guard store.state == model.session else {
          Issue.record(
            "NAVSTORE_SEED=\(TestEnvironment.seed &+ run): \(store.state), not \(model.session), after \(log)")
          return
        }
      }
    }
  }

  @Test(arguments: Form.allCases)
  func `undo, redo and jumps end the effects of another part`(form: Form) {
    let runs = TestEnvironment.isLong ? 2_000 : 15
    for run in 0..<UInt64(runs) {
      var random = SplitMix64(seed: TestEnvironment.seed &+ run)
      let clock = TestClock()
      let store = TestStore(
        initialState: UndoState(Session.guest), reducer: form.reducer.undoable(limit: 10_000), clock: clock)
      store.exhaustivity = .off
      var model = UndoModel()
      var log: [String] = []
      for _ in 0..<30 {
        let choice = random.below(8)
        switch choice {
        case 0:
          clock.advance(by: .seconds(1))
          model.advance()
          log.append("advance")
        case 1..<4:
          let steps = [-1, 1, -random.below(4)][choice - 1]
          store.send(.jump(steps))
          model.jump(steps)
          log.append("jump \(steps)")
        default:
          let action: SessionAction = choice < 6 ? .change(to: Self.user(&random)) : .user(.start)
          store.send(.action(action))
          model.send(action)
          log.append("\(action)")
        }
        guard store.state.present == model.present else {
          Issue.record(
            "NAVSTORE_SEED=\(TestEnvironment.seed &+ run): \(store.state.present), not \(model.present), after \(log)")
          return
        }
      }
    }
  }

  private static func user(_ random: inout SplitMix64) -> Int? { [nil, 1, 2, 2][random.below(4)] }

  private static func action(_ random: inout SplitMix64) -> SessionAction {
    switch random.below(6) {
    case 0..<3: .change(to: user(&random))
    case 3: .user(.leave(to: user(&random)))
    case 4: .user(.cancel)
    default: .user(.start)
    }
  }

  /// The user, the effects that run, and the actions that the store still has to reduce.
  struct Model {
    var session = Session.guest
    var timers = 0
    private var pending: [(user: Int, isSend: Bool)] = []

    mutating func send(_ actions: [SessionAction]) {
      for action in actions {
        switch action {
        case .change(let id): change(to: id)
        case .user(.start): if session.user != nil { timers += 1 }
        case .user(.cancel): timers = 0
        case .user(.leave(let id)):
          if let user = session.user { pending += [(user.id, false), (user.id, true)] }
          change(to: id)
        case .user: break
        }
      }
      let user = session.user?.id
      session.user?.received += pending.count { $0.user == user }
      pending = []
    }

    mutating func advance() { session.user?.received += timers }

    private mutating func change(to id: Int?) {
      guard id != session.user?.id else { return }
      timers = 0
      if let id { pending.removeAll { $0.user != id } } else { pending.removeAll { !$0.isSend } }
      session.change(to: id)
    }
  }

  /// The states of the user before and after the present, and the effects that run.
  struct UndoModel {
    private var states = [Session.guest]
    private var index = 0
    private var timers = 0

    var present: Session { states[index] }

    mutating func send(_ action: SessionAction) {
      guard case .change(let id) = action else {
        if present.user != nil { timers += 1 }
        return
      }
      var next = present
      next.change(to: id)
      record(next)
    }

    mutating func advance() {
      for _ in 0..<timers {
        var next = present
        next.user?.received += 1
        record(next)
      }
    }

    mutating func jump(_ steps: Int) {
      guard states.indices.contains(index + steps) else { return }
      if states[index].user?.id != states[index + steps].user?.id { timers = 0 }
      index += steps
    }

    private mutating func record(_ next: Session) {
      guard next != present else { return }
      if next.user?.id != present.user?.id { timers = 0 }
      states.removeSubrange((index + 1)...)
      states.append(next)
      index += 1
    }
  }

  // MARK: - Declared identities

  struct Account: Equatable, Sendable {
    var name: String
    var messages: [String] = []
  }

  struct Inbox: Equatable, Sendable {
    var account: Account?
  }

  enum InboxAction: Sendable {
    case open(String)
    case account(String)

    var account: String? { if case .account(let text) = self { text } else { nil } }
  }

  /// Accounts whose reducer sends each action again after a second.
  private static func inbox(
    identity: (@Sendable (Account) -> any Hashable & Sendable)?
  ) -> some Reducer<Inbox, InboxAction> {
    Reduce<Inbox, InboxAction> { inbox, action in
      if case .open(let name) = action { inbox.account = Account(name: name) }
      return .none
    }
    .ifLet(\.account, extract: \.account, embed: InboxAction.account, identity: identity) {
      Reduce<Account, String> { account, text in
        account.messages.append(text)
        return .run { context throws(CancellationError) in
          try await context.sleep(for: .seconds(1))
          context.send(text)
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func `a part without an id has a declared identity, or is always the same part`(isDeclared: Bool) {
    let clock = TestClock()
    let name: @Sendable (Account) -> any Hashable & Sendable = { $0.name }
    let store = TestStore(
      initialState: Inbox(account: Account(name: "a")), reducer: Self.inbox(identity: isDeclared ? name : nil),
      clock: clock)
    store.exhaustivity = .off
    store.send(.account("for a"))
    store.send(.open("b"))
    clock.advance(by: .seconds(1))
    #expect(store.state.account == Account(name: "b", messages: isDeclared ? [] : ["for a"]))
  }

  @Test func `a change without an action of the reducer ends the effects of another part by update`() {
    struct Replacing: Reducer {
      let base = PartIdentityTests.Form.optional.reducer

      func reduce(into session: inout Session, action: SessionAction) -> Effect<SessionAction> {
        guard action == .change(to: 9) else { return base.reduce(into: &session, action: action) }
        session = .member(User(id: 9))
        return base.update(&session)
      }
    }
    let clock = TestClock()
    let store = TestStore(initialState: Session.member(User(id: 1)), reducer: Replacing(), clock: clock)
    store.exhaustivity = .off
    store.send(.user(.start))
    store.send(.change(to: 9))
    store.send(.user(.start))
    clock.advance(by: .seconds(1))
    #expect(store.state == .member(User(id: 9, received: 1)))
  }

  // MARK: - Elements

  enum TeamAction: Sendable {
    case user(Int, UserAction)
    case set([Int])
  }

  static let team: some Reducer<[User], TeamAction> = Reduce { users, action in
    if case .set(let ids) = action { users = ids.map { id in users.first { $0.id == id } ?? User(id: id) } }
    return .none
  }
  .forEach(\.self) {
    if case .user(let id, let action) = $0 { (id, action) } else { nil }
  } embed: {
    .user($0, $1)
  } then: {
    UserReducer()
  }

  @Test func `the effects of an element end when its id changes`() {
    let clock = TestClock()
    let store = TestStore(initialState: [User(id: 1), User(id: 2)], reducer: Self.team, clock: clock)
    store.exhaustivity = .off
    store.send(.user(1, .start))
    store.send(.user(2, .start))
    store.send(.user(1, .rename(3)))
    clock.advance(by: .seconds(1))
    #expect(store.state == [User(id: 3, received: 1), User(id: 2, received: 1)])
    store.send(.set([1, 2]))
    clock.advance(by: .seconds(1))
    #expect(store.state == [User(id: 1), User(id: 2, received: 2)])
  }

  @Test func `undo ends the effects of the elements that it removes`() {
    struct Team: Equatable, Sendable { var users: [User] = [] }
    let reducer = Reduce<Team, TeamAction> { team, action in
      if case .set(let ids) = action { team.users = ids.map { id in team.users.first { $0.id == id } ?? User(id: id) } }
      return .none
    }
    .forEach(\.users) {
      if case .user(let id, let action) = $0 { (id, action) } else { nil }
    } embed: {
      .user($0, $1)
    } then: {
      UserReducer()
    }
    let clock = TestClock()
    let store = TestStore(initialState: UndoState(Team()), reducer: reducer.undoable(), clock: clock)
    store.exhaustivity = .off
    store.send(.action(.set([1])))
    store.send(.action(.set([1, 2])))
    store.send(.action(.user(1, .start)))
    store.send(.action(.user(2, .start)))
    store.send(.undo)
    store.send(.redo)
    clock.advance(by: .seconds(1))
    #expect(store.state.present.users == [User(id: 1, received: 1), User(id: 2)])
  }
}

extension PartIdentityTests.User {
  /// The user as a part that is never absent.
  fileprivate var itself: PartIdentityTests.User? {
    get { self }
    set { if let newValue { self = newValue } }
  }
}
