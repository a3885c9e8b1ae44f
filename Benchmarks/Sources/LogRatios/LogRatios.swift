import Foundation
import NavStore
import Workload

/// Prints what it takes to replay a log beside a loop of Foundation's JSONDecoder over the same lines, and what
/// recording costs the sender, in one run.
///
///     swift run -c release --package-path Benchmarks LogRatios [number of actions]
@main
struct LogRatios {
  static func main() async throws {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
    let folder = FileManager.default.temporaryDirectory.appending(path: "navstore-ratios-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let actions = workload(count: count)
    let path = folder.appending(path: "session.navlog").path
    try await record(actions, to: path, fingerprintInterval: 1)
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    print("\(count) actions, \((Double(bytes) / Double(count)).short) bytes each")
    try await printCostOfRecording(actions, folder.appending(path: "cost.navlog").path)
    let unverified = folder.appending(path: "unverified.navlog").path
    try await record(actions, to: unverified, fingerprintInterval: 0)
    try replay(path, unverified, actions)
  }

  /// Records a session, in parts that the recorder has room for.
  static func record(_ actions: [Action], to path: String, fingerprintInterval: Int) async throws {
    let store = Store(initialState: State(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(
      of: store, schema: Schema(), to: path,
      options: .init(fingerprintInterval: fingerprintInterval, bytesPerFile: .max))
    for start in stride(from: 0, to: actions.count, by: 2_000) {
      for action in actions[start..<min(start + 2_000, actions.count)] { store.send(action) }
      try await recorder.flush()
    }
    try await recorder.close()
    precondition(recorder.status.recorded == actions.count, "Not everything was recorded: \(recorder.status)")
  }

  /// Bursts of sends with and without a recorder, by turns.
  static func printCostOfRecording(_ actions: [Action], _ path: String) async throws {
    let plain = Store(initialState: State(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorded = Store(initialState: State(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(of: recorded, schema: Schema(), to: path)
    var times: [[Double]] = [[], []]
    let burst = 1_000
    for start in stride(from: 0, through: min(actions.count, 200 * burst) - burst, by: burst) {
      for (index, store) in [plain, recorded].enumerated() {
        let (seconds, _) = measured { for action in actions[start..<start + burst] { store.send(action) } }
        times[index].append(seconds * 1e9 / Double(burst))
      }
      try await recorder.flush()
    }
    try await recorder.close()
    let (send, recordedSend) = (times[0].median, times[1].median)
    print("send: \(send.short) ns, with a recorder \(recordedSend.short) ns: \((recordedSend - send).short) ns more")
  }

  /// Replays by turns, and prints the medians.
  static func replay(_ path: String, _ unverified: String, _ actions: [Action]) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    var times: [[Double]] = Array(repeating: [], count: 5)
    for _ in 1...3 {
      let plain = try measured { try plainLoop(data) }
      let typed = try measured { try ActionLog(path: path).replay(Schema(), reducer: NavigationReducer()) }
      let asJSON = try measured { try ActionLog(path: path).replay(AnySchema(), reducer: NavigationReducer()) }
      let unverified = try measured {
        try ActionLog(path: unverified).replay(Schema(), reducer: NavigationReducer())
      }
      let reduced = measured { reduce(actions) }
      precondition(typed.result.state == plain.result && reduced.result == plain.result, "Another state.")
      precondition(typed.result.verified == actions.count && asJSON.result.verified == actions.count, "Not verified.")
      precondition(unverified.result.state == plain.result && unverified.result.verified == 0, "Verified.")
      for (index, seconds) in [
        plain.seconds, typed.seconds, asJSON.seconds, unverified.seconds, reduced.seconds,
      ].enumerated() {
        times[index].append(seconds * 1e9 / Double(actions.count))
      }
    }
    let medians = times.map(\.median)
    let (plain, typed) = (medians[0], medians[1])
    print("an action: loop with JSONDecoder \(plain.short) ns")
    print("  replay, verified: \(typed.short) ns, \((plain / typed).short) times as fast")
    print("  replay with routes as JSON, verified: \(medians[2].short) ns, \((plain / medians[2]).short) times as fast")
    let (unverifiedReplay, reducing) = (medians[3], medians[4])
    for (name, part) in [
      ("reading and decoding", unverifiedReplay - reducing), ("reducing", reducing),
      ("fingerprints", typed - unverifiedReplay),
    ] {
      print("    of the first, \(name): \(part.short) ns, \((part / typed * 100).short) %")
    }
  }

  static func plainLoop(_ data: Data) throws -> State {
    let decoder = JSONDecoder()
    let reducer = NavigationReducer<AppTab, Route>()
    var state = State(tabs: AppTab.allCases)
    for line in data.split(separator: 0x0A) {
      guard let action = try decoder.decode(PlainLine.self, from: line).action else { continue }
      _ = reducer.reduce(into: &state, action: action)
    }
    return state
  }

  static func reduce(_ actions: [Action]) -> State {
    let reducer = NavigationReducer<AppTab, Route>()
    var state = State(tabs: AppTab.allCases)
    for action in actions { _ = reducer.reduce(into: &state, action: action) }
    return state
  }
}
