import Foundation
import NavStore

/// A history of loads and saves. A crash may come after each of its calls.
struct CrashHistory: Sendable {
  let name: String
  var manner = ModelProcess.Manner.saveFile
  var hasHardLinks = true
  /// How many times the recovery crashes in the quick run. It crashes once more in the long run if `deepens` is `true`.
  var depth = 0
  /// Whether the long run checks more than the quick run.
  ///
  /// It is `false` for a history with so many unsynced writes that a deeper check takes too long.
  var deepens = true
  let act: @Sendable (inout SimulatedMachine) -> Void

  func moments(flaw: SaveMutation? = nil) -> [ModelDisk.Moment] {
    var stage = SimulatedMachine(for: self, flaw: flaw)
    act(&stage)
    return stage.moments
  }

  /// Returns the moments of the history if one of its calls fails, and of one more save. The same process makes this
  /// save, or the next process if `restarts` is `true`.
  ///
  /// - Returns: `nil` if the history has fewer calls.
  func moments(failing fault: ModelDisk.Fault, restarts: Bool) -> [ModelDisk.Moment]? {
    var stage = SimulatedMachine(for: self, fault: fault)
    stage.disk.progress.unreadable = 1
    act(&stage)
    guard stage.disk.callCount > fault.call else { return nil }
    stage.disk.fail(nil)
    if restarts {
      stage.restart()
      _ = stage.process.load()
    }
    stage.process.save(stage.disk.progress.started + 1)
    return stage.moments
  }

  private static let torn = Array(ModelProcess.bytes(2).dropLast(2))
  private static let foreign = Array("not ours".utf8)

  /// Returns a history in which a crash may come during one save, but not during the saves before it.
  private static func save(_ number: Int, hasHardLinks: Bool = true, depth: Int) -> CrashHistory {
    CrashHistory(
      name: "save \(number), \(hasHardLinks ? "with" : "without") hard links", hasHardLinks: hasHardLinks, depth: depth
    ) { stage in
      for number in 1..<number { stage.process.save(number) }
      stage.begin()
      stage.process.save(number)
    }
  }

  /// The histories of loads and saves by the rules of the library.
  static let all: [CrashHistory] = [
    save(1, depth: 1),
    save(2, depth: 0),
    save(3, depth: 0),
    save(3, hasHardLinks: false, depth: 1),
    CrashHistory(name: "three saves of one process, in pieces", deepens: false) { stage in
      stage.begin()
      stage.disk.limitWrites(to: 40)
      for number in 1...3 { stage.process.save(number) }
    },
    CrashHistory(name: "saves of one process, over a spare file from the fourth on", deepens: false) { stage in
      stage.begin()
      for number in 1...5 { stage.process.save(number) }
    },
    CrashHistory(name: "three processes without hard links", hasHardLinks: false) { stage in
      stage.begin()
      for number in 1...3 {
        stage.process.save(number)
        stage.restart()
      }
    },
    CrashHistory(name: "save over a good file in a directory that somebody else has just made") { stage in
      stage.begin()
      stage.makeDirectory()
      stage.put(ModelProcess.bytes(1), at: "a.state")
      stage.disk.progress.started = 1
      _ = stage.process.load()
      stage.process.save(2)
    },
    CrashHistory(name: "saves over a state that somebody else has saved since", depth: 1, deepens: false) { stage in
      for number in 1...2 { stage.process.save(number) }
      stage.begin()
      stage.disk.progress.started = 7
      stage.spoil(with: ModelProcess.bytes(7), leaving: 7)
      for number in 8...9 { stage.process.save(number) }
    },
    CrashHistory(name: "saves over a damaged file and somebody else's state beneath it", depth: 1, deepens: false) {
      stage in
      for number in 1...2 { stage.process.save(number) }
      stage.begin()
      stage.disk.progress.started = 7
      stage.spoil("a.state.previous", with: ModelProcess.bytes(7), leaving: 2)
      stage.spoil(with: torn, leaving: 7)
      for number in 8...9 { stage.process.save(number) }
    },
    CrashHistory(name: "save over a damaged file", depth: 1) { stage in
      for number in 1...2 { stage.process.save(number) }
      stage.begin()
      stage.spoil(with: torn, leaving: 1)
      stage.process.save(3)
    },
    CrashHistory(name: "save over a foreign file, with nothing saved") { stage in
      stage.process.save(1)
      stage.begin()
      stage.spoil(with: foreign, leaving: 0)
      stage.process.save(2)
    },
    CrashHistory(name: "load of a damaged file, then a save without hard links", hasHardLinks: false) { stage in
      for number in 1...2 { stage.process.save(number) }
      stage.begin()
      stage.spoil(with: torn, leaving: 1)
      _ = stage.process.load()
      stage.process.save(3)
    },
    CrashHistory(name: "save over a previous generation that is damaged", depth: 1) { stage in
      for number in 1...2 { stage.process.save(number) }
      stage.begin()
      stage.spoil("a.state.previous", with: torn, leaving: 2)
      stage.process.save(3)
    },
    CrashHistory(name: "load of two files that cannot be used, beside one that was moved aside before") { stage in
      stage.process.save(1)
      stage.begin()
      stage.spoil("a.state.aside-1", with: Array("older".utf8), leaving: 0)
      stage.spoil(with: torn, leaving: 0)
      stage.spoil("a.state.previous", with: foreign, leaving: 0)
      _ = stage.process.load()
      stage.process.save(2)
    },
    CrashHistory(name: "save over two files of an older version that cannot be read any more") { stage in
      stage.process.save(1)
      stage.begin()
      stage.spoil(with: ModelProcess.bytes(9, schema: 0), leaving: 0)
      stage.spoil("a.state.previous", with: ModelProcess.bytes(8, schema: 0), leaving: 0)
      _ = stage.process.load()
      stage.process.save(2)
    },
    CrashHistory(name: "damaged file over an older version's, loaded and saved over") { stage in
      for number in 1...2 { stage.process.save(number) }
      stage.begin()
      stage.putOlder(1, version: 1, at: "a.state.previous")
      stage.spoil(with: torn, leaving: 1)
      stage.process.start()
      for number in 3...4 { stage.process.save(number) }
    },
    CrashHistory(name: "save over an older version's file that a step fails with") { stage in
      for number in 1...2 { stage.process.save(number) }
      stage.begin()
      stage.putOlder(1, version: 2, at: "a.state.previous")
      stage.spoil(with: unmigratable, leaving: 1)
      stage.process.start()
      for number in 3...4 { stage.process.save(number) }
    },
  ]

  /// A state without the member that the migration from its version requires.
  private static let unmigratable = Array(Envelope(schema: 1, revision: 9, payload: Data("{}".utf8)).encode())

  /// Returns two histories of an app that starts with two generations of older versions.
  ///
  /// In the first history, the app saves the loaded state again. In the second, the state changes before that save.
  /// Each history ends with the save that replaces the older state.
  static func migrations(_ manner: ModelProcess.Manner = .saveFile, hasHardLinks: Bool = true) -> [CrashHistory] {
    [true, false].map { savesAgain in
      CrashHistory(
        name: "\(savesAgain ? "start" : "save") over older versions, \(manner), hard links: \(hasHardLinks)",
        manner: manner, hasHardLinks: hasHardLinks, depth: savesAgain && hasHardLinks ? 1 : 0
      ) { stage in
        for number in 1...2 { stage.process.save(number) }
        stage.begin()
        stage.putOlder(1, version: 1, at: "a.state.previous")
        stage.putOlder(2, version: 2)
        if savesAgain {
          stage.process.start()
        } else {
          _ = stage.process.load()
          stage.process.save(3)
        }
        stage.process.save(4)
      }
    }
  }
}
