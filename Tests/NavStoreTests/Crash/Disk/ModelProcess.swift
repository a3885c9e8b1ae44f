import Foundation
import NavStore
import NumberedStates

/// A process that saves states to one file of a model disk.
struct ModelProcess {
  /// The way in which the process saves and loads.
  enum SaveStrategy {
    /// By the rules of the library, which migrates older versions and keeps the replaced state as the previous
    /// generation.
    case library
    /// Like an app that reads older versions, and moves an older version's file aside before the save.
    case movingOlderAside
    /// Like an app that reads older versions, and does not keep an older version's file when it saves.
    case forgettingOlder
  }

  static let path = "/home/app/a.state"

  /// Returns the contents of a state's file.
  static func bytes(_ number: Int, schema: Int = NumberedState.schema.version) -> [UInt8] {
    Array(NumberedState(number).fileContents(version: schema))
  }

  let disk: ModelDisk
  private let storage: FileStorage
  private let file: SavedStateStore
  private let strategy: SaveStrategy

  /// Creates a process on the disk. If there is a mutation, the process makes its calls with that mistake.
  init(_ disk: ModelDisk, strategy: SaveStrategy = .library, mutation: SaveMutation? = nil) {
    self.disk = disk
    self.strategy = strategy
    do {
      storage = try FileStorage(path: Self.path, fileSystem: mutation.map { MutatedDisk($0, disk) } ?? disk)
    } catch {
      fatalError("The path of the model is not the path of a file: \(error)")
    }
    file = SavedStateStore(storage: storage, schema: NumberedState.schema) { _ = try NumberedState(payload: $0) }
  }

  /// Saves a state, and returns whether the save reported success.
  @discardableResult func save(_ number: Int) -> Bool {
    disk.progress.started = max(disk.progress.started, number)
    do {
      let state = NumberedState(number)
      let isOlder = try strategy != .library && newest()?.schema ?? .max < NumberedState.schema.version
      switch strategy {
      case .library: _ = try file.save(state.payload(), revision: number)
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

  /// Loads the saved state.
  ///
  /// - Returns: The number of the state, or 0 without a state, and the report of the load. The report is empty if the
  ///   load found nothing unusual.
  func load() -> (number: Int, report: String) {
    guard strategy == .library else { return ((try? newest()?.revision) ?? 0, "") }
    let (state, report) = file.load { try NumberedState(payload: $0) }
    return (state?.number ?? 0, report.isUnchanged ? "" : "\(report)")
  }

  /// Starts like an app: loads the state, and saves it again if it is of an older version.
  func start() {
    let state = file.load { try NumberedState(payload: $0) }.state
    if let state, file.isOutOfDate() { save(state.number) }
  }

  /// Returns the newest generation that is a saved state of any version.
  private func newest() throws -> Envelope? {
    for generation in StateGeneration.allCases {
      if let envelope = try storage.read(generation).flatMap({ try? Envelope.open($0) }) { return envelope }
    }
    return nil
  }
}
