// The process that the crash tests kill while it writes.
//
//   CrashWriter write <path> --mode safe|loading|plain --from <revision> --size <letters>
//     saves ever newer states as fast as it can and prints each revision once it is saved; before that, 0 once it begins.
//     `safe` and `loading` load what is there before; `loading` prints its revision or 0, and saves it again if it is of
//     an older version
//   CrashWriter own <path> --from <revision>
//     saves ever newer states as an owner does, as fast as it can; prints `saved <revision> after <count>` or
//     `refused <process>` each time that becomes the other, with the number of refusals before
//   CrashWriter record <path> --from <seed> --burst <actions>
//     records ever more actions as fast as it can, flushes after each burst, and prints the number of the last transaction
//   CrashWriter steps <path>
//     records what it is asked to on standard input, and prints a line for each step:
//       send <count>   sends so many actions; prints the number of the last transaction
//       flush, close   prints `flushed <number>`, `closed <number>`, or `failed <reason>`
//   CrashWriter replay <path>
//     replays a log, and prints the number of its last transaction and whether the replay is complete and faithful
//   CrashWriter encode
//     prints the bytes of a sample state

import Foundation
import NavStore
import NumberedStates

struct Sample: Codable, Sendable {
  enum Screen: Codable, Sendable {
    case list
    case item(id: Int, note: String?)
  }

  /// Dictionaries and sets differ in their order from process to process; the encoder has to sort the keys.
  var titles = Dictionary(uniqueKeysWithValues: (0..<50).map { ("key \($0 * 7919 % 50)", "title/\($0)") })
  var counts = Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, $0 * $0) })
  var path: [Screen] = [.list, .item(id: 1, note: nil), .item(id: 2, note: "two"), .list]
  var ratio = 0.1
}

func acknowledge(_ revision: Int) {
  FileHandle.standardOutput.write(Data("\(revision)\n".utf8))
}

/// The number, a space, and letters that follow from the number.
func payload(_ revision: Int, size: Int) -> Data {
  Data("\(revision) ".utf8) + Data(repeating: UInt8(ascii: "a") + UInt8(revision % 26), count: size)
}

/// What apps do that do not know better: the old state is gone before the new one is there.
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

/// Loads and saves for ever.
func write(to path: String, tellsLoad: Bool, from first: Int, letters: Int) throws {
  let file = SavedStateStore(storage: try FileStorage(path: path), schema: NumberedState.schema) {
    _ = try NumberedState(payload: $0)
  }
  acknowledge(0)
  let state = file.load { try NumberedState(payload: $0) }.state
  if tellsLoad {
    // What was seen may not go again, so it counts as what was saved does.
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

/// Saves, if it may, as long as there is the process that has started it.
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

/// Records actions for ever.
func record(to path: String, seed: Int, burst: Int) async throws {
  let store = Store(
    initialState: NavigationState<Int, Int>(tabs: [0, 1, 2], backRule: .history), reducer: NavigationReducer<Int, Int>()
  )
  let recorder = try ActionLogRecorder(
    of: store, schema: ActionLogSchema(), to: path,
    options: ActionLogOptions(stateInterval: 16, transactionsPerFile: 200))
  var number = seed
  while true {
    for _ in 0..<burst {
      number = number &* 48_271 % 0x7FFF_FFFF
      switch number % 8 {
      case 0: store.send(.tabTapped(number % 3))
      case 1: store.send(.pop())
      case 2: store.send(.popToRoot)
      case 3: store.send([.present(number % 100), .push(number % 10)])
      case 4: store.send(.dismissAll)
      default: store.send(.push(number % 1_000))
      }
    }
    try await recorder.flush()
    acknowledge(store.revision)
  }
}

typealias Counts = NavigationState<Int, Int>
typealias CountSchema = ActionLogSchema<Counts, NavigationAction<Int, Int>>

/// Records as the lines of standard input say.
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
    default: fatalError("There is no such step: \(words).")
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
    try write(to: path, tellsLoad: value("--mode") == "loading", from: first, letters: letters)
  }
case "own":
  try own(CommandLine.arguments[2], from: value("--from").flatMap(Int.init) ?? 1)
case "record":
  try await record(
    to: CommandLine.arguments[2], seed: value("--from").flatMap(Int.init) ?? 1,
    burst: value("--burst").flatMap(Int.init) ?? 10)
default:
  print(
    "usage: CrashWriter encode | own <path> --from <revision> | record <path> --from <seed> --burst <actions> | replay <path> | steps <path> | write <path> --mode safe|loading|plain --from <revision> --size <letters>"
  )
}
