import Dispatch
import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Effects that are nested thousands of times, on a thread with a stack of 512 KiB, as secondary threads have on Apple
/// platforms.
@Suite(.hangLimit) struct NestedEffectTests {
  typealias Action = Counting.Action

  enum Nesting: String, CaseIterable, Sendable {
    case map, merge, concatenate, cancellable

    /// Returns a larger effect that contains an effect.
    ///
    /// - Parameter isFirst: Whether the effect is the first part of the larger one. For `cancellable`, whether it
    ///   cancels what is in flight.
    func around(_ effect: Effect<Action>, number: Int, isFirst: Bool) -> Effect<Action> {
      switch self {
      case .map: effect.map { $0 }
      case .merge: isFirst ? .merge(effect, .send(.add(1))) : .merge(.send(.add(1)), effect)
      case .concatenate: isFirst ? .concatenate(effect, .send(.add(1))) : .concatenate(.send(.add(1)), effect)
      case .cancellable: effect.cancellable(id: number % 5, cancelInFlight: isFirst)
      }
    }

    /// The number that the other part of the larger effect adds.
    var sum: Int {
      switch self {
      case .map, .cancellable: 0
      case .merge, .concatenate: 1
      }
    }
  }

  struct Shape: Sendable, CustomTestStringConvertible {
    var nestings: [Nesting]
    var depth: Int

    var testDescription: String { "\(depth) of \(nestings.map(\.rawValue).joined(separator: ", "))" }

    func effect(around effect: Effect<Action>) -> Effect<Action> {
      var effect = effect
      for number in 0..<depth {
        let (round, index) = number.quotientAndRemainder(dividingBy: nestings.count)
        effect = nestings[index].around(effect, number: number, isFirst: round.isMultiple(of: 2))
      }
      return effect
    }

    var sum: Int { (0..<depth).reduce(0) { $0 + nestings[$1 % nestings.count].sum } }
  }

  /// Each nesting alone, each pair alternately, and all of them.
  static let shapes: [Shape] = {
    let all = Nesting.allCases
    var lists = all.map { [$0] } + [all, all.reversed()]
    for (index, first) in all.enumerated() { lists += all[(index + 1)...].map { [first, $0] } }
    let shapes = lists.map { Shape(nestings: $0, depth: TestEnvironment.isLong ? 10_000 : 2_000) }
    return shapes + [Shape(nestings: [.merge, .concatenate], depth: 10_000)]
  }()

  private static let stackSize = 512 << 10

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: shapes)
  func `a store runs, cancels and releases effects of any depth on a small stack`(shape: Shape) async throws {
    let gate = Gate()
    let (sums, found) = try await onThread(stackSize: Self.stackSize) { () -> ([Int], Int) in
      let executor = SmallStackExecutor(stackSize: Self.stackSize)
      defer { executor.stop() }
      var effect = shape.effect(
        around: .run(id: "work") { context in
          await gate.wait()
          context.send(.add(1))
        })
      let sent = effect.sentActions
      var store: Counter? = makeCounter(["nested": effect])
      store?.core.withLock {
        $0.startTask = { priority, work in
          Task(executorPreference: executor, priority: priority) { await work() }
        }
      }
      // The first effect is cancelled while it waits, so that nothing that `concatenate` delays is sent.
      var handles = [store?.send(.run("nested"))]
      store?.send(.cancel("work"))
      let sum = store?.state ?? 0
      handles.append(store?.send(.run("nested")))
      gate.open()
      let isDone = DispatchSemaphore(value: 0)
      Task(executorPreference: executor) { [handles] in
        for handle in handles { await handle?.finish() }
        isDone.signal()
      }
      isDone.wait()
      let sums = [sum, (store?.state ?? 0) - sum]
      effect = .none
      store = nil
      handles = []
      return (sums, sent.actions.count + sent.others)
    }
    #expect((0...shape.sum).contains(sums[0]))
    #expect(sums[1] == 1 + shape.sum)
    #expect(found >= 1)
  }

  @Test func `a test store runs and releases effects of any depth on a small stack`() async throws {
    let shape = Shape(nestings: Nesting.allCases, depth: 2_000)
    try await onThread(stackSize: Self.stackSize) {
      let store = TestStore(
        initialState: 0, reducer: Counting(effects: ["nested": shape.effect(around: .run { $0.send(.add(1)) })]))
      store.exhaustivity = .off
      let handle = store.send(.run("nested"))
      let isDone = DispatchSemaphore(value: 0)
      Task {
        await handle.finish()
        isDone.signal()
      }
      isDone.wait()
      store.assert { $0 = 1 + shape.sum }
    }
  }

  @Test func `work inside several ids is cancelled by each of them, and by no other id`() async {
    let clock = TestClock()
    for (id, isCancelled) in [("own", true), ("inner", true), ("outer", true), ("outermost", true), ("other", false)] {
      let work = Effect<Action>.run(id: "own") { context throws(CancellationError) in
        try await context.sleep(for: .seconds(1))
      }
      let nested = work.cancellable(id: "inner").cancellable(id: "outer").map { $0 }.cancellable(id: "outermost")
      let store = makeCounter(clock: clock, ["work": .concatenate(.send(.add(1)), nested)])
      store.send(.run("work"))
      store.send(.cancel(id))
      #expect(store.core.withLock { $0.effects.isLive } == !isCancelled, "\(id)")
    }
  }

  @Test func `an action that a mapped effect sends is converted by each function in order`() async {
    let effect = Effect<Int>.run { context in context.send([1, 2]) }
    let mapped = effect.map { "\($0)" }.map { $0 + "0" }.map { Action.add(Int($0) ?? 0) }
    let store = makeCounter(["work": mapped])
    await store.send(.run("work")).finish()
    #expect(store.state == 30)
    #expect(store.revision == 2)
  }

  // MARK: A model

  /// An effect as a tree.
  private indirect enum Node {
    case send(Int)
    case work(Int)
    case merge([Node])
    case sequence([Node])

    static func random(_ depth: Int, _ lastNumber: inout Int, _ random: inout SplitMix64) -> Node {
      let kind = depth == 0 ? Int.random(in: 0...1, using: &random) : Int.random(in: 0...5, using: &random)
      lastNumber += 1
      if kind < 2 { return kind == 0 ? .send(lastNumber) : .work(lastNumber) }
      let nodes = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Node.random(depth - 1, &lastNumber, &random)
      }
      return kind < 4 ? .merge(nodes) : .sequence(nodes)
    }

    func effect(_ random: inout SplitMix64) -> Effect<Int> {
      let effect: Effect<Int> =
        switch self {
        case .send(let number): .send(number)
        case .work(let number): .run(id: number) { _ in }
        case .merge(let nodes): .merge(nodes.map { $0.effect(&random) })
        case .sequence(let nodes): .concatenate(nodes.map { $0.effect(&random) })
        }
      switch Int.random(in: 0...5, using: &random) {
      case 0: return effect.map { $0 }
      case 1: return effect.cancellable(id: "any")
      default: return effect
      }
    }
  }

  /// A naive interpreter of effects, which calls a function when an effect has ended.
  private final class Model {
    var events: [String] = []
    var running: [(number: Int, end: () -> Void)] = []

    func begin(_ node: Node, end: @escaping () -> Void) {
      switch node {
      case .send(let number):
        events.append("send \(number)")
        end()
      case .work(let number):
        events.append("start \(number)")
        running.append((number, end))
      case .merge(let nodes):
        // The merge itself counts until all of it has begun.
        var remaining = nodes.count + 1
        let endOne = {
          remaining -= 1
          if remaining == 0 { end() }
        }
        for node in nodes { begin(node, end: endOne) }
        endOne()
      case .sequence(let nodes):
        begin(nodes[...], end: end)
      }
    }

    private func begin(_ nodes: ArraySlice<Node>, end: @escaping () -> Void) {
      guard let first = nodes.first else { return end() }
      begin(first) { self.begin(nodes.dropFirst(), end: end) }
    }
  }

  @Test func `random effects begin and continue as in a naive model`() {
    var random = SplitMix64(seed: TestEnvironment.seed)
    for round in 0..<(TestEnvironment.isLong ? 100_000 : 500) {
      var lastNumber = 0
      let node = Node.random(5, &lastNumber, &random)
      let model = Model()
      model.begin(node) {}
      var effects = RunningEffects<Int>()
      var running: [(number: Int, effect: RunningEffect)] = []
      var events: [String] = []
      func add(_ commands: [EffectCommand]) {
        for command in commands {
          switch command {
          case .send(let action, _, _): events.append("send \(action)")
          case .start(let effect, let work):
            let id = (work.id?.base as? EffectIDs)?.ids[0].base ?? work.id?.base
            let number = id as? Int ?? 0
            events.append("start \(number)")
            running.append((number, effect))
          case .cancel: events.append("cancel")
          }
        }
      }
      var commands: [EffectCommand] = []
      let group = EffectGroup(of: makeCounter().core)
      if let operation = node.effect(&random).operation {
        effects.begin(operation, in: group, cause: 1, commands: &commands)
      }
      add(commands)
      while !model.running.isEmpty, model.running.count == running.count {
        let index = Int.random(in: 0..<running.count, using: &random)
        let (_, end) = model.running.remove(at: index)
        end()
        let (_, effect) = running.remove(at: index)
        commands = []
        effects.continueSequence(of: effect, commands: &commands)
        _ = effects.finish(effect)
        add(commands)
      }
      guard events == model.events, running.isEmpty, effects.count == 0, group.count == 0 else {
        Issue.record("Round \(round), \(node): \(events), and not \(model.events).")
        return
      }
    }
  }
}

/// An executor that runs tasks on a thread with a small stack.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class SmallStackExecutor: TaskExecutor {
  private let jobs = Locked<[UnownedJob?]>([])
  private let hasJob = DispatchSemaphore(value: 0)

  init(stackSize: Int) {
    let thread = Thread { [self] in
      while true {
        hasJob.wait()
        guard let job = jobs.withLock({ $0.removeFirst() }) else { return }
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
    thread.stackSize = stackSize
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    hasJob.signal()
  }

  /// Ends the thread after the jobs so far.
  func stop() {
    jobs.withLock { $0.append(nil) }
    hasJob.signal()
  }
}
