import Testing

/// Marks tests that start a process, so that one such test runs at a time.
///
/// A process inherits the descriptors that are open while it starts. Started beside another, it may hold that one's
/// pipes open, and whoever waits for their end waits for both processes, or for ever.
struct StartsProcess: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Turn.shared.begin()
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
