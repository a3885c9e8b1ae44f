import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct PersistenceScheduleTests {
  @Test func `with any faults, flushes save their states in order, and the last state is saved`() async throws {
    for seed in TestEnvironment.seeds(150) {
      var generator = SplitMix64(seed: seed)
      let clock = TestClock()
      let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
      let store = ModelStore(0)
      let persistence = Persistence(source: store.source, to: storage, clock: clock)
      var runs: [Task<Void, Never>] = []
      var flushes: [Task<Void, any Error>] = []
      for _ in 0..<Int.random(in: 5...40, using: &generator) {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<4: store.set(store.state + 1)
        case 4..<7: clock.advance(by: .milliseconds(Int.random(in: 1...3000, using: &generator)))
        case 7: if Bool.random(using: &generator) { storage.inject(.fail, at: .writes) } else { storage.removeFaults() }
        case 8: runs.append(Task { await persistence.run() })
        case 9: runs.randomElement(using: &generator)?.cancel()
        case 10:
          let target = store.state
          flushes.append(
            Task {
              try await persistence.flush()
              // A flush that returns has saved every state that the store had before the call.
              let saved = try storage.base.state(as: Int.self) ?? 0
              #expect(saved >= target, "NAVSTORE_SEED=\(seed)")
            })
        default: flushes.randomElement(using: &generator)?.cancel()
        }
      }
      storage.removeFaults()
      // A run saves the last state without a flush. The test only advances the clock.
      if runs.allSatisfy(\.isCancelled) { runs.append(Task { await persistence.run() }) }
      let revision = store.revision
      _ = await persistence.status { $0.seenRevision == revision }
      // A write that began before the faults were removed may fail only now. Its retry waits for another back-off.
      await clock.run { _ = await persistence.status { $0.savedRevision == revision } }
      for run in runs { run.cancel() }
      for run in runs { await run.value }
      for flush in flushes { _ = await flush.result }
      let numbers = try storage.base.states(as: Int.self)
      #expect(numbers == numbers.sorted(), "NAVSTORE_SEED=\(seed)")
      #expect(numbers.last ?? 0 == store.state, "NAVSTORE_SEED=\(seed)")
    }
  }
}
