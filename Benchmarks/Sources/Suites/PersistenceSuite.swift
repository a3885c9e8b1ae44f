import Foundation
import NavStore

extension Suite {
  /// The cost of a save and a load compared with Foundation's, and the share of encoding and decoding.
  static var persistence: Suite {
    Suite("persistence", [saves, loads, encoding, decoding])
  }

  /// A save, compared with Foundation's atomic write of as many bytes, which does not sync the directory and keeps no
  /// previous generation. Both replace their files of the previous round, as an app does.
  private static var saves: Series {
    Series(
      "a save to a file", waits: true, roundsPerRound: 3,
      [
        Point(
          operations: 1,
          floor: Contender("Data.write(.atomic) of the bytes") {
            let files = try SavedFiles.shared.get()
            if !FileManager.default.fileExists(atPath: files.plain.path) { try files.bytes.write(to: files.plain) }
            return Run {
              try files.bytes.write(to: files.plain, options: .atomic)
              return {
                try WorkNotDone.unless(try Data(contentsOf: files.plain) == files.bytes, "The bytes are not there.")
                return nil
              }
            }
          },
          [.saving("Persistence.flushAndWait()", .atMost(1.6)), .saving("Persistence.flush()", waits: true)])
      ])
  }

  /// A load from a file that was just written, so that it does not wait for the disk.
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
              // An unchanged state is not written.
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

extension Contender {
  /// - Parameter waits: Whether the caller suspends a task or blocks a thread.
  fileprivate static func saving(_ name: String, _ limits: Limit..., waits: Bool = false) -> Contender {
    Contender(name, limits: limits) {
      let files = try SavedFiles.shared.get()
      // The first two saves create the files of both generations.
      while files.persistence.status.writes < 2 {
        files.change()
        try await files.persistence.flush()
      }
      let writes = files.persistence.status.writes
      files.change()
      let result: Run.Result = {
        let restored = Persistence.load(Navigation.saved(10), from: files.storage)
        try WorkNotDone.unless(restored.report.isUnchanged, "\(restored.report)")
        try WorkNotDone.unless(restored.state == files.store.state, "Another state was saved.")
        try WorkNotDone.unless(files.persistence.status.writes == writes + 1, "\(files.persistence.status)")
        return nil
      }
      if waits {
        return Run.waiting {
          try await files.persistence.flush()
          return result
        }
      }
      return Run {
        try files.persistence.flushAndWait()
        return result
      }
    }
  }
}

/// The state that is saved in each round, 3 tabs with 10 routes each, and its file.
private struct SavedFiles: Sendable {
  static let shared = Result { try SavedFiles() }

  let store = Store(initialState: Navigation.saved(10), reducer: NavigationReducer())
  let storage: FileStorage
  let persistence: Persistence<Navigation>
  /// As many bytes as a saved state, for Foundation.
  let bytes: Data
  let plain: URL

  init() throws {
    let folder = try ScratchFolder.folder()
    storage = try FileStorage(url: folder.appending(path: "saved.state"))
    persistence = Persistence(of: store, to: storage)
    bytes = try Persistence.encoded(store.state)
    plain = folder.appending(path: "plain.state")
  }

  /// Changes the state, because an equal state is not written.
  func change() {
    store.send(store.state.top == .settings ? .pop() : .push(.settings))
  }
}

extension Navigation {
  /// Returns three tabs with a number of routes each.
  static func saved(_ depth: Int) -> Navigation {
    let path: [Route] = (0..<depth).map {
      $0.isMultiple(of: 2) ? .item($0) : .search(text: "album number \($0)", page: 0)
    }
    return Navigation(
      tabs: AppTab.allCases, paths: Dictionary(uniqueKeysWithValues: AppTab.allCases.map { ($0, path) }))
  }
}
