import NavStoreInspection
import NavStoreTesting
import Testing

@testable import NavStore
@testable import NavStoreCore

/// Effects that follow each other, and effects with an additional id.
@Suite struct EffectSequenceTests {
  static func later(_ seconds: Int, _ number: Int, id: String? = nil) -> Effect<Counting.Action> {
    .run(id: id) { context throws(CancellationError) in
      try await context.sleep(for: .seconds(seconds))
      context.send(.add(number))
    }
  }

  // MARK: - One after the other

  @Test func `each effect starts when the one before has returned`() async {
    let clock = TestClock()
    let store = makeCounter(
      clock: clock,
      [
        "all": .concatenate(
          .send(.add(1)), Self.later(1, 10), .merge(Self.later(1, 100), Self.later(2, 1_000)), .send(.add(10_000)),
          .concatenate(Self.later(1, 100_000), .none, .send(.add(1_000_000))))
      ])
    let handle = store.send(.run("all"))
    #expect(store.state == 1)
    var states: [Int] = []
    for _ in 0..<4 {
      await clock.sleepers(atLeast: 1)
      if store.state == 11 { await clock.sleepers(atLeast: 2) }
      clock.advance(by: .seconds(1))
      let next = await store.states.first { $0 != (states.last ?? 1) }
      states.append(next ?? 0)
    }
    await handle.finish()
    #expect(states[0] == 11 && states[1] == 111)
    #expect(store.state == 1_111_111)
  }

  @Test func `if one effect is cancelled, those after it do not start`() async {
    for way in ["id", "handle"] {
      let clock = TestClock()
      let store = makeCounter(
        clock: clock,
        ["all": .concatenate(.merge(Self.later(1, 1, id: "first"), Self.later(1, 10)), .send(.add(100)))])
      let handle = store.send(.run("all"))
      await clock.sleepers(atLeast: 2)
      if way == "id" { store.send(.cancel("first")) } else { handle.cancel() }
      clock.advance(by: .seconds(1))
      await handle.finish()
      #expect(store.state == (way == "id" ? 10 : 0))
    }
  }

  @Test func `a handle waits for all effects of a sequence`() async {
    let store = makeCounter(
      clock: ImmediateClock(), ["all": .concatenate((1...100).map { Self.later(1, $0) })])
    await store.send(.run("all")).finish()
    #expect(store.state == 5_050)
  }

  @Test func `a long sequence without work needs no deep recursion`() {
    let store = makeCounter(
      clock: TestClock(), ["all": .concatenate((1...20_000).map { _ in Effect<Counting.Action>.send(.add(1)) })])
    store.send(.run("all"))
    #expect(store.state == 20_000)
  }

  @Test func `many inner sequences without work need no deep recursion`() {
    let pair = Effect<Counting.Action>.concatenate(.send(.add(1)), .send(.add(1)))
    let store = makeCounter(clock: TestClock(), ["all": .concatenate((1...20_000).map { _ in pair })])
    store.send(.run("all"))
    #expect(store.state == 40_000)
  }

  @Test func `an effect after a merge waits for its work, also if the merge begins with actions`() async {
    let clock = TestClock()
    let sends = Effect<Counting.Action>.concatenate(.send(.add(1)), .send(.add(1)))
    let store = makeCounter(
      clock: clock, ["all": .concatenate(.merge(sends, Self.later(1, 10)), .send(.add(100)))])
    let handle = store.send(.run("all"))
    await clock.sleepers(atLeast: 1)
    #expect(store.state == 2)
    clock.advance(by: .seconds(1))
    await handle.finish()
    #expect(store.state == 112)
  }

  // MARK: - Types of actions

  @Test func `an action may be an optional or an existential`() {
    let optional = Store(
      initialState: 0,
      reducer: Reduce<Int, Int?> { state, action in
        if action != nil { return .merge(.send(nil), .send(nil)) }
        state += 1
        return .none
      })
    optional.send(1)
    #expect(optional.state == 2)
    let existential = Store(
      initialState: "",
      reducer: Reduce<String, any Sendable> { state, action in
        guard let text = action as? String else { return .merge(.send("a"), .send("b")) }
        state += text
        return .none
      })
    existential.send(1)
    #expect(existential.state == "ab")
  }

  // MARK: - An additional id

  @Test func `work with an additional id is cancelled by either id`() async {
    for (id, state) in [("own", 10), ("all", 0), ("other", 11)] {
      let clock = TestClock()
      let store = makeCounter(
        clock: clock,
        ["all": .merge(Self.later(1, 1, id: "own"), Self.later(1, 10)).cancellable(id: "all")])
      let handle = store.send(.run("all"))
      await clock.sleepers(atLeast: 2)
      store.cancelEffects(id: id)
      clock.advance(by: .seconds(1))
      await handle.finish()
      #expect(store.state == state, "\(id)")
    }
  }

  @Test func `a second effect can cancel the first, and its work still cancels work with its own id`() async {
    let clock = TestClock()
    let own = Effect<Counting.Action>.run(id: "own", cancelInFlight: true) { context throws(CancellationError) in
      try await context.sleep(for: .seconds(1))
      context.send(.add(1))
    }
    let store = makeCounter(
      clock: clock,
      [
        "plain": Self.later(1, 100, id: "own"),
        "all": .concatenate(own, Self.later(1, 10)).cancellable(id: "all", cancelInFlight: true),
      ])
    let handles = [store.send(.run("plain")), store.send(.run("all")), store.send(.run("all"))]
    for _ in 1...2 {
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(1))
      await handles[0].finish()
      await handles[1].finish()
      _ = await store.states.first { $0 != 0 }
    }
    await handles[2].finish()
    #expect(store.state == 11)
  }

  @Test func `ids match inside scopes, and not across them`() {
    typealias ID = EffectID
    func scoped(_ id: EffectID?, _ scope: String) -> EffectID { ID(ScopedEffectID(scope: ID(scope), id: id)) }
    let both = ID(EffectIDs(ids: [ID("a"), ID("b")]))
    #expect(both.isCancelled(by: ID("a")) && both.isCancelled(by: ID("b")) && !both.isCancelled(by: ID("c")))
    #expect(scoped(both, "s").isCancelled(by: scoped(ID("b"), "s")))
    #expect(!scoped(both, "s").isCancelled(by: scoped(ID("b"), "t")))
    #expect(!scoped(nil, "s").isCancelled(by: scoped(ID("b"), "s")))
    let outside = ID(EffectIDs(ids: [scoped(scoped(ID("a"), "t"), "s"), ID("b")]))
    #expect(outside.isCancelled(by: ID("b")) && outside.isCancelled(by: scoped(scoped(ID("a"), "t"), "s")))
    func isInside(_ id: EffectID, _ scopes: [String], of outer: [String] = [], isInverted: Bool = false) -> Bool {
      id.isCancelled(
        by: ScopeCancellation(scopes: Set(scopes.map(ID.init)), isInverted: isInverted, outer: outer.map(ID.init)))
    }
    #expect(isInside(outside, ["s"]) && isInside(outside, ["u", "t"], of: ["s"]) && !isInside(outside, ["t"]))
    let inside = scoped(ID(EffectIDs(ids: [scoped(ID("a"), "t"), ID("b")])), "s")
    #expect(isInside(inside, ["t"], of: ["s"]) && !isInside(inside, ["u"], of: ["s"]))
    for id in [outside, inside] {
      #expect(isInside(id, ["u"], of: ["s"], isInverted: true) && isInside(id, [], of: ["s"], isInverted: true))
      #expect(!isInside(id, ["t"], of: ["s"], isInverted: true) && !isInside(id, ["u"], of: ["v"], isInverted: true))
    }
    #expect(!isInside(scoped(nil, "s"), ["u"], of: ["s"], isInverted: true), "The work is in no inner scope.")
    #expect(!isInside(ID("s"), [], of: ["s"], isInverted: true))
  }
}
