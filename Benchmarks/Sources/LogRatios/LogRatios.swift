import Foundation
import NavStore

enum AppTab: String, Codable, Sendable, CaseIterable {
  case home, search, library
}

enum Route: Hashable, Codable, Sendable {
  case item(id: Int)
  case search(text: String, page: Int)
  case settings
}

typealias State = NavigationState<AppTab, Route>
typealias Action = NavigationAction<AppTab, Route>
typealias OpaqueSchema = ActionLogSchema<NavigationState<JSONText, JSONText>, NavigationAction<JSONText, JSONText>>
typealias Schema = ActionLogSchema<State, Action>

/// One line, as a program would declare it that reads logs with Foundation alone.
struct PlainLine: Decodable {
  let t: String
  let n: Int
  let at: Int
  let origin: String?
  let action: Action?
  let sum: String?
}

/// A time that began at some moment, in seconds.
struct Stopwatch {
  private let start = ContinuousClock.now

  var seconds: Double {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

@main
struct LogRatios {
  static func main() async throws {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
    let path =
      FileManager.default.temporaryDirectory.path
      + "/navstore-ratios-\(ProcessInfo.processInfo.processIdentifier).navlog"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let initial = State(tabs: AppTab.allCases)
    let actions = workload(count: count)
    if CommandLine.arguments.count > 2 { return try await sendingCost(actions) }
    let store = Store(initialState: initial, reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(of: store, schema: Schema(), to: path, options: .init(bytesPerFile: .max))
    let recordingWatch = Stopwatch()
    for start in stride(from: 0, to: count, by: 2_000) {
      for action in actions[start..<min(start + 2_000, count)] { store.send(action) }
      try await recorder.flush()
    }
    try await recorder.close()
    let recording = recordingWatch.seconds
    let bytes = recorder.status.bytes
    print(
      "recorded \(count) in \(recording) s, lost \(recorder.status.lost), \(Double(bytes) / Double(count)) bytes an action"
    )

    try await sendingCost(actions)

    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    for round in 1...3 {
      var final = initial
      var watch = Stopwatch();
      do {
        let decoder = JSONDecoder()
        let reducer = NavigationReducer<AppTab, Route>()
        var state = initial
        for line in data.split(separator: 0x0A) {
          guard let action = try decoder.decode(PlainLine.self, from: line).action else { continue }
          _ = reducer.reduce(into: &state, action: action)
        }
        final = state
      }
      let plain = watch.seconds
      var report: ReplayReport<State, Action>?
      watch = Stopwatch();
      do {
        report = try ActionLog(path: path).replay(Schema(), reducer: NavigationReducer())
      }
      let typed = watch.seconds
      watch = Stopwatch()
      let opaqueReport = try ActionLog(path: path).replay(OpaqueSchema(), reducer: NavigationReducer())
      let opaque = watch.seconds
      precondition(opaqueReport.verified == count, "The replay with routes as JSON came to another state.")
      precondition(report?.state == final && report?.verified == count, "The replay came to another state.")
      print(
        "round \(round): plain \(plain * 1e9 / Double(count)) ns, typed \(typed * 1e9 / Double(count)) ns: \(plain / typed) x, opaque \(opaque * 1e9 / Double(count)) ns: \(plain / opaque) x"
      )
    }
  }

  /// What recording costs the sender: bursts of sends with and without a recorder, by turns.
  static func sendingCost(_ actions: [Action]) async throws {
    let path =
      FileManager.default.temporaryDirectory.path + "/navstore-cost-\(ProcessInfo.processInfo.processIdentifier).navlog"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let plain = Store(initialState: State(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorded = Store(initialState: State(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(of: recorded, schema: Schema(), to: path)
    var times: [[Double]] = [[], []]
    let burst = 1_000
    for start in stride(from: 0, to: min(actions.count, 200 * burst), by: burst) {
      let part = actions[start..<start + burst]
      for (index, store) in [plain, recorded].enumerated() {
        let watch = Stopwatch()
        for action in part { store.send(action) }
        times[index].append(watch.seconds * 1e9 / Double(burst))
      }
      try await recorder.flush()
    }
    try await recorder.close()
    let medians = times.map { $0.sorted()[$0.count / 2] }
    print("send \(medians[0]) ns, recorded \(medians[1]) ns: \(medians[1] - medians[0]) ns more")
  }
}
