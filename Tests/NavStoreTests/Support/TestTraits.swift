import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs.
  ///
  /// A test that passes needs milliseconds. The limit is ten minutes, so that a busy machine never reaches it.
  static var hangLimit: Self { .timeLimit(.minutes(10)) }
}

/// A trait for tests that start a process. Only one of them runs at a time, with a high priority.
///
/// A process inherits the descriptors that are open while it starts. If two start at the same time, one may keep the
/// other's pipes open, and a test that waits until they close may wait for both processes or forever.
///
/// A test waits for the tests before it, and for a busy machine. A `.timeLimit` would count both, so such a test has
/// none. Instead, the trait records an issue if a test has not ended ten minutes after its turn began.
struct StartsProcess: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  private static let limit = Duration.seconds(600)

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withoutActuallyEscaping(function) { function in
      try await withThrowingTaskGroup(of: Void.self) { group in
        // With the default priority, each step of this test would wait until the pending steps of all other tests have
        // run.
        group.addTask(priority: .high) { try await Self.perform(function, named: test.name) }
        try await group.waitForAll()
      }
    }
  }

  private static func perform(
    _ function: @concurrent @Sendable () async throws -> Void, named name: String
  ) async throws {
    await Turn.shared.begin()
    let watch = Task {
      try await Task.sleep(for: limit)
      Issue.record("\(name) has not ended \(limit) after the beginning of its turn: it hangs.")
    }
    defer { watch.cancel() }
    do {
      try await function()
      await Turn.shared.end()
    } catch {
      await Turn.shared.end()
      throw error
    }
  }

  private actor Turn {
    static let shared = Turn()

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func begin() async {
      guard isTaken else {
        isTaken = true
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }

    func end() {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
  }
}

extension Trait where Self == StartsProcess {
  static var startsProcess: StartsProcess { StartsProcess() }
}
