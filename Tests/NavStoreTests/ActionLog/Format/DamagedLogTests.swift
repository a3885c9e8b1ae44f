import Foundation
import NavStore
import NavStoreInspection
import Testing

/// Truncated and damaged logs of random sessions. The states before the damage and after the next complete state must
/// be correct.
@Suite struct DamagedLogTests {
  private static let sessions = TestEnvironment.isLong ? 1_000 : 3

  /// A recorded session with its states.
  private struct Session {
    let bytes: [UInt8]
    let states: [NumberState]
    let rules: NumberRules
    /// The start of each line, and the end of the last one.
    let starts: [Int]
    /// The last complete transaction for each number of lines; -1 without a header.
    let transactions: [Int]

    init(seed: UInt64, in directory: TemporaryDirectory) async throws {
      var random = RandomNavigation(random: SplitMix64(seed: seed))
      rules = random.rules()
      let store = Store(initialState: random.state(rules: rules), reducer: NavigationReducer(rules: rules))
      let path = directory.path("whole.navlog")
      let interval = 1 + random.random.below(12)
      let recorder = try ActionLogRecorder(
        of: store, schema: NumberSchema(), to: path, options: .init(stateInterval: interval))
      var states = [store.state]
      for _ in 0..<40 {
        if random.random.once(in: 5) {
          store.send([random.action(), random.action()])
        } else {
          store.send(random.action())
        }
        if random.random.once(in: 10) { recorder.mark("mark") }
        states.append(store.state)
      }
      try await recorder.close()
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      self.bytes = bytes
      try FileManager.default.removeItem(atPath: path)
      self.states = states
      starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
      transactions = try bytes.split(separator: 0x0A).reduce(into: [-1]) { last, line in
        let object = try ReferenceJSON.value(String(decoding: line, as: UTF8.self)) as? [String: Any]
        let isPart = (object?["i"] as? Int ?? 1) < (object?["of"] as? Int ?? 1)
        last.append(isPart ? last[last.count - 1] : object?["n"] as? Int ?? -1)
      }
    }

    /// Returns the number of the line that contains a byte, counted from 0.
    func line(of offset: Int) -> Int { (starts.firstIndex { $0 > offset } ?? starts.count) - 1 }
  }

  /// Returns an error of the replay of some bytes, for example a state that the session never had; `nil` if the replay
  /// is correct.
  private func fault(
    _ bytes: [UInt8], _ session: Session, _ directory: TemporaryDirectory,
    _ check: (ReplayReport<NumberState, NumberAction>, [Int: NumberState]) -> String?
  ) throws -> String? {
    let path = directory.path("damaged.navlog")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var seen: [Int: NumberState] = [:]
    var wrong: String?
    let report: ReplayReport<NumberState, NumberAction>
    do {
      report = try ActionLog(path: path).replayEvents(
        NumberSchema(), reducer: NavigationReducer(rules: session.rules),
        options: .init(atUndecodable: .skipToNextState)
      ) { event in
        let (number, state): (Int, NumberState?) =
          switch event {
          case .began(let header, let state): (header.number, state)
          case .transaction(let transaction): (transaction.number, transaction.state)
          case .replaced(let number, _, _, let state), .resumed(let number, _, let state): (number, state)
          default: (0, nil)
          }
        guard let state else { return }
        seen[number] = state
        if !session.states.indices.contains(number) || session.states[number] != state { wrong = "state \(number)" }
      }
    } catch let error as ActionLogError where error.isNotALog {
      return bytes.count < session.starts[1] ? nil : "no log"
    }
    if let wrong { return wrong }
    if !report.divergences.isEmpty { return "a divergence at \(report.allDivergences.first[0].number)" }
    return check(report, seen)
  }

  @Test func `a truncated log is replayed correctly up to the cut`() async throws {
    let directory = try TemporaryDirectory()
    for seed in TestEnvironment.seeds(UInt64(Self.sessions)) {
      let session = try await Session(seed: seed, in: directory)
      var random = SplitMix64(seed: seed)
      let last = session.starts[session.starts.count - 2]
      let cuts = Array(last..<session.bytes.count) + (0..<20).map { _ in random.below(session.bytes.count) }
      for cut in cuts {
        // A line that only lacks its line feed is complete.
        let lines = session.starts.dropFirst().count { $0 - 1 <= cut }
        let isTorn = !session.starts.contains(cut) && !session.starts.contains(cut + 1)
        let expected = session.transactions[lines]
        let fault = try fault(Array(session.bytes[..<cut]), session, directory) { report, seen in
          let damage = report.damage.first.map(\.reason).filter { $0 != .tornTransaction }
          if damage != (isTorn ? [.torn] : []) { return "\(report.damage.first)" }
          if seen.count != expected + 1 { return "\(seen.count) of \(expected + 1) states" }
          if lines > 0, !report.isFaithful || !report.gaps.isEmpty { return "\(report.summary)" }
          return nil
        }
        guard fault == nil else {
          Issue.record("NAVSTORE_SEED=\(seed), cut at \(cut) of \(session.bytes.count): \(fault ?? "")")
          return
        }
      }
    }
  }

  @Test func `a damaged log is replayed correctly before the damage and after the next complete state`() async throws {
    let directory = try TemporaryDirectory()
    for seed in TestEnvironment.seeds(UInt64(Self.sessions)) {
      let session = try await Session(seed: seed, in: directory)
      var random = SplitMix64(seed: seed)
      for round in 0..<20 {
        var bytes = session.bytes
        let places = Set((0...random.below(3)).map { _ in random.below(bytes.count) })
        for place in places { bytes[place] ^= 1 << UInt8(random.below(8)) }
        if bytes == session.bytes { continue }
        // If the damage changes the key of its check, a line has no check, and other damage in it may be undetected.
        let unchecked = places.filter { bytes[$0 - min($0, 2)..<$0].elementsEqual(",\"".utf8) }
        if unchecked.contains(where: { key in places.count { session.line(of: $0) == session.line(of: key) } > 1 }) {
          continue
        }
        // Without the line feed between them, two lines become one.
        let broken = places.flatMap { place in
          session.bytes[place] == 0x0A
            ? [session.line(of: place), session.line(of: place) + 1] : [session.line(of: place)]
        }
        let before = session.transactions[broken.min() ?? 0]
        // From the first complete state after the last damage on, every state is known again.
        let after = session.starts.indices.dropLast().first { line in
          line > broken.max() ?? 0
            && session.bytes[session.starts[line]...].starts(with: #"{"t":"snap""#.utf8)
        }
        let resumed = after.map { session.transactions[$0 + 1] } ?? session.states.count
        let fault = try fault(bytes, session, directory) { report, seen in
          for number in 0..<session.states.count where number <= before || number >= resumed {
            if seen[number] == nil { return "state \(number) is missing, \(report.summary)" }
          }
          let isReported = report.damage.count > 0 || report.gaps.count > 0 || report.unknownLines > 0
          return isReported || !unchecked.isEmpty ? nil : "not reported: \(report.summary)"
        }
        guard fault == nil else {
          Issue.record("NAVSTORE_SEED=\(seed), round \(round), bytes \(places.sorted()): \(fault ?? "")")
          return
        }
      }
    }
  }
}
