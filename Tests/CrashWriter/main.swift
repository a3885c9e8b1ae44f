// A command that the crash tests start, and often kill while it writes.
//
//   CrashWriter write <path> --mode safe|loading|plain --from <revision> --size <letters>
//     Saves newer and newer states without a pause, and prints each revision after its save.
//     `safe` and `loading` print 0 first, and load the saved state. `loading` also prints the revision of that state,
//     or 0. If the state is of an older version, `loading` saves it again and prints its revision again.
//     `plain` writes in place, without the library.
//   CrashWriter own <path> --from <revision>
//     Saves newer and newer states as an owner, without a pause. The first save, and each save whose result differs
//     from the one before, prints `saved <revision> after <number of refusals>` or `refused <process>`.
//   CrashWriter record <path> --from <seed> --burst <actions>
//     Records actions without a pause, flushes after each burst, and prints the number of the last transaction.
//   CrashWriter fly <path> --from <seed>
//     Writes the log of the session before to <path>.attached, and prints 0, 0, 0. Then records with a flight recorder
//     and short pauses, without flushes. Before each pause, prints three numbers: how many transactions the recorder has
//     written, how many were sent, and the time in nanoseconds. Sometimes waits until everything is written, forever if
//     the recorder does not write by itself.
//   CrashWriter steps <path>
//     Performs the steps that it reads from standard input, and prints a line for each step:
//       send <count>   sends `count` actions, and prints `sent <number>`
//       flush, close   prints `flushed <number>`, `closed <number>` or `failed <reason>`
//     The number is that of the last transaction.
//   CrashWriter replay <path>
//     Replays a log, and prints the number of its last transaction and whether the replay is complete and faithful.
//   CrashWriter encode
//     Prints the bytes of a sample state.

import Foundation
import NavStore
import NumberedStates

struct Sample: Codable, Sendable {
  enum Screen: Codable, Sendable {
    case list
    case item(id: Int, note: String?)
  }

  /// The order of a dictionary differs from process to process, so the encoder must sort the keys.
  var titles = Dictionary(uniqueKeysWithValues: (0..<50).map { ("key \($0 * 7919 % 50)", "title/\($0)") })
  var counts = Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, $0 * $0) })
  var path: [Screen] = [.list, .item(id: 1, note: nil), .item(id: 2, note: "two"), .list]
  var ratio = 0.1
}

func acknowledge(_ revision: Int) {
  FileHandle.standardOutput.write(Data("\(revision)\n".utf8))
}

/// Returns the number, a space, and one letter that depends on the number, repeated `size` times.
func payload(_ revision: Int, size: Int) -> Data {
  Data("\(revision) ".utf8) + Data(repeating: UInt8(ascii: "a") + UInt8(revision % 26), count: size)
}

/// Writes without protection against a crash: empties the file before it writes the new state.
func writeInPlace(_ data: Data, to path: String) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  var rest = data[...]
  while !rest.isEmpty {
    let count = rest.prefix(4096).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count <= 0 { fatalError("write failed: \(errno)") }
    rest = rest.dropFirst(count)
  }
  close(file)
}

/// Loads once, and then saves in an endless loop.
func write(to path: String, reportsLoad: Bool, from first: Int, letters: Int) throws {
  let file = SavedStateStore(storage: try FileStorage(path: path), schema: NumberedState.schema) {
    _ = try NumberedState(payload: $0)
  }
  acknowledge(0)
  let state = file.load { try NumberedState(payload: $0) }.state
  if reportsLoad {
    // A later load must not return an older state than this one, so it counts as acknowledged.
    acknowledge(state?.number ?? 0)
    if let state, file.isOutOfDate() {
      _ = try file.save(state.payload(), revision: state.number)
      acknowledge(state.number)
    }
  }
  for number in first... {
    _ = try file.save(NumberedState(number, letters: letters).payload(), revision: number)
    acknowledge(number)
  }
}

/// Tries to save, again and again, as long as the parent process is running.
func own(_ path: String, from first: Int) throws {
  let file = SavedStateStore(storage: try FileStorage(path: path), owner: StorageOwner())
  _ = file.load { $0 }
  var revision = first
  var refusals = 0
  var last = ""
  let parent = getppid()
  while getppid() == parent {
    do {
      _ = try file.save(payload(revision, size: 4_096), revision: revision)
      if last != "saved" { print("saved \(revision) after \(refusals)") }
      last = "saved"
      revision += 1
    } catch {
      guard case .ownedElsewhere(_, .process(let id)) = error else { throw error }
      if last != "refused" { print("refused \(id)") }
      last = "refused"
      refusals += 1
    }
    fflush(nil)
  }
}

func value(_ option: String) -> String? {
  guard let index = CommandLine.arguments.firstIndex(of: option) else { return nil }
  return CommandLine.arguments.dropFirst(index + 1).first
}

/// Records actions in an endless loop.
func record(to path: String, seed: Int, burst: Int) async throws {
  let store = Store(
    initialState: NavigationState<Int, Int>(tabs: [0, 1, 2], backRule: .history), reducer: NavigationReducer<Int, Int>()
  )
  let recorder = try ActionLogRecorder(
    of: store, schema: ActionLogSchema(), to: path,
    options: ActionLogOptions(stateInterval: 16, transactionsPerFile: 200))
  var number = seed
  while true {
    for _ in 0..<burst { store.send(next(&number)) }
    try await recorder.flush()
    acknowledge(store.revision)
  }
}

/// Returns the next transaction of a sequence that a number determines.
func next(_ number: inout Int) -> [NavigationAction<Int, Int>] {
  number = number &* 48_271 % 0x7FFF_FFFF
  return switch number % 8 {
  case 0: [.tabTapped(number % 3)]
  case 1: [.pop()]
  case 2: [.popToRoot]
  case 3: [.present(number % 100), .push(number % 10)]
  case 4: [.dismissAll]
  default: [.push(number % 1_000)]
  }
}

/// Records with a flight recorder, until the process is killed.
func fly(_ path: String, seed: Int) async throws {
  let store = Store(initialState: Counts(tabs: [0, 1, 2], backRule: .history), reducer: NavigationReducer<Int, Int>())
  let recorder = try ActionLogRecorder(of: store, schema: CountSchema(), to: path, options: .flightRecorder())
  try recorder.previousSession?.data().write(to: URL(fileURLWithPath: path + ".attached"), options: .atomic)
  async let _: Void = recorder.run()
  var number = seed
  while true {
    let time = DispatchTime.now().uptimeNanoseconds
    FileHandle.standardOutput.write(Data("\(recorder.status.recorded)\n\(store.revision)\n\(time)\n".utf8))
    if number % 8 == 0 {
      while recorder.status.recorded < store.revision { await Task.yield() }
    }
    try await Task.sleep(for: .milliseconds(number % 6))
    for _ in 0...number % 7 { store.send(next(&number)) }
  }
}

typealias Counts = NavigationState<Int, Int>
typealias CountSchema = ActionLogSchema<Counts, NavigationAction<Int, Int>>

/// Performs the steps that it reads from standard input.
func step(_ path: String) async throws {
  let store = Store(initialState: Counts(tabs: [0, 1, 2]), reducer: NavigationReducer<Int, Int>())
  let recorder = try ActionLogRecorder(of: store, schema: CountSchema(), to: path)
  var sent = 0
  func report(_ step: String, _ body: () async throws -> Void) async {
    do {
      try await body()
      print("\(step) \(sent)")
    } catch {
      print("failed \(error)")
    }
  }
  while let words = readLine()?.split(separator: " ") {
    switch words.first {
    case "send":
      for _ in 0..<(words.last.flatMap { Int($0) } ?? 1) {
        sent += 1
        store.send(sent % 10 == 0 ? .popToRoot : .push(sent))
      }
      await report("sent") {}
    case "flush": await report("flushed") { try await recorder.flush() }
    case "close": await report("closed") { try await recorder.close() }
    default: fatalError("Unknown step: \(words).")
    }
    fflush(nil)
  }
}

func replay(_ path: String) throws {
  let report = try ActionLog(path: path).replay(CountSchema(), reducer: NavigationReducer())
  print(report.number, report.isComplete ? "complete" : "incomplete", report.isFaithful ? "faithful" : "unfaithful")
  if !report.isFaithful { print(report.summary) }
}

switch CommandLine.arguments.dropFirst().first {
case "steps":
  try await step(CommandLine.arguments[2])
case "replay":
  try replay(CommandLine.arguments[2])
case "encode":
  FileHandle.standardOutput.write(try Persistence.encoded(Sample(), schema: StateSchema(version: 3), revision: 17))
case "write":
  let path = CommandLine.arguments[2]
  let letters = value("--size").flatMap(Int.init) ?? 4096
  let first = value("--from").flatMap(Int.init) ?? 1
  if value("--mode") == "plain" {
    for number in first... {
      writeInPlace(NumberedState(number, letters: letters).fileContents(), to: path)
      acknowledge(number)
    }
  } else {
    try write(to: path, reportsLoad: value("--mode") == "loading", from: first, letters: letters)
  }
case "own":
  try own(CommandLine.arguments[2], from: value("--from").flatMap(Int.init) ?? 1)
case "fly":
  try await fly(CommandLine.arguments[2], seed: value("--from").flatMap(Int.init) ?? 1)
case "record":
  try await record(
    to: CommandLine.arguments[2], seed: value("--from").flatMap(Int.init) ?? 1,
    burst: value("--burst").flatMap(Int.init) ?? 10)
default:
  print(
    """
    usage: CrashWriter encode
           CrashWriter fly <path> --from <seed>
           CrashWriter own <path> --from <revision>
           CrashWriter record <path> --from <seed> --burst <actions>
           CrashWriter replay <path>
           CrashWriter steps <path>
           CrashWriter write <path> --mode safe|loading|plain --from <revision> --size <letters>
    """)
}
