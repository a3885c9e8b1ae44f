import NavStore

/// Where a history of saves happens: processes that follow one another on one disk.
struct SimulatedMachine {
  private(set) var process: ModelProcess
  private let history: CrashHistory
  private let flaw: SaveMutation?
  /// The moments of the processes that are over.
  private var past: [ModelDisk.Moment] = []
  private var lastProcessID: Int32 = 100
  /// What fails from `begin()` on.
  private let fault: ModelDisk.Fault?

  /// A disk with a directory that is as old as the system.
  init(for history: CrashHistory, flaw: SaveMutation? = nil, fault: ModelDisk.Fault? = nil) {
    self.fault = fault
    self.history = history
    self.flaw = flaw
    var image = DiskImage()
    do {
      _ = try image.make(.directory(names: [:], log: ChangeLog()), at: "/home")
    } catch {
      fatalError("The disk of a history is not empty: \(error)")
    }
    image.synchronize(0)
    let disk = ModelDisk(
      image, progress: SaveProgress(), processID: lastProcessID, hasHardLinks: history.hasHardLinks)
    process = ModelProcess(disk, manner: history.manner, flaw: flaw)
  }

  var disk: ModelDisk { process.disk }

  var moments: [ModelDisk.Moment] { past + disk.moments }

  /// Begins what crashes come in: forgets the moments so far, and goes on with another process.
  mutating func begin() {
    restart()
    past = []
    disk.fail(fault)
  }

  /// Lets another process go on with the disk as it is, with what nobody has synced; it loads what is there.
  mutating func restart() {
    past += disk.moments
    lastProcessID += 1
    let disk = ModelDisk(
      disk.image, progress: disk.progress, processID: lastProcessID, hasHardLinks: history.hasHardLinks)
    process = ModelProcess(disk, manner: history.manner, flaw: flaw)
    _ = process.load()
  }

  /// Puts contents that cannot be used in a file's place, durably; `acknowledged` is the state that is left.
  func spoil(_ name: String = "a.state", with bytes: [UInt8], leaving acknowledged: Int) {
    put(bytes, at: name)
    var progress = disk.progress
    progress.acknowledged = acknowledged
    progress.evidence.insert(bytes)
    disk.progress = progress
  }

  /// Puts a state there as an older version of the app has saved it, durably.
  func putOlder(_ number: Int, version: Int, at name: String = "a.state") {
    let bytes = ModelProcess.bytes(number, schema: version)
    put(bytes, at: name)
    var progress = disk.progress
    progress.acknowledged = number
    progress.older = bytes
    disk.progress = progress
  }

  /// Makes the directory of the file, without a sync.
  func makeDirectory() {
    disk.change { image in
      do {
        _ = try image.make(.directory(names: [:], log: ChangeLog()), at: "/home/app")
      } catch {
        fatalError("There is a directory already. Make it before the first save: \(error)")
      }
    }
  }

  /// Puts contents in a file's place, durably as far as the directory is.
  func put(_ bytes: [UInt8], at name: String) {
    disk.change { $0.put(bytes, at: "/home/app/" + name) }
  }
}
