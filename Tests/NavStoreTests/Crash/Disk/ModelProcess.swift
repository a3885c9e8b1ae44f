import Foundation
import NavStore
import NumberedStates

/// A process that saves states to one file of a model disk.
struct ModelProcess {
  /// How it saves and loads.
  enum Manner {
    /// With the rules of the library, which bring older versions up to date and keep what was current.
    case saveFile
    /// Like an app that reads older versions, too, and moves them aside before the save.
    case movingOlderAside
    /// Like an app that reads older versions, too, and saves over them.
    case forgettingOlder
  }

  static let path = "/home/app/a.state"

  /// A state's bytes in its file.
  static func bytes(_ number: Int, schema: Int = NumberedState.schema.version) -> [UInt8] {
    Array(NumberedState(number).fileContents(version: schema))
  }

  let disk: ModelDisk
  private let storage: FileStorage
  private let file: SavedStateStore
  private let manner: Manner

  /// A process on the disk, whose calls go through the flaw, if there is one.
  init(_ disk: ModelDisk, manner: Manner = .saveFile, flaw: SaveMutation? = nil) {
    self.disk = disk
    self.manner = manner
    do {
      storage = try FileStorage(path: Self.path, fileSystem: flaw.map { MutatedDisk($0, disk) } ?? disk)
    } catch {
      fatalError("The path of the model is not that of a file: \(error)")
    }
    file = SavedStateStore(storage: storage, schema: NumberedState.schema) { _ = try NumberedState(payload: $0) }
  }

  /// Saves a state, and says whether it is told to be saved.
  @discardableResult func save(_ number: Int) -> Bool {
    disk.progress.started = max(disk.progress.started, number)
    do {
      let state = NumberedState(number)
      let isOlder = try manner != .saveFile && newest()?.schema ?? .max < NumberedState.schema.version
      switch manner {
      case .saveFile: _ = try file.save(state.payload(), revision: number)
      case .movingOlderAside:
        if isOlder { _ = try storage.quarantine(.current) }
        try storage.write(state.fileContents(), keepingCurrentAsPrevious: true)
      case .forgettingOlder: try storage.write(state.fileContents(), keepingCurrentAsPrevious: !isOlder)
      }
    } catch {
      return false
    }
    disk.progress.acknowledged = number
    return true
  }

  /// The state that is restored, 0 if there is none, and what is told of it; nothing if it is the newest one, or none.
  func load() -> (number: Int, report: String) {
    guard manner == .saveFile else { return ((try? newest()?.revision) ?? 0, "") }
    let (state, report) = file.load { try NumberedState(payload: $0) }
    return (state?.number ?? 0, report.isUnchanged ? "" : "\(report)")
  }

  /// Does what an app does when it starts: loads, and saves what is of an older version again in today's form.
  func start() {
    let state = file.load { try NumberedState(payload: $0) }.state
    if let state, file.isOutOfDate() { save(state.number) }
  }

  /// The newest generation that is a saved state, of whatever version.
  private func newest() throws -> Envelope? {
    for generation in StateGeneration.allCases {
      if let envelope = try storage.read(generation).flatMap({ try? Envelope.open($0) }) { return envelope }
    }
    return nil
  }
}
