import Testing

/// Marks tests that start a process, so that one such test runs at a time.
///
/// A process inherits the descriptors that are open while it starts. Started beside another, it may hold that one's
/// pipes open, and a test that waits for their end waits for both processes, or for ever.
///
/// A test waits for its turn as long as the tests before it take, and for its process as long as the machine is busy. A
/// `.timeLimit` would count both, so such a test has none. The trait records an issue when a test has not ended ten
/// minutes after its turn began.
struct StartsProcess: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  private static let limit = Duration.seconds(600)

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Turn.shared.begin()
    let watch = Task {
      try await Task.sleep(for: Self.limit)
      Issue.record("\(test.name) has not ended \(Self.limit) after the beginning of its turn: it hangs.")
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
