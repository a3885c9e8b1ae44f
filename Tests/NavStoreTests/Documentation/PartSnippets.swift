import NavStore
import NavStoreTesting
import Testing

@Suite struct PartSnippets {
  struct Player: Equatable, Sendable {
    var song: Int
    var seconds = 0
  }

  enum PlayerAction: Equatable, Sendable {
    case play
    case tick
  }

  struct PlayerReducer: Reducer {
    func reduce(into player: inout Player, action: PlayerAction) -> Effect<PlayerAction> {
      switch action {
      case .play:
        return .run { context throws(CancellationError) in
          while true {
            try await context.sleep(for: .seconds(1))
            context.send(.tick)
          }
        }
      case .tick:
        player.seconds += 1
        return .none
      }
    }
  }

  struct RadioState: Equatable, Sendable {
    var player: Player?
  }

  enum RadioAction: Equatable, Sendable {
    case select(song: Int)
    case close
    case player(PlayerAction)
  }

  // snippet: reducer with a body
  struct RadioReducer: Reducer {
    typealias State = RadioState
    typealias Action = RadioAction

    var body: some Reducer<RadioState, RadioAction> {
      Reduce { state, action in
        switch action {
        case .select(let song): state.player = Player(song: song)
        case .close: state.player = nil
        case .player: break
        }
        return .none
      }
      .ifLet(
        \.player, extract: { if case .player(let action) = $0 { action } else { nil } },
        embed: RadioAction.player
      ) {
        PlayerReducer()
      }
    }
  }
  // end

  // snippet: test of a part
  @Test func `closing the player stops its clock`() async {
    let clock = TestClock()
    let store = TestStore(initialState: RadioState(), reducer: RadioReducer(), clock: clock)
    store.send(.select(song: 7)) { $0.player = Player(song: 7) }
    store.send(.player(.play))
    clock.advance(by: .seconds(1))
    await store.receive(case: { if case .player(let action) = $0 { action } else { nil } }, PlayerAction.tick) {
      $0.player?.seconds = 1
    }
    store.send(.close) { $0.player = nil }
    await store.finish()
  }
  // end

  @Test func `a song that replaces another one ends its clock`() async {
    // snippet: identity of a part
    let radio: some Reducer<RadioState, RadioAction> = Reduce { state, action in
      if case .select(let song) = action { state.player = Player(song: song) }
      return .none
    }
    .ifLet(
      \.player, extract: { if case .player(let action) = $0 { action } else { nil } },
      embed: RadioAction.player,
      identity: \.song
    ) {
      PlayerReducer()
    }
    // end
    let store = TestStore(initialState: RadioState(), reducer: radio, clock: TestClock())
    store.send(.select(song: 7)) { $0.player = Player(song: 7) }
    store.send(.player(.play))
    store.send(.select(song: 8)) { $0.player = Player(song: 8) }
    await store.finish()
  }

  enum Session: Equatable, Sendable {
    case guest
    case member(Player)
  }

  enum SessionAction: Equatable, Sendable {
    case signIn
    case signOut
    case member(PlayerAction)
  }

  @Test func `a case has a reducer`() async {
    // snippet: reducer of a case
    let session: some Reducer<Session, SessionAction> = Reduce { session, action in
      switch action {
      case .signIn: session = .member(Player(song: 1))
      case .signOut: session = .guest
      case .member: break
      }
      return .none
    }
    .ifCaseLet(
      state: { if case .member(let player) = $0 { player } else { nil } }, embedState: Session.member,
      extract: { if case .member(let action) = $0 { action } else { nil } }, embed: SessionAction.member
    ) {
      PlayerReducer()
    }
    // end
    let clock = TestClock()
    let store = TestStore(initialState: Session.guest, reducer: session, clock: clock)
    store.send(.signIn) { $0 = .member(Player(song: 1)) }
    store.send(.member(.play))
    store.send(.signOut) { $0 = .guest }
    await store.finish()
  }

  struct Row: Equatable, Sendable, Identifiable {
    var id: Int
    var count = 0
  }

  enum ListAction: Equatable, Sendable {
    case row(Int, increment: Int)
    case delete(Int)
  }

  @Test func `elements have a reducer`() {
    // snippet: reducer of elements
    struct ListState: Equatable, Sendable {
      var rows: [Row] = []
    }
    let list: some Reducer<ListState, ListAction> = Reduce { state, action in
      if case .delete(let id) = action { state.rows.removeAll { $0.id == id } }
      return .none
    }
    .forEach(\.rows) {
      if case .row(let id, let increment) = $0 { (id, increment) } else { nil }
    } embed: { id, increment in
      .row(id, increment: increment)
    } then: {
      Reduce { row, increment in
        row.count += increment
        return .none
      }
    }
    // end
    let store = TestStore(initialState: ListState(rows: [Row(id: 1), Row(id: 2)]), reducer: list)
    store.send(.row(2, increment: 5)) { $0.rows[1].count = 5 }
    store.send(.delete(1)) { $0.rows = [Row(id: 2, count: 5)] }
  }

  struct Search: Equatable, Sendable {
    var query = ""
    var results: [String] = []
  }

  enum SearchAction: Equatable, Sendable {
    case typed(String)
    case cleared
  }

  @Test func `a change has a reaction`() {
    let typing = Reduce<Search, SearchAction> { state, action in
      if case .typed(let text) = action { state.query = text } else { state = Search(results: state.results) }
      return .none
    }
    // snippet: reaction to a change
    let search = typing.onChange(of: \.query) { old, new, state in
      if new.isEmpty { state.results = [] }
      return .none
    }
    // end
    let store = TestStore(initialState: Search(query: "a", results: ["b"]), reducer: search)
    store.send(.typed("ab")) { $0.query = "ab" }
    store.send(.cleared) { ($0.query, $0.results) = ("", []) }
  }

  enum ExportAction: Equatable, Sendable {
    case written(String)
    case failed
  }

  @Test func `effects run in order`() async {
    @Sendable func write(_ name: String) -> Effect<ExportAction> {
      .run { context in context.send(.written(name)) }
    }
    // snippet: effects in order
    let export: Effect<ExportAction> = .concatenate(write("songs"), write("albums"), write("cover"))
      .cancellable(id: "export", cancelInFlight: true)
    // end
    let store = Store(
      initialState: [String](),
      reducer: Reduce<[String], ExportAction?> { names, action in
        guard let action else { return export.map { $0 } }
        if case .written(let name) = action { names.append(name) }
        return .none
      })
    await store.send(nil).finish()
    #expect(store.state == ["songs", "albums", "cover"])
  }
}
