import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct TaskContextTests {
  private final class Token: Sendable {}

  private struct Weak {
    weak var token: Token?
  }

  private enum Local {
    @TaskLocal static var number = 0
    @TaskLocal static var token: Token?
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private func context(of number: Int) -> TaskContext {
    Local.$number.withValue(number) { TaskContext() }
  }

  @Test func `work sees the task-local values of the place where the context was made, each time`() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let context = context(of: 7)
    let seen = Locked<[Int]>([])
    Local.$number.withValue(1) {
      for _ in 0..<3 { context.perform { seen.withLock { $0.append(Local.number) } } }
      seen.withLock { $0.append(Local.number) }
    }
    #expect(seen.withLock { $0 } == [7, 7, 7, 1])
  }

  /// Performs work in a context on the main actor, and returns whether the task and its task-local value are unchanged.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @MainActor private static func performOnMainActor(in context: TaskContext, _ work: @escaping @Sendable () -> Void)
    async
    -> [Bool]
  {
    let task = withUnsafeCurrentTask { $0?.hashValue }
    context.perform(work)
    MainActor.preconditionIsolated()
    let isSameTask = withUnsafeCurrentTask { $0?.hashValue } == task
    let isSameValue = Local.number == 0
    // The task can still suspend and resume.
    await Task.detached {}.value
    MainActor.preconditionIsolated()
    return [isSameTask, isSameValue]
  }

  @Test func `a task that performs work in a context stays the same task on its actor`() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let context = context(of: 7)
    let seen = Locked<[Int]>([])
    let unchanged = await Task.detached {
      await Self.performOnMainActor(in: context) { seen.withLock { $0.append(Local.number) } }
    }.value
    #expect(unchanged == [true, true])
    #expect(seen.withLock { $0 } == [7])
  }

  @Test func `work may perform more work`() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let (outer, inner) = (context(of: 1), context(of: 2))
    let seen = Locked<[Int]>([])
    outer.perform {
      outer.perform { seen.withLock { $0.append(Local.number) } }
      inner.perform {
        outer.perform { seen.withLock { $0.append(Local.number) } }
        seen.withLock { $0.append(Local.number) }
      }
      seen.withLock { $0.append(Local.number) }
    }
    #expect(seen.withLock { $0 } == [1, 1, 2, 1])
  }

  @Test func `work from many threads is performed`() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let context = context(of: 7)
    let sum = Locked(0)
    onThreads(8) { _ in
      for _ in 0..<5_000 { context.perform { sum.withLock { $0 += Local.number } } }
    }
    #expect(sum.withLock { $0 } == 7 * 8 * 5_000)
  }

  @Test func `a released context leaves nothing behind`() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    for uses in 0...2 {
      let weak = {
        let token = Token()
        let context = Local.$token.withValue(token) { TaskContext() }
        for _ in 0..<uses { context.perform {} }
        return Weak(token: token)
      }()
      #expect(weak.token == nil, "\(uses) uses")
    }
  }
}
