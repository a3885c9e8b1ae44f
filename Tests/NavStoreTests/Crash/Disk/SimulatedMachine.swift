import NavStore

/// A machine that runs a history: one disk, and processes that run one after another.
struct SimulatedMachine {
  private(set) var process: ModelProcess
  private let history: CrashHistory
  private let mutation: SaveMutation?
  /// The crash points of the processes that have ended.
  private var past: [ModelDisk.CrashPoint] = []
  private var lastProcessID: Int32 = 100
  /// The calls that fail after `begin()`.
  private let fault: ModelDisk.Fault?

  /// Creates a machine whose disk has one durable directory.
  init(for history: CrashHistory, mutation: SaveMutation? = nil, fault: ModelDisk.Fault? = nil) {
    self.fault = fault
    self.history = history
    self.mutation = mutation
    var image = DiskImage()
    do {
      _ = try image.make(.directory(names: [:], log: ChangeLog()), at: "/home")
    } catch {
      fatalError("The disk of a history is not empty: \(error)")
    }
    image.synchronize(0)
    let disk = ModelDisk(
      image, progress: SaveProgress(), processID: lastProcessID, hasHardLinks: history.hasHardLinks)
    process = ModelProcess(disk, strategy: history.strategy, mutation: mutation)
  }

  var disk: ModelDisk { process.disk }

  var crashPoints: [ModelDisk.CrashPoint] { past + disk.crashPoints }

  /// Begins the part of the history that crashes interrupt. Discards the earlier crash points, and starts another
  /// process.
  mutating func begin() {
    restart()
    past = []
    disk.fail(fault)
  }

  /// Starts another process, which loads the saved state. Unsynced changes remain on the disk, and remain unsynced.
  mutating func restart() {
    past += disk.crashPoints
    lastProcessID += 1
    let disk = ModelDisk(
      disk.image, progress: disk.progress, processID: lastProcessID, hasHardLinks: history.hasHardLinks)
    process = ModelProcess(disk, strategy: history.strategy, mutation: mutation)
    _ = process.load()
  }

  /// Replaces a file durably by contents that no process may destroy. `acknowledged` is the oldest state that a load
  /// may return afterwards.
  func replaceFile(_ name: String = "a.state", with bytes: [UInt8], leaving acknowledged: Int) {
    put(bytes, at: name)
    var progress = disk.progress
    progress.acknowledged = acknowledged
    progress.protectedContents.insert(bytes)
    disk.progress = progress
  }

  /// Replaces a file durably by a state in the form of an older version of the app.
  func putOlder(_ number: Int, version: Int, at name: String = "a.state") {
    let bytes = ModelProcess.bytes(number, schema: version)
    put(bytes, at: name)
    var progress = disk.progress
    progress.acknowledged = number
    progress.older = bytes
    disk.progress = progress
  }

  /// Creates the directory of the file, without a sync.
  func makeDirectory() {
    disk.change { image in
      do {
        _ = try image.make(.directory(names: [:], log: ChangeLog()), at: "/home/app")
      } catch {
        fatalError("The directory already exists. Create it before the first save: \(error)")
      }
    }
  }

  /// Replaces a file by other contents. They are durable if the directory of the file is.
  func put(_ bytes: [UInt8], at name: String) {
    disk.change { $0.put(bytes, at: "/home/app/" + name) }
  }
}
