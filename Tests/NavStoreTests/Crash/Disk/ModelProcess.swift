import Foundation
import NavStore

/// A process that saves states to one file of a model disk.
struct ModelProcess {
  /// How it saves and loads.
  enum Manner {
    /// With the rules of the library.
    case saveFile
    /// Like an app that reads older versions, too, and keeps what is current as the previous generation.
    case keepingOlder
    /// Like that app, but what is current is moved aside before the save.
    case movingOlderAside
  }

  static let path = "/home/app/a.state"

  /// A state's bytes in its file.
  static func bytes(_ number: Int, schema: Int = 1) -> [UInt8] {
    Array(Envelope(schema: schema, revision: number, payload: payload(number)).encode())
  }

  private static func payload(_ number: Int) -> Data { Data("[\(number)]".utf8) }

  private struct NotANumber: Error {}

  private static func number(_ payload: Data) throws -> Int {
    guard let number = Int(String(decoding: payload.dropFirst().dropLast(), as: UTF8.self)) else { throw NotANumber() }
    return number
  }

  let disk: ModelDisk
  private let storage: FileStorage
  private let file: SaveFile
  private let manner: Manner

  /// A process on the disk, whose calls go through the flaw, if there is one.
  init(_ disk: ModelDisk, manner: Manner = .saveFile, flaw: DiskFlaw? = nil) {
    self.disk = disk
    self.manner = manner
    do {
      storage = try FileStorage(path: Self.path, fileSystem: flaw.map { FlawedDisk($0, disk) } ?? disk)
    } catch {
      fatalError("The path of the model is not that of a file: \(error)")
    }
    file = SaveFile(storage: storage, schema: StateSchema())
  }

  /// Saves a state, and says whether it is told to be saved.
  @discardableResult func save(_ number: Int) -> Bool {
    disk.progress.started = max(disk.progress.started, number)
    do {
      switch manner {
      case .saveFile: _ = try file.save(Self.payload(number), revision: number)
      case .keepingOlder: try storage.write(Data(Self.bytes(number)), keepingCurrentAsPrevious: true)
      case .movingOlderAside:
        if try newest()?.schema == 0 { _ = try storage.quarantine(.current) }
        try storage.write(Data(Self.bytes(number)), keepingCurrentAsPrevious: true)
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
    let (number, report) = file.load(Self.number)
    return (number ?? 0, report.isUneventful ? "" : "\(report)")
  }

  /// The newest generation that is a saved state, of whatever version.
  private func newest() throws -> Envelope? {
    for generation in StateGeneration.allCases {
      if let envelope = try storage.read(generation).flatMap({ try? Envelope.open($0) }) { return envelope }
    }
    return nil
  }
}
