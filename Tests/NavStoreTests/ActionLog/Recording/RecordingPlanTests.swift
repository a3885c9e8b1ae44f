@testable import NavStore
@testable import NavStoreCore
import Testing

@Suite struct RecordingPlanTests {
  typealias Line = RecordingPlan.Line

  /// Returns the lines of a number of transactions in one list.
  private func run(
    _ plan: inout RecordingPlan, _ events: [RecordingPlan.Event], bytesPerLine: Int = 0
  ) -> [Line] {
    events.flatMap { event in
      let lines = plan.lines(for: event)
      // The end of a file is not counted.
      for line in lines { if case .end = line {} else { plan.wrote(bytesPerLine) } }
      return lines
    }
  }

  @Test func `each event leads to its lines`() {
    var plan = RecordingPlan(options: .init(stateInterval: 2))
    let table: [(RecordingPlan.Event, [Line])] = [
      (.began, [.header(part: 1, number: 0)]),
      (.willRecord, []),
      (.transaction, [.actions(number: 1, hasFingerprint: true)]),
      (.marked, [.mark(number: 1)]),
      (.transaction, [.actions(number: 2, hasFingerprint: true), .state(number: 2)]),
      (.replacement, [.replacement(number: 3)]),
      (.transaction, [.actions(number: 4, hasFingerprint: true)]),
      (.lost(transactions: 5), [.gap(number: 9, lost: 5), .state(number: 9)]),
      (.transaction, [.actions(number: 10, hasFingerprint: true)]),
      (.transaction, [.actions(number: 11, hasFingerprint: true), .state(number: 11)]),
      (.ended, [.end(number: 11, next: nil)]),
      (.transaction, []), (.marked, []), (.willRecord, []), (.replacement, []), (.lost(transactions: 1), []),
      (.ended, []),
    ]
    for (event, lines) in table { #expect(plan.lines(for: event) == lines, "\(event)") }
    #expect(plan.hasEnded)
    #expect(plan.number == 11)
  }

  @Test func `the interval of fingerprints restarts at each complete state, which has one`() {
    var plan = RecordingPlan(options: .init(fingerprintInterval: 2, stateInterval: 3))
    _ = plan.lines(for: .began)
    let fingerprints = run(&plan, Array(repeating: .transaction, count: 8)).compactMap { line -> Int? in
      switch line {
      case .actions(let number, true), .state(let number): number
      default: nil
      }
    }
    #expect(fingerprints == [2, 3, 5, 6, 8])
  }

  @Test func `a complete state follows every 64th transaction by default, and any other interval on request`() {
    for (interval, expected) in [(64, [64, 128, 192]), (1, Array(1...200)), (0, []), (100, [100, 200])] {
      var plan = RecordingPlan(
        options: interval == 64 ? ActionLogOptions() : ActionLogOptions(stateInterval: interval))
      _ = plan.lines(for: .began)
      let states = run(&plan, Array(repeating: .transaction, count: 200)).compactMap { line -> Int? in
        if case .state(let number) = line { number } else { nil }
      }
      #expect(states == expected, "every \(interval)")
    }
  }

  @Test(arguments: [(0, []), (1, Array(1...9)), (3, [3, 6, 9])] as [(Int, [Int])])
  func `fingerprints are written at the interval of transactions`(interval: Int, expected: [Int]) {
    var plan = RecordingPlan(options: .init(fingerprintInterval: interval, stateInterval: 0))
    _ = plan.lines(for: .began)
    let sums = run(&plan, Array(repeating: .transaction, count: 9)).compactMap { line -> Int? in
      if case .actions(let number, true) = line { number } else { nil }
    }
    #expect(sums == expected)
  }

  @Test func `after the maximum number of transactions, the next file begins with the complete state`() {
    var plan = RecordingPlan(options: .init(transactionsPerFile: 2))
    let events: [RecordingPlan.Event] = [
      .began, .willRecord, .transaction, .willRecord, .lost(transactions: 3), .marked, .willRecord, .replacement,
      .willRecord, .ended,
    ]
    #expect(
      run(&plan, events) == [
        .header(part: 1, number: 0), .actions(number: 1, hasFingerprint: true), .gap(number: 4, lost: 3),
        .state(number: 4), .mark(number: 4), .end(number: 4, next: 2), .header(part: 2, number: 4),
        .replacement(number: 5), .end(number: 5, next: nil),
      ])
  }

  @Test func `a file that is full by its size has at least one transaction`() {
    var plan = RecordingPlan(options: .init(bytesPerFile: 250))
    let events: [RecordingPlan.Event] = [.began] + (1...4).flatMap { _ in [.willRecord, .transaction] }
    #expect(
      run(&plan, events, bytesPerLine: 100) == [
        .header(part: 1, number: 0), .actions(number: 1, hasFingerprint: true),
        .actions(number: 2, hasFingerprint: true),
        .end(number: 2, next: 2), .header(part: 2, number: 2), .actions(number: 3, hasFingerprint: true),
        .actions(number: 4, hasFingerprint: true),
      ])
    var tight = RecordingPlan(options: .init(bytesPerFile: 1))
    let lines = run(
      &tight, [.began, .willRecord, .marked, .willRecord, .transaction, .willRecord, .transaction], bytesPerLine: 100)
    #expect(lines.filter { if case .header = $0 { true } else { false } }.count == 2)
  }

  @Test func `a file has at least as many bytes of transactions as its first line`() {
    var plan = RecordingPlan(options: .init(bytesPerFile: 250))
    _ = plan.lines(for: .began)
    plan.wrote(1_000, isFirstLine: true)
    let events: [RecordingPlan.Event] = (1...11).flatMap { _ in [.willRecord, .transaction] }
    let lines = run(&plan, events, bytesPerLine: 100)
    #expect(lines.firstIndex(of: .end(number: 10, next: 2)) == 10)
    #expect(lines.count == 13)
  }

  @Test func `after a state that could not be written, the next transaction is followed by a state`() {
    var plan = RecordingPlan(options: .init(stateInterval: 0))
    _ = plan.lines(for: .began)
    plan.missedState()
    #expect(plan.lines(for: .marked) == [.mark(number: 0)])
    #expect(plan.lines(for: .transaction) == [.actions(number: 1, hasFingerprint: true), .state(number: 1)])
    #expect(plan.lines(for: .transaction) == [.actions(number: 2, hasFingerprint: true)])
    plan.missedState()
    #expect(plan.lines(for: .replacement) == [.replacement(number: 3)])
    #expect(plan.lines(for: .transaction) == [.actions(number: 4, hasFingerprint: true)])
  }
}
