import Foundation
import NavStore
import NumberedStates

/// A check that recovers from every disk that a crash can leave.
///
/// The requirements after a crash:
///
/// 1. The next process loads the last acknowledged state, or a later state whose save had begun.
/// 2. Unusable contents from before the crash are still on the disk.
/// 3. After a kill, the state of an older version is on the disk until two newer states are saved.
/// 4. The next two saves succeed, and the next load returns the second of their states.
/// 5. These saves leave only the two generations, at most one spare file and the files that were moved aside.
///
/// If `depth` is greater than 0, the check also crashes the recovery after each of its calls, with a depth of one less.
struct CrashCheck {
  private let history: CrashHistory
  private let mutation: SaveMutation?
  private let tearsEverywhere: Bool

  /// How many disks the check has recovered from. Equal disks after power cuts count once.
  private(set) var disks = 0
  /// How many choices among the unsynced changes led to these disks.
  private(set) var choices = 0
  private(set) var lossCount = 0
  /// Descriptions of the first losses.
  private(set) var losses: [String] = []

  private struct Recovery: Hashable {
    var contents: DiskImage.Contents
    var progress: SaveProgress
    var depth: Int
  }

  private var recoveries: Set<Recovery> = []
  private var lastProcessID: Int32 = 1_000

  init(of history: CrashHistory, mutation: SaveMutation? = nil, tearsEverywhere: Bool = false) {
    self.history = history
    self.mutation = mutation
    self.tearsEverywhere = tearsEverywhere
  }

  /// Checks a crash at each of the points.
  mutating func check(_ crashPoints: [ModelDisk.CrashPoint], depth: Int) {
    for crashPoint in crashPoints {
      // One loss is enough to detect a mutation.
      if mutation != nil && lossCount > 0 { return }
      var left: [DiskImage] = []
      crashPoint.image.powerCuts(tearsEverywhere: tearsEverywhere) { disk, count in
        left.append(disk)
        choices += count
      }
      for disk in left { recover(from: disk, after: crashPoint, isDurable: true, depth: depth) }
      // A kill leaves all changes on the disk, but the unsynced ones are not durable yet.
      if depth > 0 { recover(from: crashPoint.image, after: crashPoint, isDurable: false, depth: depth) }
    }
  }

  private mutating func recover(
    from image: DiskImage, after crashPoint: ModelDisk.CrashPoint, isDurable: Bool, depth: Int
  ) {
    var progress = crashPoint.progress
    progress.crashes += 1
    if isDurable {
      guard recoveries.insert(Recovery(contents: image.contents, progress: progress, depth: depth)).inserted else {
        return
      }
    }
    disks += 1
    var violations: [String] = []
    func expect(_ condition: Bool, _ violation: @autoclosure () -> String) {
      if !condition { violations.append(violation()) }
    }
    expect(image.holds(progress.protectedContents), "the unusable contents are gone")
    // A power cut can undo the step that made the older state the previous generation. Without hard links, the newer
    // state is the only generation for a short time.
    if !isDurable && history.hasHardLinks {
      expect(image.keeps(progress.older), "the older state is gone before two newer states are saved")
    } else if !image.keeps(progress.older) {
      progress.older = []
    }

    let process = makeProcess(on: image, progress)
    let (number, report) = process.load()
    expect(
      progress.acknowledged <= number && number <= progress.started,
      "\(number) is loaded, \(progress.acknowledged) was acknowledged: \(report)")
    // A state that the app has loaded is no longer protected: saves may replace it.
    progress.protectedContents.remove(ModelProcess.bytes(number))
    process.disk.progress.protectedContents = progress.protectedContents
    // A state that was loaded from a durable disk counts as acknowledged.
    if isDurable { process.disk.progress.acknowledged = max(number, progress.acknowledged) }
    let next = progress.started + 1
    expect(process.save(next), "the next save fails")
    expect(process.disk.image.holds(progress.protectedContents), "the next save destroys the unusable contents")
    let crashPoints = process.disk.crashPoints
    expect(process.save(next + 1), "the save after that fails")

    let last = makeProcess(on: process.disk.image, process.disk.progress).load()
    expect(last.number == next + 1 && last.report.isEmpty, "\(last.number) is loaded in the end: \(last.report)")
    let names = process.disk.image.names(inDirectory: "/home/app") ?? []
    let aside = names.filter { $0.hasPrefix("a.state.aside-") }
    let spare = names.filter { $0.hasPrefix("a.state.navstore-tmp-\(process.disk.processID)-") }
    let others = names.filter { !aside.contains($0) && !spare.contains($0) }
    expect(others == ["a.state", "a.state.previous"] && spare.count <= 1, "unexpected files: \(names)")
    expect(aside.count <= progress.movedAside, "too many were moved aside: \(names)")

    if !violations.isEmpty {
      lossCount += 1
      if losses.count < 5 {
        losses.append(
          """
          after \(crashPoint.calls.suffix(24)) and a \(isDurable ? "power cut" : "kill"):
            \(image.contents)
            \(violations.joined(separator: "; "))
          """)
      }
    }
    if depth > 0 && violations.isEmpty { check(crashPoints, depth: depth - 1) }
  }

  private mutating func makeProcess(on image: DiskImage, _ progress: SaveProgress) -> ModelProcess {
    lastProcessID += 1
    let disk = ModelDisk(image, progress: progress, processID: lastProcessID, hasHardLinks: history.hasHardLinks)
    return ModelProcess(disk, strategy: history.strategy, mutation: mutation)
  }
}

extension DiskImage {
  /// Returns whether each of the contents is in a file that is not temporary.
  fileprivate func holds(_ protectedContents: Set<[UInt8]>) -> Bool {
    if protectedContents.isEmpty { return true }
    let found = contents.entries.filter { !$0.path.hasSuffix("/temporary") }.compactMap(\.bytes)
    return protectedContents.isSubset(of: found)
  }

  /// Returns whether an older version's contents are in a file, or both generations are states of the current version
  /// with at least the same number. Contents that are not a saved state are not checked.
  fileprivate func keeps(_ older: [UInt8]) -> Bool {
    guard let number = try? Envelope.open(Data(older)).revision else { return true }
    let generations = ["", ".previous"].map { bytes(at: ModelProcess.path + $0) ?? [] }
    if generations.contains(older) || holds([older]) { return true }
    return generations.allSatisfy { bytes in
      guard let envelope = try? Envelope.open(Data(bytes)) else { return false }
      return envelope.schema == NumberedState.schema.version && envelope.revision >= number
    }
  }
}

extension DiskImage.Contents: CustomStringConvertible {
  var description: String {
    entries.map { entry in
      entry.bytes.map { bytes in
        let text = String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
        return "\(entry.path): \(bytes.count) bytes …\(text.suffix(8))"
      } ?? "\(entry.path)/"
    }.joined(separator: ", ")
  }
}
