import NavStoreInspection
import NavStore
import Testing

@Suite struct SleepQueueTests {
  private func second(_ number: Int) -> ManualClock.Instant { .init(offset: .seconds(number)) }

  @Test func `sleepers wake in the order of their deadlines, ties in the order of arrival`() {
    var queue = SleepQueue<Int>()
    let sleep = [3, 1, 2, 1, 3].enumerated().map { queue.insert($0, id: $0, until: second($1)) }
    #expect(sleep == [true, true, true, true, true])
    #expect(queue.count == 5 && queue.nextDeadline == second(1))
    let woken = queue.advance(to: second(3))
    #expect(woken == [1, 3, 2, 0, 4])
    #expect(queue.count == 0)
    let sleeps = queue.insert(5, id: 5, until: second(3))
    #expect(!sleeps)
  }

  @Test func `a step requires a number of sleepers, and does not pass the limit`() {
    var queue = SleepQueue<Int>()
    for number in 0...2 { _ = queue.insert(number, id: number, until: second(number + 1)) }
    let removed = [0, 0].map { queue.remove(id: $0) }
    #expect(removed == [0, nil])
    let steps: [(count: Int, limit: Int?, step: SleepStep, woken: [Int], now: Int)] = [
      (3, nil, .waiting, [], 0),
      (3, 5, .waiting, [], 0),
      (2, 1, .reachedLimit, [], 1),
      // A limit in the past does not move the time back.
      (1, 0, .reachedLimit, [], 1),
      (2, 2, .moved, [1], 2),
      (1, nil, .moved, [2], 3),
      (0, nil, .waiting, [], 3),
    ]
    for expected in steps {
      let (step, woken) = queue.step(whenAsleep: expected.count, limit: expected.limit.map(second))
      #expect(step == expected.step, "\(expected)")
      #expect(woken == expected.woken, "\(expected)")
      #expect(queue.now == second(expected.now), "\(expected)")
    }
  }

  @Test func `a queue behaves like a list that is sorted before each use`() {
    for seed in TestEnvironment.seeds(200) {
      var generator = SplitMix64(seed: seed)
      var queue = SleepQueue<Int>()
      var model: [(deadline: Int, id: Int)] = []
      var now = 0
      for id in 0..<60 {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0..<4:
          let deadline = now + Int.random(in: -1...8, using: &generator)
          let sleeps = queue.insert(id, id: id, until: second(deadline))
          #expect(sleeps == (deadline > now), "NAVSTORE_SEED=\(seed)")
          if sleeps { model.append((deadline, id)) }
        case 4:
          let gone = Int.random(in: 0...id, using: &generator)
          let removed = queue.remove(id: gone)
          #expect(removed == model.first { $0.id == gone }?.id, "NAVSTORE_SEED=\(seed)")
          model.removeAll { $0.id == gone }
        default:
          now += Int.random(in: 0...4, using: &generator)
          let woken = queue.advance(to: second(now))
          let due = model.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
          #expect(woken == due.map(\.id), "NAVSTORE_SEED=\(seed)")
          model.removeAll { $0.deadline <= now }
        }
        #expect(queue.count == model.count, "NAVSTORE_SEED=\(seed)")
        #expect(queue.nextDeadline == model.map(\.deadline).min().map(second), "NAVSTORE_SEED=\(seed)")
      }
    }
  }
}
