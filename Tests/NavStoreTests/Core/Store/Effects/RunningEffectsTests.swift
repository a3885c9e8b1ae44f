import Testing

@testable import NavStore
@testable import NavStoreCore

/// The rules of effects, without time and tasks.
@Suite struct RunningEffectsTests {
  typealias Effects = RunningEffects<String>

  func work(_ id: String?, cancelInFlight: Bool = false) -> Effect<String>.Operation {
    .run(Effect<String>.Work(id: id.map(EffectID.init), cancelInFlight: cancelInFlight, priority: nil) { _ in })
  }

  func begin(_ operations: Effect<String>.Operation..., in effects: inout Effects) -> [Effects.Command] {
    var commands: [Effects.Command] = []
    let group = effects.makeGroup()
    effects.begin(.merge(operations), in: group, cause: 1, commands: &commands)
    return commands
  }

  func tokens(_ commands: [Effects.Command]) -> [Effects.Token] {
    commands.compactMap { if case .start(let token, _) = $0 { token } else { nil } }
  }

  func cancelled(_ commands: [Effects.Command]) -> [Effects.Token] {
    commands.compactMap { if case .cancel(let token) = $0 { token } else { nil } }
  }

  @Test func `commands come in the order of the effects`() {
    var effects = Effects()
    let commands = begin(.send("a"), work("x"), .cancel(EffectID("x")), .send("b"), in: &effects)
    let names = commands.map { command in
      switch command {
      case .send(let action, _, _): action
      case .start: "start"
      case .cancel: "cancel"
      }
    }
    #expect(names == ["a", "start", "cancel", "b"])
  }

  @Test func `work is live until it is cancelled, and counted until it has returned`() {
    var effects = Effects()
    let token = tokens(begin(work("x"), in: &effects))[0]
    #expect(effects.isLive(token))
    #expect(cancelled(begin(.cancel(EffectID("x")), in: &effects)) == [token])
    #expect(!effects.isLive(token))
    #expect(effects.count == 1)
    #expect(effects.finish(token) != nil)
    #expect(effects.count == 0)
    #expect(effects.finish(token) == nil)
  }

  @Test func `a second cancellation of the same work returns no command`() {
    var effects = Effects()
    _ = begin(work("x"), in: &effects)
    #expect(cancelled(begin(.cancel(EffectID("x")), in: &effects)).count == 1)
    #expect(cancelled(begin(.cancel(EffectID("x")), in: &effects)).isEmpty)
  }

  @Test func `cancelInFlight cancels work with the id before it starts its own`() {
    var effects = Effects()
    let first = tokens(begin(work("x"), work("y"), in: &effects))
    let commands = begin(work("x", cancelInFlight: true), in: &effects)
    #expect(cancelled(commands) == [first[0]])
    #expect(tokens(commands).allSatisfy(effects.isLive))
    #expect(effects.isLive(first[1]))
  }

  @Test func `work without an id is cancelled by no id`() {
    var effects = Effects()
    let token = tokens(begin(work(nil), in: &effects))[0]
    #expect(begin(work(nil, cancelInFlight: true), .cancel(EffectID("x")), in: &effects).count == 1)
    #expect(effects.isLive(token))
  }

  @Test func `a group ends when the last of its work has returned`() {
    var effects = Effects()
    let group = effects.makeGroup()
    var commands: [Effects.Command] = []
    effects.begin(.merge([work("x"), work("y")]), in: group, cause: 1, commands: &commands)
    let both = tokens(commands)
    #expect(effects.finish(both[0]) == nil)
    #expect(effects.isRunning(group))
    #expect(effects.finish(both[1]) == group)
    #expect(!effects.isRunning(group))
  }

  @Test func `an action of a scope is dropped when the scope is cancelled first, and counts until then`() {
    var effects = Effects()
    let send = Effect<String>.send("a").scoped(to: EffectID("scope"), includesSends: true).operation ?? .merge([])
    let commands = begin(send, .send("b"), in: &effects)
    guard case .send("a", _, let token?) = commands[0], case .send("b", _, nil) = commands[1] else {
      Issue.record("\(commands)")
      return
    }
    #expect(effects.isLive(token) && effects.count == 1)
    _ = begin(.cancelScopes([EffectID("scope")], inside: []), in: &effects)
    #expect(!effects.isLive(token))
    #expect(effects.finish(token) != nil && effects.count == 0)
    #expect(begin(.sequence([work("x"), send]), in: &effects).count == 1)
  }

  @Test func `the release of the store cancels all live work in the order of its start`() {
    var effects = Effects()
    let all = tokens(begin(work("a"), work("b"), work("c"), in: &effects))
    _ = begin(.cancel(EffectID("b")), in: &effects)
    #expect(cancelled(effects.cancelAll()) == [all[0], all[2]])
    #expect(!all.contains(where: effects.isLive))
  }

  @Test func `cancelInFlight cancels the old work before it starts the new work`() {
    var effects = Effects()
    _ = begin(work("x"), in: &effects)
    let commands = begin(work("x", cancelInFlight: true), in: &effects)
    #expect(commands.count == 2)
    guard case .cancel = commands.first, case .start = commands.last else {
      Issue.record("\(commands)")
      return
    }
  }
}
