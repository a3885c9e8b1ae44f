import Testing

@testable import NavStore
@testable import NavStoreCore

/// The rules of effects, without time and tasks.
@Suite struct RunningEffectsTests {
  typealias Effects = RunningEffects<String>

  func work(_ id: String?, cancelInFlight: Bool = false) -> Effect<String>.Operation {
    .run(EffectWork(id: id.map(EffectID.init), cancelInFlight: cancelInFlight, priority: nil) { _ in })
  }

  func begin(_ operations: Effect<String>.Operation..., in effects: inout Effects) -> [EffectCommand] {
    var commands: [EffectCommand] = []
    let group = EffectGroup(of: makeCounter().core)
    effects.begin(.merge(operations), in: group, cause: 1, commands: &commands)
    return commands
  }

  func started(_ commands: [EffectCommand]) -> [RunningEffect] {
    commands.compactMap { if case .start(let effect, _) = $0 { effect } else { nil } }
  }

  /// The numbers of the effects that the commands cancel.
  func cancelled(_ commands: [EffectCommand]) -> [Int] {
    commands.compactMap { if case .cancel(let effect) = $0 { effect.number } else { nil } }
  }

  func names(_ commands: [EffectCommand]) -> [String] {
    commands.map { command in
      switch command {
      case .send(let action, _, _): "\(action)"
      case .start: "start"
      case .cancel: "cancel"
      }
    }
  }

  @Test func `commands come in the order of the effects`() {
    var effects = Effects()
    let commands = begin(.send("a"), work("x"), .cancel(EffectID("x")), .send("b"), in: &effects)
    #expect(names(commands) == ["a", "start", "cancel", "b"])
  }

  @Test func `a sequence continues after all of its work and inner sequences have ended`() {
    var effects = Effects()
    let inner = Effect<String>.Operation.sequence([.send("a"), work("x")])
    let commands = begin(.sequence([inner, .send("b")]), .sequence([.send("c"), .send("d")]), in: &effects)
    #expect(names(commands) == ["a", "start", "c", "d"])
    var next: [EffectCommand] = []
    effects.continueSequence(of: started(commands)[0], commands: &next)
    #expect(names(next) == ["b"])
  }

  @Test func `an inner sequence that ends immediately does not end the operation that contains it`() throws {
    var effects = Effects()
    let inner = Effect<String>.Operation.sequence([.send("a"), .sequence([.send("b")])])
    let middle = Effect<String>.Operation.merge([.sequence([inner, .send("c")]), work("x")])
    let commands = begin(.sequence([middle, .send("d"), work("y"), .send("e")]), in: &effects)
    #expect(names(commands) == ["a", "b", "c", "start"])
    var next: [EffectCommand] = []
    effects.continueSequence(of: started(commands)[0], commands: &next)
    #expect(names(next) == ["d", "start"])
    guard case .send(_, cause: 1, nil)? = next.first else {
      Issue.record("\(next)")
      return
    }
    effects.continueSequence(of: try #require(started(next).first), commands: &next)
    #expect(names(next) == ["d", "start", "e"])
  }

  @Test func `a sequence continues only if all of its running work has returned`() {
    var effects = Effects()
    func next(after effect: RunningEffect) -> [EffectCommand] {
      var commands: [EffectCommand] = []
      effects.continueSequence(of: effect, commands: &commands)
      return commands
    }
    let inner = Effect<String>.Operation.sequence([work("y"), .send("a")])
    var both = started(begin(.sequence([.merge([work("x"), inner]), .send("b")]), in: &effects))
    _ = begin(.cancel(EffectID("x")), in: &effects)
    #expect(names(next(after: both[0])) == [])
    #expect(names(next(after: both[1])) == ["a"], "The inner sequence continues, and the outer one does not.")

    both = started(begin(.sequence([.merge([work("x"), inner]), .send("b")]), in: &effects))
    _ = begin(.cancel(EffectID("y")), in: &effects)
    #expect(names(next(after: both[1])) == [])
    #expect(names(next(after: both[0])) == [], "Neither the inner nor the outer sequence continues.")

    let first = started(begin(.sequence([work("z"), work("w"), .send("c")]), in: &effects))[0]
    let second = started(next(after: first))[0]
    #expect(cancelled(begin(.cancel(EffectID("z")), in: &effects)) == [first.number])
    #expect(names(next(after: second)) == ["c"])
  }

  @Test func `work is live until it is cancelled, and counted until it has returned`() {
    var effects = Effects()
    let effect = started(begin(work("x"), in: &effects))[0]
    #expect(effect.isLive)
    #expect(cancelled(begin(.cancel(EffectID("x")), in: &effects)) == [effect.number])
    #expect(!effect.isLive)
    #expect(effects.count == 1)
    let isLast = effects.finish(effect).isLastOfGroup
    #expect(isLast && effects.count == 0)
    let isLastAgain = effects.finish(effect).isLastOfGroup
    #expect(!isLastAgain && effects.count == 0)
  }

  @Test func `a second cancellation of the same work returns no command`() {
    var effects = Effects()
    _ = begin(work("x"), in: &effects)
    #expect(cancelled(begin(.cancel(EffectID("x")), in: &effects)).count == 1)
    #expect(cancelled(begin(.cancel(EffectID("x")), in: &effects)).isEmpty)
  }

  @Test func `cancelInFlight cancels work with the id before it starts its own`() {
    var effects = Effects()
    let first = started(begin(work("x"), work("y"), in: &effects))
    let commands = begin(work("x", cancelInFlight: true), in: &effects)
    #expect(cancelled(commands) == [first[0].number])
    #expect(started(commands).allSatisfy { $0.isLive })
    #expect(first[1].isLive)
  }

  @Test func `work without an id is cancelled by no id`() {
    var effects = Effects()
    let effect = started(begin(work(nil), in: &effects))[0]
    #expect(begin(work(nil, cancelInFlight: true), .cancel(EffectID("x")), in: &effects).count == 1)
    #expect(effect.isLive)
  }

  @Test func `a group ends when the last of its work has returned`() {
    var effects = Effects()
    let group = EffectGroup(of: makeCounter().core)
    var commands: [EffectCommand] = []
    effects.begin(.merge([work("x"), work("y")]), in: group, cause: 1, commands: &commands)
    let both = started(commands)
    let isEnded = both.map { effects.finish($0).isLastOfGroup }
    #expect(isEnded == [false, true])
    #expect(group.count == 0)
  }

  @Test func `an action of a scope is dropped when the scope is cancelled first, and counts until then`() {
    var effects = Effects()
    let send = Effect<String>.send("a").scoped(to: EffectID("scope"), includesSends: true).operation ?? .merge([])
    let commands = begin(send, .send("b"), in: &effects)
    #expect(names(commands) == ["a", "b"])
    guard case .send(_, _, let effect?) = commands[0], case .send(_, _, nil) = commands[1] else {
      Issue.record("\(commands)")
      return
    }
    #expect(effect.isLive && effects.count == 1)
    _ = begin(.cancelScopes(ScopeCancellation(scopes: [EffectID("scope")])), in: &effects)
    #expect(!effect.isLive)
    let isLast = effects.finish(effect).isLastOfGroup
    #expect(isLast && effects.count == 0)
    #expect(begin(.sequence([work("x"), send]), in: &effects).count == 1)
  }

  @Test func `the release of the store cancels all live work in the order of its start`() {
    var effects = Effects()
    let all = started(begin(work("a"), work("b"), work("c"), in: &effects))
    _ = begin(.cancel(EffectID("b")), in: &effects)
    let cancelled = effects.cancelAll()
    #expect(cancelled.map(\.number) == [all[0].number, all[2].number])
    #expect(!all.contains { $0.isLive })
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
