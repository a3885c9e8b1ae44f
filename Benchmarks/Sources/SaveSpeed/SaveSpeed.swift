import Foundation
import NavStore
import Workload

enum AppTab: String, Codable, CaseIterable, Sendable { case home, search, library }
enum Route: Hashable, Codable, Sendable { case song(Int), album(String) }

typealias Navigation = NavigationState<AppTab, Route>

/// Prints what a save of 3 tabs with 10 routes each takes, beside Foundation's atomic write of the same bytes, and what
/// of it is encoding and what a load takes.
///
///     swift run -c release --package-path Benchmarks SaveSpeed [folder] [number of rounds]
///
/// All of it happens in a folder of its own within the folder, by default the temporary one. Exits with 1 if a save
/// takes more than 1.6 times as long as Foundation's write, which is neither synced as a name nor keeps a generation.
/// The times are medians of rounds, in which each has its turn: what a disk takes differs from write to write.
@main
struct SaveSpeed {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let base = arguments.first.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
    let rounds = max(arguments.dropFirst().first.flatMap { Int($0) } ?? 31, 1)
    let folder = base.appending(path: "save-speed-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    let paths = Dictionary(uniqueKeysWithValues: AppTab.allCases.map { ($0, Self.path) })
    let state = Navigation(tabs: AppTab.allCases, paths: paths)
    let bytes = try Persistence.encoded(state)
    let store = Store(initialState: state, reducer: NavigationReducer())
    let storage = try FileStorage(url: folder.appending(path: "saved.state"))
    let persistence = Persistence(of: store, to: storage)
    let plain = folder.appending(path: "plain.state")

    var saves: [Double] = []
    var flushes: [Double] = []
    var writes: [Double] = []
    var encodings: [Double] = []
    var foundation: [Double] = []
    var loads: [Double] = []
    for round in 0...rounds {
      // What differs from save to save, or nothing would be written.
      store.send(round.isMultiple(of: 2) ? .push(.song(7)) : .pop())
      let save = try save(persistence)
      let write = try measured { try bytes.write(to: plain, options: .atomic) }.seconds
      store.send(round.isMultiple(of: 2) ? .push(.album("another")) : .pop())
      let start = ContinuousClock.now
      try await persistence.flush()
      let flush = start.duration(to: .now)
      let now = store.state
      let encoding = try measured { for _ in 0..<100 { _ = try Persistence.encoded(now) } }.seconds / 100
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let other = try measured { for _ in 0..<100 { _ = try encoder.encode(now) } }.seconds / 100
      let load = measured { Persistence.load(state, from: storage) }
      precondition(load.result.state == now && load.result.report.isUneventful, "\(load.result.report)")
      // The first one makes files and warms up.
      if round == 0 { continue }
      saves.append(save)
      flushes.append(flush / .seconds(1))
      writes.append(write)
      encodings.append(encoding)
      foundation.append(other)
      loads.append(load.seconds)
    }
    precondition(persistence.status.writes == 2 * (rounds + 1), "\(persistence.status)")
    let ratio = saves.median / writes.median
    print("\(bytes.count) bytes, \(rounds) rounds in \(base.path)")
    print("a save, on the calling thread: \(saves.median.microseconds)")
    print("a save, from the call of flush() to its return to the main actor: \(flushes.median.microseconds)")
    print("  Foundation's atomic write of the bytes: \(writes.median.microseconds); a save is \(ratio.short) × that")
    print("encoding: \(encodings.median.microseconds); by JSONEncoder: \(foundation.median.microseconds)")
    print("a load: \(loads.median.microseconds)")
    guard ratio <= 1.6 else {
      print("A save takes \(ratio.short) times as long as Foundation's write, and 1.6 times is allowed.")
      exit(1)
    }
  }

  /// The seconds that a save on the calling thread takes.
  static func save(_ persistence: Persistence<Navigation>) throws -> Double {
    try measured { try persistence.flushAndWait() }.seconds
  }

  static let path: [Route] = (0..<10).map { $0.isMultiple(of: 2) ? .song($0) : .album("album number \($0)") }
}

extension [Double] {
  /// The middle of the values, which no single slow one moves.
  fileprivate var median: Double { sorted()[count / 2] }
}

extension Double {
  /// Seconds as microseconds.
  fileprivate var microseconds: String { String(format: "%.1f µs", self * 1e6) }

  /// The number with two decimals.
  fileprivate var short: String { String(format: "%.2f", self) }
}
