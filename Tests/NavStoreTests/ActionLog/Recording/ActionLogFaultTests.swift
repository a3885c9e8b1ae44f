import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// A recorder on a disk whose calls fail, and which loses the data of failed syncs.
///
/// Everything that `flush` or `close` has acknowledged is in the log after a kill and after a power failure, at every
/// point of the recording.
@Suite(.hangLimit) struct ActionLogFaultTests {
  private enum Step {
    /// One transaction.
    case send([TallyAction])
    case mark
    case flush
  }

  /// New files, transactions of several actions, and flushes after one and after several transactions.
  private static let short: [Step] = [
    .send([.add(1)]), .flush, .send([.say("two")]), .mark, .send([.add(3), .add(4)]), .flush, .send([.add(5)]),
    .send([.add(6)]), .send([.add(7)]), .send([.add(8)]), .flush,
  ]

  private static let long: [Step] = (1...5).flatMap { number -> [Step] in
    [.send([.add(number)]), .mark, .send([.add(1), .say("\(number)")]), .flush]
      + (0..<number).map { .send([.add($0)]) } + [.flush]
  }

  private static let path = "/home/app/logs/s.navlog"
  private static let folder = "/home/app/logs"

  /// The result of a recording.
  private struct Recording {
    let disk: ModelDisk
    let hasFault: Bool
    let status: ActionLogStatus
    /// The initial state, and the state after each transaction.
    let states: [Tally]
  }

  /// The options of a log with all transactions, and of one with the last three transactions at least.
  private static let options: [Bool: ActionLogOptions] = [
    false: ActionLogOptions(stateInterval: 2, transactionsPerFile: 3),
    true: .flightRecorder(bytes: 4_096, transactions: 3),
  ]

  private func record(
    _ steps: [Step], _ fault: ModelDisk.Fault?, makingFolder: Bool, options: ActionLogOptions
  ) async throws -> Recording {
    var image = DiskImage()
    for directory in makingFolder ? ["/home"] : ["/home", "/home/app", Self.folder] {
      _ = try image.make(.directory(names: [:], log: ChangeLog()), at: directory)
    }
    for node in image.nodes.indices { image.synchronize(node) }
    let disk = ModelDisk(image, progress: SaveProgress(), processID: 1)
    disk.fail(fault)
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(
      of: store, TallySchema(), Self.path, options, fileSystem: disk)
    var states = [store.state]
    for step in steps {
      switch step {
      case .send(let actions):
        store.send(actions)
        states.append(store.state)
      case .mark: recorder.mark("here")
      case .flush:
        if (try? await recorder.flush()) != nil { disk.progress.acknowledged = states.count - 1 }
      }
    }
    for _ in 1...3 where !recorder.status.hasEnded {
      if (try? await recorder.close()) != nil { disk.progress.acknowledged = states.count - 1 }
    }
    return Recording(disk: disk, hasFault: fault != nil, status: recorder.status, states: states)
  }

  /// Reads the files of disks. The same files are read only once.
  private struct Reader {
    let directory: TemporaryDirectory
    /// Whether the earliest files of a log are deleted.
    let isBounded: Bool
    private struct Reading: Hashable {
      var files: [String: [UInt8]]
      var acknowledged: Int
    }
    private var readings: Set<Reading> = []
    private var names: [String] = []
    private(set) var violations: [String] = []
    var count: Int { readings.count }

    init(isBounded: Bool) throws {
      directory = try TemporaryDirectory()
      self.isBounded = isBounded
    }

    /// Checks that the log on a disk has the first `acknowledged` transactions.
    ///
    /// - Parameters:
    ///   - files: The files of the disk.
    ///   - acknowledged: The number of transactions that a flush has acknowledged.
    ///   - isWhole: Whether only the last line may be damaged.
    mutating func read(
      _ image: DiskImage, _ recording: Recording, acknowledged: Int, isWhole: Bool, _ context: String
    ) throws {
      var files: [String: [UInt8]] = [:]
      for name in image.names(inDirectory: folder) ?? [] { files[name] = image.bytes(at: folder + "/" + name) }
      guard readings.insert(Reading(files: files, acknowledged: acknowledged)).inserted else { return }
      for name in names { try directory.remove(name) }
      names = files.keys.sorted { number($0) < number($1) }
      for (name, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: directory.path(name))) }
      func recordViolation(_ what: String) { violations.append("\(context): \(what); \(files.mapValues(\.count))") }
      // The file that the app knows, or the first existing one.
      let known = isBounded ? nil : recording.status.files.first.map { String($0.dropFirst(folder.count + 1)) }
      guard let first = names.contains(known ?? "") ? known : names.first else {
        if acknowledged > 0 { recordViolation("\(acknowledged) were acknowledged, and there is no file") }
        return
      }
      for log in [ActionLog(path: directory.path(first)), ActionLog(paths: names.map(directory.path))] {
        var numbers: [Int] = []
        let report: ReplayReport<Tally, TallyAction>
        do {
          report = try log.replayEvents(TallySchema(), reducer: TallyReducer()) { event in
            if case .transaction(let transaction) = event { numbers.append(transaction.number) }
          }
        } catch let error as ActionLogError where error.isNotALog {
          if acknowledged > 0 { recordViolation("\(acknowledged) were acknowledged, and there is no log") }
          continue
        }
        // After a power failure, a file that was not flushed may lack its first line.
        let isFaithful =
          report.isFaithful
          || !isWhole && report.damage.count == 1 && report.gaps.isEmpty && report.divergences.isEmpty
        let before = isBounded ? report.before : 0
        if report.number < acknowledged || numbers != Array(before..<report.number).map({ $0 + 1 }) || !isFaithful
          || !recording.hasFault && before > max(report.number - 3, 0)
          || report.number >= recording.states.count || report.state != recording.states[report.number]
        {
          recordViolation("\(acknowledged) were acknowledged, and \(numbers) are replayed: \(report.summary)")
        }
      }
    }

    private func number(_ name: String) -> Int { name.split(separator: ".").dropFirst().first.flatMap { Int($0) } ?? 1 }
  }

  /// Checks each crash point from a call on, after a kill and after a power failure.
  private func check(_ recording: Recording, _ reader: inout Reader, from call: Int, _ what: String) throws {
    for crashPoint in recording.disk.crashPoints where crashPoint.calls.count >= call {
      let acknowledged = crashPoint.progress.acknowledged
      let name = "\(what), after \(crashPoint.calls.count) calls, the last \(crashPoint.calls.last ?? "")"
      try reader.read(crashPoint.image, recording, acknowledged: acknowledged, isWhole: true, name + " and a kill")
      try reader.read(
        crashPoint.image.leastAfterPowerCut, recording, acknowledged: acknowledged, isWhole: false,
        name + " and a power cut")
    }
  }

  private static let faults: [(name: String, fault: ModelDisk.Fault, makesFolder: Bool)] = [
    ("EIO", .init(error: .inputOutput), true),
    ("ENOSPC", .init(error: .noSpace), true),
    ("EINTR", .init(error: .interrupted), true),
    ("a short write", .init(error: .inputOutput, isShort: true), true),
    ("EIO from then on", .init(error: .inputOutput, lasts: true), true),
    ("EIO that loses names", .init(error: .inputOutput, abandonsNames: true), false),
  ]

  @Test(arguments: [false, true])
  func `no flushed transaction is lost, whichever call fails and whenever the process is killed`(
    isFlightRecorder: Bool
  ) async throws {
    let options = try #require(Self.options[isFlightRecorder])
    let steps = TestEnvironment.isLong ? Self.long : Self.short
    var reader = try Reader(isBounded: isFlightRecorder)
    for makesFolder in [true, false] {
      let recording = try await record(steps, nil, makingFolder: makesFolder, options: options)
      #expect(recording.status.failures == 0)
      try check(recording, &reader, from: 0, "no fault")
    }
    var failures = 0
    for (name, var fault, makesFolder) in Self.faults {
      while true {
        let recording = try await record(steps, fault, makingFolder: makesFolder, options: options)
        if recording.disk.callCount <= fault.call { break }
        failures += recording.status.failures
        try check(recording, &reader, from: fault.call, "\(name) at call \(fault.call)")
        if !fault.lasts {
          #expect(recording.status.hasEnded && recording.status.lost == 0, "\(name) at call \(fault.call)")
          let files = recording.disk.image.names(inDirectory: Self.folder) ?? []
          // One more file, for the one that was replaced.
          let count = isFlightRecorder ? 2 : (recording.states.count + 1) / 3
          #expect(files.count <= count + 1, "\(name) at call \(fault.call): \(files)")
        }
        fault.call += 1
      }
    }
    print("Action logs: \(failures) failures, \(reader.count) disks read back")
    #expect(reader.violations.isEmpty, "\(reader.violations.count): \(reader.violations.prefix(3))")
    #expect(failures > 100 && reader.count > 80)
  }
}
