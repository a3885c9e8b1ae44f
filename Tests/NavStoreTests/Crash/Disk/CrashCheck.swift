import Foundation
import NavStore
import NumberedStates

/// Looks at every disk that a crash can leave, and recovers from it.
///
/// After a crash the next process has to load the last acknowledged state or a later one whose save had begun; what
/// cannot be used and was there before has to be there still, and after a kill what an older version saved, until two
/// newer states are there; the two saves that follow have to succeed, to be what is
/// loaded next, and to leave nothing behind but the two generations and what was moved aside. With `depth` the recovery
/// crashes, too, after each of its calls, and so on.
struct CrashCheck {
  private let history: CrashHistory
  private let flaw: SaveMutation?
  private let tearsEverywhere: Bool

  /// How many disks were recovered from; equal ones count once.
  private(set) var disks = 0
  /// How many choices of what is there of the unsynced led to them.
  private(set) var choices = 0
  private(set) var lossCount = 0
  /// The first losses, in words.
  private(set) var losses: [String] = []

  private struct Question: Hashable {
    var contents: DiskImage.Contents
    var progress: SaveProgress
    var depth: Int
  }

  private var asked: Set<Question> = []
  private var lastProcessID: Int32 = 1_000

  init(of history: CrashHistory, flaw: SaveMutation? = nil, tearsEverywhere: Bool = false) {
    self.history = history
    self.flaw = flaw
    self.tearsEverywhere = tearsEverywhere
  }

  /// Crashes at each of the moments.
  mutating func check(_ moments: [ModelDisk.Moment], depth: Int) {
    for moment in moments {
      // A flaw is found by one loss.
      if flaw != nil && lossCount > 0 { return }
      var left: [DiskImage] = []
      moment.image.powerCuts(tearsEverywhere: tearsEverywhere) { disk, count in
        left.append(disk)
        choices += count
      }
      for disk in left { recover(from: disk, after: moment, isDurable: true, depth: depth) }
      // A kill leaves what a power cut with everything in its place leaves, only that it is not durable yet.
      if depth > 0 { recover(from: moment.image, after: moment, isDurable: false, depth: depth) }
    }
  }

  private mutating func recover(
    from image: DiskImage, after moment: ModelDisk.Moment, isDurable: Bool, depth: Int
  ) {
    var progress = moment.progress
    progress.crashes += 1
    if isDurable {
      guard asked.insert(Question(contents: image.contents, progress: progress, depth: depth)).inserted else { return }
    }
    disks += 1
    var complaints: [String] = []
    func expect(_ condition: Bool, _ complaint: @autoclosure () -> String) {
      if !condition { complaints.append(complaint()) }
    }
    expect(image.holds(progress.evidence), "what could not be used is gone")
    // A power cut may undo that the older state became the previous generation, and without hard links the newer one is
    // alone for a moment.
    if !isDurable && history.hasHardLinks {
      expect(image.keeps(progress.older), "the older state is gone before two newer ones stand")
    } else if !image.keeps(progress.older) {
      progress.older = []
    }

    let process = makeProcess(on: image, progress)
    let (number, report) = process.load()
    expect(
      progress.acknowledged <= number && number <= progress.started,
      "\(number) is loaded, \(progress.acknowledged) was acknowledged: \(report)")
    // What the app has had is no longer what it never had.
    progress.evidence.remove(ModelProcess.bytes(number))
    process.disk.progress.evidence = progress.evidence
    // Once it was seen on a durable disk it may not go again.
    if isDurable { process.disk.progress.acknowledged = max(number, progress.acknowledged) }
    let next = progress.started + 1
    expect(process.save(next), "the next save fails")
    expect(process.disk.image.holds(progress.evidence), "the next save destroys what could not be used")
    let moments = process.disk.moments
    expect(process.save(next + 1), "the save after that fails")

    let last = makeProcess(on: process.disk.image, process.disk.progress).load()
    expect(last.number == next + 1 && last.report.isEmpty, "\(last.number) is loaded in the end: \(last.report)")
    let names = process.disk.image.names(inDirectory: "/home/app") ?? []
    let aside = names.filter { $0.hasPrefix("a.state.aside-") }
    let spare = names.filter { $0.hasPrefix("a.state.navstore-tmp-\(process.disk.processID)-") }
    let others = names.filter { !aside.contains($0) && !spare.contains($0) }
    expect(others == ["a.state", "a.state.previous"] && spare.count <= 1, "left behind: \(names)")
    expect(aside.count <= progress.movedAside, "too many were moved aside: \(names)")

    if !complaints.isEmpty {
      lossCount += 1
      if losses.count < 5 {
        losses.append(
          """
          after \(moment.calls.suffix(24)) and a \(isDurable ? "power cut" : "kill"):
            \(image.contents)
            \(complaints.joined(separator: "; "))
          """)
      }
    }
    if depth > 0 && complaints.isEmpty { check(moments, depth: depth - 1) }
  }

  private mutating func makeProcess(on image: DiskImage, _ progress: SaveProgress) -> ModelProcess {
    lastProcessID += 1
    let disk = ModelDisk(image, progress: progress, processID: lastProcessID, hasHardLinks: history.hasHardLinks)
    return ModelProcess(disk, manner: history.manner, flaw: flaw)
  }
}

extension DiskImage {
  /// Whether each of the contents is in a file that is not a temporary one.
  fileprivate func holds(_ evidence: Set<[UInt8]>) -> Bool {
    if evidence.isEmpty { return true }
    let found = contents.entries.filter { !$0.path.hasSuffix("/temporary") }.compactMap(\.bytes)
    return evidence.isSubset(of: found)
  }

  /// Whether an older version's contents are a generation, or both generations are newer states of today's version.
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
