import Foundation
import NavStore

/// A sequence of loads and saves. A crash may happen after each of its calls.
struct CrashHistory: Sendable {
  let name: String
  var strategy = ModelProcess.SaveStrategy.library
  var hasHardLinks = true
  /// How many times the recovery crashes in the quick run. It crashes once more in the long run if `deepens` is `true`.
  var depth = 0
  /// Whether the long run checks more than the quick run.
  ///
  /// It is `false` for a history with so many unsynced writes that a deeper check takes too long.
  var deepens = true
  let run: @Sendable (inout SimulatedMachine) -> Void

  func crashPoints(mutation: SaveMutation? = nil) -> [ModelDisk.CrashPoint] {
    var machine = SimulatedMachine(for: self, mutation: mutation)
    run(&machine)
    return machine.crashPoints
  }

  /// Returns the crash points of the history if one of its calls fails, and of one more save.
  ///
  /// The same process makes this save, or the next process if `restarts` is `true`.
  ///
  /// - Returns: `nil` if the history has fewer calls.
  func crashPoints(failing fault: ModelDisk.Fault, restarts: Bool) -> [ModelDisk.CrashPoint]? {
    var machine = SimulatedMachine(for: self, fault: fault)
    machine.disk.progress.unreadable = 1
    run(&machine)
    guard machine.disk.callCount > fault.call else { return nil }
    machine.disk.fail(nil)
    if restarts {
      machine.restart()
      _ = machine.process.load()
    }
    machine.process.save(machine.disk.progress.started + 1)
    return machine.crashPoints
  }

  private static let torn = Array(ModelProcess.bytes(2).dropLast(2))
  private static let foreign = Array("not ours".utf8)

  /// Returns a history in which a crash may happen during one save, but not during the saves before it.
  private static func save(_ number: Int, hasHardLinks: Bool = true, depth: Int) -> CrashHistory {
    CrashHistory(
      name: "save \(number), \(hasHardLinks ? "with" : "without") hard links", hasHardLinks: hasHardLinks, depth: depth
    ) { machine in
      for number in 1..<number { machine.process.save(number) }
      machine.begin()
      machine.process.save(number)
    }
  }

  /// The depth of a history that takes too long to be checked with a crash of the recovery in an ordinary run.
  private static let longDepth = TestEnvironment.isLong ? 1 : 0

  /// The histories of loads and saves by the rules of the library.
  static let all: [CrashHistory] = [
    save(1, depth: 1),
    save(2, depth: 0),
    save(3, depth: 0),
    save(3, hasHardLinks: false, depth: 1),
    CrashHistory(name: "three saves of one process, in pieces", deepens: false) { machine in
      machine.begin()
      machine.disk.limitWrites(to: 40)
      for number in 1...3 { machine.process.save(number) }
    },
    CrashHistory(name: "saves of one process, over a spare file from the fourth on", deepens: false) { machine in
      machine.begin()
      for number in 1...5 { machine.process.save(number) }
    },
    CrashHistory(name: "three processes without hard links", hasHardLinks: false) { machine in
      machine.begin()
      for number in 1...3 {
        machine.process.save(number)
        machine.restart()
      }
    },
    CrashHistory(name: "save over a good file in a directory that another program has just created") { machine in
      machine.begin()
      machine.makeDirectory()
      machine.put(ModelProcess.bytes(1), at: "a.state")
      machine.disk.progress.started = 1
      _ = machine.process.load()
      machine.process.save(2)
    },
    CrashHistory(name: "saves over a state that another program has saved since", depth: longDepth, deepens: false) {
      machine in
      for number in 1...2 { machine.process.save(number) }
      machine.begin()
      machine.disk.progress.started = 7
      machine.replaceFile(with: ModelProcess.bytes(7), leaving: 7)
      for number in 8...9 { machine.process.save(number) }
    },
    CrashHistory(
      name: "saves over a damaged file and another program's previous generation", depth: longDepth, deepens: false
    ) { machine in
      for number in 1...2 { machine.process.save(number) }
      machine.begin()
      machine.disk.progress.started = 7
      machine.replaceFile("a.state.previous", with: ModelProcess.bytes(7), leaving: 2)
      machine.replaceFile(with: torn, leaving: 7)
      for number in 8...9 { machine.process.save(number) }
    },
    CrashHistory(name: "save over a damaged file", depth: 1) { machine in
      for number in 1...2 { machine.process.save(number) }
      machine.begin()
      machine.replaceFile(with: torn, leaving: 1)
      machine.process.save(3)
    },
    CrashHistory(name: "save over a foreign file, without a saved state") { machine in
      machine.process.save(1)
      machine.begin()
      machine.replaceFile(with: foreign, leaving: 0)
      machine.process.save(2)
    },
    CrashHistory(name: "load of a damaged file, then a save without hard links", hasHardLinks: false) { machine in
      for number in 1...2 { machine.process.save(number) }
      machine.begin()
      machine.replaceFile(with: torn, leaving: 1)
      _ = machine.process.load()
      machine.process.save(3)
    },
    CrashHistory(name: "save over a previous generation that is damaged", depth: 1) { machine in
      for number in 1...2 { machine.process.save(number) }
      machine.begin()
      machine.replaceFile("a.state.previous", with: torn, leaving: 2)
      machine.process.save(3)
    },
    CrashHistory(name: "load of two unusable files, after another one was moved aside") { machine in
      machine.process.save(1)
      machine.begin()
      machine.replaceFile("a.state.aside-1", with: Array("older".utf8), leaving: 0)
      machine.replaceFile(with: torn, leaving: 0)
      machine.replaceFile("a.state.previous", with: foreign, leaving: 0)
      _ = machine.process.load()
      machine.process.save(2)
    },
    CrashHistory(name: "save over two unreadable files of an older version") { machine in
      machine.process.save(1)
      machine.begin()
      machine.replaceFile(with: ModelProcess.bytes(9, schema: 0), leaving: 0)
      machine.replaceFile("a.state.previous", with: ModelProcess.bytes(8, schema: 0), leaving: 0)
      _ = machine.process.load()
      machine.process.save(2)
    },
    CrashHistory(name: "load of and save over a damaged file, with an older version's previous generation") { machine in
      for number in 1...2 { machine.process.save(number) }
      machine.begin()
      machine.putOlder(1, version: 1, at: "a.state.previous")
      machine.replaceFile(with: torn, leaving: 1)
      machine.process.start()
      for number in 3...4 { machine.process.save(number) }
    },
    CrashHistory(name: "save over an older version's file whose migration fails") { machine in
      for number in 1...2 { machine.process.save(number) }
      machine.begin()
      machine.putOlder(1, version: 2, at: "a.state.previous")
      machine.replaceFile(with: unmigratable, leaving: 1)
      machine.process.start()
      for number in 3...4 { machine.process.save(number) }
    },
  ]

  /// A state without the member that the migration from its version requires.
  private static let unmigratable = Array(Envelope(schema: 1, revision: 9, payload: Data("{}".utf8)).encode())

  /// Returns two histories of an app that starts with two generations of older versions.
  ///
  /// In the first history, the app saves the loaded state again. In the second, the state changes before that save.
  /// Each history ends with the save that replaces the older state.
  static func migrations(
    _ strategy: ModelProcess.SaveStrategy = .library, hasHardLinks: Bool = true
  ) -> [CrashHistory] {
    [true, false].map { savesAgain in
      CrashHistory(
        name: "\(savesAgain ? "start" : "save") over older versions, \(strategy), hard links: \(hasHardLinks)",
        strategy: strategy, hasHardLinks: hasHardLinks, depth: savesAgain && hasHardLinks ? 1 : 0
      ) { machine in
        for number in 1...2 { machine.process.save(number) }
        machine.begin()
        machine.putOlder(1, version: 1, at: "a.state.previous")
        machine.putOlder(2, version: 2)
        if savesAgain {
          machine.process.start()
        } else {
          _ = machine.process.load()
          machine.process.save(3)
        }
        machine.process.save(4)
      }
    }
  }
}
