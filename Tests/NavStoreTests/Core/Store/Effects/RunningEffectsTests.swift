import Testing

@testable import NavStore
@testable import NavStoreCore

/// The rules of effects without time and tasks.
@Suite struct RunningEffectsTests {
  typealias Ledger = RunningEffects<String>

  func work(_ id: String?, cancelInFlight: Bool = false) -> Effect<String>.Operation {
    .run(Effect<String>.Work(id: id.map(EffectID.init), cancelInFlight: cancelInFlight, priority: nil) { _ in })
  }

  func begin(_ operations: Effect<String>.Operation..., in ledger: inout Ledger) -> [Ledger.Command] {
    var commands: [Ledger.Command] = []
    let group = ledger.makeGroup()
    ledger.begin(.merge(operations), in: group, cause: 1, commands: &commands)
    return commands
  }

  func tokens(_ commands: [Ledger.Command]) -> [Ledger.Token] {
    commands.compactMap { if case .start(let token, _) = $0 { token } else { nil } }
  }

  func cancelled(_ commands: [Ledger.Command]) -> [Ledger.Token] {
    commands.compactMap { if case .cancel(let token) = $0 { token } else { nil } }
  }

  @Test func `commands come in the order of the effects`() {
    var ledger = Ledger()
    let commands = begin(.send("a"), work("x"), .cancel(EffectID("x")), .send("b"), in: &ledger)
    let names = commands.map { command in
      switch command {
      case .send(let action, _): action
      case .start: "start"
      case .cancel: "cancel"
      }
    }
    #expect(names == ["a", "start", "cancel", "b"])
  }

  @Test func `work is live until it is cancelled, and counted until it has returned`() {
    var ledger = Ledger()
    let token = tokens(begin(work("x"), in: &ledger))[0]
    #expect(ledger.isLive(token))
    #expect(cancelled(begin(.cancel(EffectID("x")), in: &ledger)) == [token])
    #expect(!ledger.isLive(token))
    #expect(ledger.count == 1)
    #expect(ledger.finish(token) != nil)
    #expect(ledger.count == 0)
    #expect(ledger.finish(token) == nil)
  }

  @Test func `cancelling twice commands it once`() {
    var ledger = Ledger()
    _ = begin(work("x"), in: &ledger)
    #expect(cancelled(begin(.cancel(EffectID("x")), in: &ledger)).count == 1)
    #expect(cancelled(begin(.cancel(EffectID("x")), in: &ledger)).isEmpty)
  }

  @Test func `cancelInFlight cancels work with the id before it starts its own`() {
    var ledger = Ledger()
    let first = tokens(begin(work("x"), work("y"), in: &ledger))
    let commands = begin(work("x", cancelInFlight: true), in: &ledger)
    #expect(cancelled(commands) == [first[0]])
    #expect(tokens(commands).allSatisfy(ledger.isLive))
    #expect(ledger.isLive(first[1]))
  }

  @Test func `work without an id is cancelled by no id`() {
    var ledger = Ledger()
    let token = tokens(begin(work(nil), in: &ledger))[0]
    #expect(begin(work(nil, cancelInFlight: true), .cancel(EffectID("x")), in: &ledger).count == 1)
    #expect(ledger.isLive(token))
  }

  @Test func `a group is done when the last of its work has returned`() {
    var ledger = Ledger()
    let group = ledger.makeGroup()
    var commands: [Ledger.Command] = []
    ledger.begin(.merge([work("x"), work("y")]), in: group, cause: 1, commands: &commands)
    let both = tokens(commands)
    #expect(ledger.finish(both[0]) == nil)
    #expect(ledger.isRunning(group))
    #expect(ledger.finish(both[1]) == group)
    #expect(!ledger.isRunning(group))
  }

  @Test func `the end of the store cancels all that is live, in the order it began`() {
    var ledger = Ledger()
    let all = tokens(begin(work("a"), work("b"), work("c"), in: &ledger))
    _ = begin(.cancel(EffectID("b")), in: &ledger)
    #expect(cancelled(ledger.cancelAll()) == [all[0], all[2]])
    #expect(!all.contains(where: ledger.isLive))
  }

  @Test func `cancelInFlight commands the end of the old work before the start of the new`() {
    var ledger = Ledger()
    _ = begin(work("x"), in: &ledger)
    let commands = begin(work("x", cancelInFlight: true), in: &ledger)
    #expect(commands.count == 2)
    guard case .cancel = commands.first, case .start = commands.last else {
      Issue.record("\(commands)")
      return
    }
  }
}
