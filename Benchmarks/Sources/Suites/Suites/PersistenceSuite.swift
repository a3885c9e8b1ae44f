import Foundation
import NavStore

extension Suite {
  /// What a save and a load take beside Foundation's, and what of them is encoding and decoding.
  static var persistence: Suite {
    Suite("persistence", [saves, loads, encoding, decoding])
  }

  /// A save from `flush()` to its return, beside Foundation's atomic write of the same bytes, which is neither synced as
  /// a name nor keeps a generation.
  private static var saves: Series {
    Series(
      "a save to a file", roundsPerRound: 3,
      [
        Point(
          operations: 1,
          floor: Contender("Data.write(.atomic) of the bytes") {
            let file = ScratchFolder.file("plain")
            let (initial, state) = (Navigation.saved(10), Navigation.saved(10).pushed)
            // The first write makes the file.
            try Persistence.encoded(initial).write(to: file, options: .atomic)
            let bytes = try Persistence.encoded(state)
            return Run {
              try bytes.write(to: file, options: .atomic)
              return {
                let written = try Data(contentsOf: file)
                try FileManager.default.removeItem(at: file)
                return Persistence.restored(initial, from: written).state
              }
            }
          },
          [
            Contender("Persistence.flush()", .atMost(1.6)) {
              let folder = try ScratchFolder.folder()
              let storage = try FileStorage(url: folder.appending(path: "saved.state"))
              let initial = Navigation.saved(10)
              let store = Store(initialState: initial, reducer: NavigationReducer())
              let persistence = Persistence(of: store, to: storage)
              // The first two saves make the files of both generations.
              for action in [Action.push(.settings), .pop()] {
                store.send(action)
                try await persistence.flush()
              }
              // What differs from save to save, or nothing would be written.
              store.send(.push(.settings))
              return Run.waiting {
                try await persistence.flush()
                return {
                  let restored = Persistence.load(initial, from: storage)
                  try WorkNotDone.unless(restored.report.isUneventful, "\(restored.report)")
                  try WorkNotDone.unless(persistence.status.writes == 3, "\(persistence.status)")
                  try await persistence.stop()
                  try FileManager.default.removeItem(at: folder)
                  return restored.state
                }
              }
            }
          ])
      ])
  }

  /// A load from a file that was just written, so that no disk is waited for.
  private static var loads: Series {
    Series(
      "a load from a file", roundsPerRound: 3,
      [
        Point(
          operations: 10,
          floor: Contender("Data(contentsOf:), JSONDecoder") {
            let file = ScratchFolder.file("json")
            let state = Navigation.saved(10)
            try JSONEncoder().encode(state).write(to: file)
            return Run {
              var restored: Navigation?
              for _ in 0..<10 { restored = try JSONDecoder().decode(Navigation.self, from: Data(contentsOf: file)) }
              return { [restored] in
                try FileManager.default.removeItem(at: file)
                return restored
              }
            }
          },
          [
            Contender("Persistence.load") {
              let folder = try ScratchFolder.folder()
              let storage = try FileStorage(url: folder.appending(path: "saved.state"))
              let state = Navigation.saved(10)
              let store = Store(initialState: state, reducer: NavigationReducer())
              let persistence = Persistence(of: store, to: storage)
              // What was never changed is not written.
              store.send([.push(.settings), .pop()])
              try await persistence.flush()
              try await persistence.stop()
              return Run {
                var restored: Navigation?
                for _ in 0..<10 { restored = Persistence.load(Navigation.initial, from: storage).state }
                return { [restored] in
                  try FileManager.default.removeItem(at: folder)
                  return restored
                }
              }
            }
          ])
      ])
  }

  private static var encoding: Series {
    Series(
      "a state becomes bytes", over: "routes a tab",
      [10, 100, 1_000].map { depth in
        let state = Navigation.saved(depth)
        let count = 1_000 / depth
        return Point(
          depth, operations: count,
          floor: Contender("JSONEncoder, sorted keys") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return Run {
              var bytes = Data()
              for _ in 0..<count { bytes = try encoder.encode(state) }
              return { [bytes] in try JSONDecoder().decode(Navigation.self, from: bytes) }
            }
          },
          [
            Contender("Persistence.encoded") {
              Run {
                var bytes = Data()
                for _ in 0..<count { bytes = try Persistence.encoded(state) }
                return { [bytes] in Persistence.restored(Navigation.initial, from: bytes).state }
              }
            }
          ])
      })
  }

  private static var decoding: Series {
    Series(
      "bytes become a state", over: "routes a tab",
      [10, 100, 1_000].map { depth in
        let state = Navigation.saved(depth)
        let count = 1_000 / depth
        return Point(
          depth, operations: count,
          floor: Contender("JSONDecoder") {
            let bytes = try JSONEncoder().encode(state)
            return Run {
              var restored: Navigation?
              for _ in 0..<count { restored = try JSONDecoder().decode(Navigation.self, from: bytes) }
              return { [restored] in restored }
            }
          },
          [
            Contender("Persistence.restored") {
              let bytes = try Persistence.encoded(state)
              return Run {
                var restored: Navigation?
                for _ in 0..<count { restored = Persistence.restored(Navigation.initial, from: bytes).state }
                return { [restored] in restored }
              }
            }
          ])
      })
  }
}

extension Navigation {
  /// Three tabs with so many routes each.
  static func saved(_ depth: Int) -> Navigation {
    let path: [Route] = (0..<depth).map {
      $0.isMultiple(of: 2) ? .item($0) : .search(text: "album number \($0)", page: 0)
    }
    return Navigation(
      tabs: AppTab.allCases, paths: Dictionary(uniqueKeysWithValues: AppTab.allCases.map { ($0, path) }))
  }

  /// The same with one more route.
  fileprivate var pushed: Navigation {
    var state = self
    state.push(.settings)
    return state
  }
}
