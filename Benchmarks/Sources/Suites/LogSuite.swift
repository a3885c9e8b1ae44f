import Foundation
import NavStore

private typealias Schema = ActionLogSchema<Navigation, Action>

/// The schema of a program that does not know the routes.
private typealias AnySchema = ActionLogSchema<NavigationState<JSONText, JSONText>, NavigationAction<JSONText, JSONText>>

extension Suite {
  /// The sender's cost of recording, and the cost of writing and of replaying a log, compared with Foundation's JSON.
  static var log: Suite {
    Suite(
      "log", [recording, flightRecording, writing, replay("a log is replayed", [1_000, 10_000]), longReplay])
  }

  /// The sender's cost: bursts that fit the recorder's buffer. Writing them is not measured.
  private static var recording: Series {
    let burst = 4_000
    let actions = Workload.actions(count: 2 * burst)
    return Series(
      "send, with a recorder", roundsPerRound: 3,
      [
        Point(
          operations: burst,
          floor: Contender("by hand, each action and state kept") {
            let actions = actions.map(HandAction.init)
            return Run {
              var state = HandState()
              for action in actions[..<burst] { state.reduce(action) }
              var kept: [(HandAction, HandState)] = []
              for action in actions[burst...] {
                state.reduce(action)
                kept.append((action, state))
              }
              return { [state, kept] in
                try WorkNotDone.unless(kept.count == burst, "Nothing was kept.")
                return Place(state)
              }
            }
          },
          [
            Contender("send, no recorder") {
              let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
              for action in actions[..<burst] { store.send(action) }
              return Run {
                for action in actions[burst...] { store.send(action) }
                return { Place(store.state) }
              }
            },
            Contender("send, with an ActionLogRecorder") {
              let file = ScratchFolder.file("navlog")
              let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
              let recorder = try ActionLogRecorder(of: store, schema: Schema(), to: file.path)
              for action in actions[..<burst] { store.send(action) }
              try await recorder.flush()
              return Run {
                for action in actions[burst...] { store.send(action) }
                return {
                  try await recorder.close()
                  try WorkNotDone.unless(recorder.status.recorded == actions.count, "\(recorder.status)")
                  try FileManager.default.removeItem(at: file)
                  return Place(store.state)
                }
              }
            },
          ])
      ])
  }

  /// The sender's cost of transactions one by one: some of them wake the recorder's task, which writes them on other
  /// threads. All contenders sleep between two actions, so the code and the memory of each are cold.
  private static var flightRecording: Series {
    let actions = Array(Workload.actions.prefix(400))
    @Sendable func pause() { usleep(500) }
    func flightRecorder(_ name: String, runs: Bool) -> Contender {
      Contender(name) {
        let file = ScratchFolder.file("navlog")
        let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
        let recorder = try ActionLogRecorder(
          of: store, schema: Schema(), to: file.path, options: .flightRecorder())
        let recording = runs ? Task { await recorder.run() } : nil
        return Run {
          for action in actions {
            store.send(action)
            pause()
          }
          return {
            try await recorder.close()
            await recording?.value
            try WorkNotDone.unless(recorder.status.recorded == actions.count, "\(recorder.status)")
            for path in recorder.status.files { try FileManager.default.removeItem(atPath: path) }
            return Place(store.state)
          }
        }
      }
    }
    return Series(
      "send every half millisecond, with a flight recorder",
      [
        Point(
          operations: actions.count,
          floor: Contender("by hand") {
            let actions = actions.map(HandAction.init)
            return Run {
              var state = HandState()
              for action in actions {
                state.reduce(action)
                pause()
              }
              return { [state] in Place(state) }
            }
          },
          [
            Contender("send, no recorder") {
              let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
              return Run {
                for action in actions {
                  store.send(action)
                  pause()
                }
                return { Place(store.state) }
              }
            },
            Contender("send, with a task that takes each change") {
              let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
              let changes = store.changes
              let task = Task { for await _ in changes {} }
              return Run {
                for action in actions {
                  store.send(action)
                  pause()
                }
                return {
                  task.cancel()
                  return Place(store.state)
                }
              }
            },
            flightRecorder("send, with a recorder that nothing wakes", runs: false),
            flightRecorder("send, with a flight recorder", runs: true),
          ])
      ])
  }

  /// Sending, recording and writing.
  private static var writing: Series {
    let actions = Workload.actions(count: 20_000)
    return Series(
      "a session is recorded to a file", waits: true,
      [
        Point(
          operations: actions.count,
          floor: Contender("JSONEncoder for each action, one write") {
            let file = ScratchFolder.file("json")
            return Run {
              let encoder = JSONEncoder()
              var lines = Data()
              for action in actions {
                lines.append(try encoder.encode(action))
                lines.append(0x0A)
              }
              try lines.write(to: file)
              return {
                let written = try Data(contentsOf: file).split(separator: 0x0A)
                try FileManager.default.removeItem(at: file)
                return try written.map { try JSONDecoder().decode(Action.self, from: $0) }
              }
            }
          },
          [
            Contender("ActionLogRecorder, each state with its fingerprint") {
              let file = ScratchFolder.file("navlog")
              return Run.waiting {
                try await Session.record(actions, to: file.path)
                return {
                  var written: [Action] = []
                  _ = try ActionLog(path: file.path).replay(Schema(), reducer: NavigationReducer()) { transaction in
                    written += transaction.actions
                  }
                  try FileManager.default.removeItem(at: file)
                  return written
                }
              }
            }
          ])
      ])
  }

  private static var longReplay: Series {
    replay("a long log is replayed", [1_000_000], isLong: true)
  }

  /// A loop over the lines with Foundation's decoder and the reducer, which verifies nothing, compared with replays.
  private static func replay(_ name: String, _ lengths: [Int], isLong: Bool = false) -> Series {
    Series(
      name, over: "actions", isLong: isLong,
      lengths.map { count in
        Point(
          count, operations: count,
          floor: Contender("JSONDecoder for each line, NavigationReducer") {
            let log = try Data(contentsOf: URL(fileURLWithPath: await Session.log(of: count, verified: true)))
            return Run {
              let state = try plainLoop(log)
              return { Place(state) }
            }
          },
          [
            .replay("replay", count, verified: false),
            .replay("replay, each state verified", count, verified: true),
            Contender("replay, verified, routes as JSON") {
              let log = ActionLog(path: try await Session.log(of: count, verified: true))
              return Run {
                let report = try log.replay(AnySchema(), reducer: NavigationReducer())
                return {
                  try WorkNotDone.unless(report.verified == count && report.isFaithful, "\(report)")
                  return nil
                }
              }
            },
          ])
      })
  }

  private static func plainLoop(_ log: Data) throws -> Navigation {
    let decoder = JSONDecoder()
    let reducer = NavigationReducer<AppTab, Route>()
    var state = Navigation.initial
    for line in log.split(separator: 0x0A) {
      guard let action = try decoder.decode(PlainLine.self, from: line).action else { continue }
      _ = reducer.reduce(into: &state, action: action)
    }
    return state
  }
}

extension Contender {
  fileprivate static func replay(_ name: String, _ count: Int, verified: Bool) -> Contender {
    Contender(name) {
      let log = ActionLog(path: try await Session.log(of: count, verified: verified))
      return Run {
        let report = try log.replay(Schema(), reducer: NavigationReducer())
        return {
          try WorkNotDone.unless((report.verified == count) == verified && report.isFaithful, "\(report)")
          return report.state.map(Place.init)
        }
      }
    }
  }
}

/// Recorded sessions, each created once per process.
private actor Session {
  private static let shared = Session()
  private var paths: [String: String] = [:]

  /// Returns the log of the workload's first actions, with a fingerprint for each or for none.
  static func log(of count: Int, verified: Bool) async throws -> String {
    try await shared.log(of: count, verified: verified)
  }

  private func log(of count: Int, verified: Bool) async throws -> String {
    let name = "\(count)-\(verified)"
    if let path = paths[name] { return path }
    let path = ScratchFolder.file("navlog").path
    try await Self.record(Workload.actions(count: count), to: path, fingerprintInterval: verified ? 1 : 0)
    paths[name] = path
    return path
  }

  /// Records a session, in parts that fit the recorder's buffer.
  static func record(_ actions: [Action], to path: String, fingerprintInterval: Int = 1) async throws {
    let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(
      of: store, schema: Schema(), to: path,
      options: ActionLogOptions(fingerprintInterval: fingerprintInterval, bytesPerFile: .max))
    for start in stride(from: 0, to: actions.count, by: 2_000) {
      for action in actions[start..<min(start + 2_000, actions.count)] { store.send(action) }
      try await recorder.flush()
    }
    try await recorder.close()
    try WorkNotDone.unless(recorder.status.recorded == actions.count, "\(recorder.status)")
  }
}

/// A line of a log, as a program that reads logs only with Foundation would declare it.
private struct PlainLine: Decodable {
  let t: String
  let n: Int
  let at: Int
  let origin: String?
  let action: Action?
  let sum: String?
}
