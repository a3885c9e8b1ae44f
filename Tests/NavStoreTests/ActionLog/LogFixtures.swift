@testable import NavStore
@testable import NavStoreCore
import NavStoreInspection
import NavStoreTesting

typealias NumberSchema = ActionLogSchema<NumberState, NumberAction>
typealias TallySchema = ActionLogSchema<Tally, TallyAction>
typealias TallyStore = Store<Tally, TallyAction>

/// A state whose fingerprint is computed from its JSON.
struct Tally: Codable, Equatable, Sendable {
  var sum = 0
  var words: [String] = []
}

enum TallyAction: Codable, Equatable, Sendable {
  case add(Int)
  case say(String)
  /// Starts an effect that sends `add`.
  case addLater(Int)
}

/// A reducer for tests. A changed reducer adds 10 for `add(5)`.
struct TallyReducer: Reducer {
  var isChanged = false

  func reduce(into state: inout Tally, action: TallyAction) -> Effect<TallyAction> {
    switch action {
    case .add(let number): state.sum += isChanged && number == 5 ? 10 : number
    case .say(let word): state.words.append(word)
    case .addLater(let number): return .send(.add(number))
    }
    return .none
  }
}

func makeTallyStore(_ state: Tally = Tally()) -> TallyStore {
  Store(initialState: state, reducer: TallyReducer())
}

extension ActionLogRecorder {
  /// Creates a recorder with a file system that the test controls.
  convenience init(
    of store: Store<State, Action>, _ schema: ActionLogSchema<State, Action>, _ path: String,
    _ options: ActionLogOptions = ActionLogOptions(), fileSystem: any FileSystem = POSIXFileSystem(),
    clock: TestClock = TestClock()
  ) throws {
    let start = clock.now
    try self.init(
      TransactionSource(store, capacity: options.capacity) { start.duration(to: clock.now) }, schema: schema, to: path,
      options: options,
      header: LogHeader(schema: schema.version, session: "s", began: 0, fingerprintName: schema.fingerprintName),
      fileSystem: fileSystem, sleep: { try await clock.sleep(for: $0) })
  }
}

/// The lines of a log as another program would write them, without checks.
struct LogScript {
  var lines: [String] = []
  private var state = Tally()
  private var number = 0
  var sums = true

  init(_ session: String = "s", schema: Int = 1, after number: Int = 0, _ state: Tally = Tally(), part: Int = 1) {
    self.state = state
    self.number = number
    lines.append(
      #"{"t":"header","format":"navstore.log","v":1,"schema":\#(schema),"session":"\#(session)","part":\#(part),"#
        + #""n":\#(number),"at":\#(number * 10),"began":0,"sums":"json","library":"\#(libraryVersion)","#
        + #""state":\#(Self.text(state)),"sum":"\#(sum)"}"#)
  }

  private var sum: String {
    ReferenceFingerprints.hexadecimal(ReferenceFingerprints.xxh64(Array(Self.text(state).utf8)), digits: 16)
  }

  static func text(_ state: Tally) -> String {
    #"{"sum":\#(state.sum),"words":[\#(state.words.map { "\"\($0)\"" }.joined(separator: ","))]}"#
  }

  /// Adds a transaction for each number.
  mutating func add(_ numbers: Int...) {
    for added in numbers {
      number += 1
      state.sum += added
      let sum = sums ? #","sum":"\#(sum)""# : ""
      lines.append(
        #"{"t":"action","n":\#(number),"at":\#(number * 10),"origin":"user","action":{"add":{"_0":\#(added)}}\#(sum)}"#)
    }
  }

  /// Adds one transaction with several actions.
  mutating func addTogether(_ numbers: Int...) {
    number += 1
    for (index, added) in numbers.enumerated() {
      state.sum += added
      let sum = index + 1 == numbers.count ? #","sum":"\#(sum)""# : ""
      lines.append(
        #"{"t":"action","n":\#(number),"at":\#(number * 10),"origin":"user","action":{"add":{"_0":\#(added)}},"#
          + #""i":\#(index + 1),"of":\#(numbers.count)\#(sum)}"#)
    }
  }

  mutating func snap() {
    lines.append(
      #"{"t":"snap","n":\#(number),"at":\#(number * 10),"state":\#(Self.text(state)),"sum":"\#(sum)"}"#)
  }

  mutating func set(_ state: Tally) {
    number += 1
    self.state = state
    lines.append(
      #"{"t":"set","n":\#(number),"at":\#(number * 10),"origin":"restore","state":\#(Self.text(state)),"sum":"\#(sum)"}"#
    )
  }

  /// Adds a gap, for transactions that the recorder lost.
  mutating func gap(_ lost: Int, to state: Tally) {
    number += lost
    self.state = state
    lines.append(#"{"t":"gap","n":\#(number),"at":\#(number * 10),"lost":\#(lost)}"#)
  }

  mutating func mark(_ name: String) {
    lines.append(#"{"t":"mark","n":\#(number),"at":\#(number * 10),"name":"\#(name)"}"#)
  }

  mutating func end(next: Int? = nil) {
    lines.append(#"{"t":"end","n":\#(number),"at":\#(number * 10)\#(next.map { #","next":\#($0)"# } ?? "")}"#)
  }

  mutating func line(_ text: String, counting transactions: Int = 0) {
    number += transactions
    lines.append(text)
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// The lines with checks, as recorders write them.
  var checkedText: String {
    lines.map { line in
      let content = String(line.dropLast())
      return content + ",\"c\":\"" + ReferenceFingerprints.check(content) + "\"}\n"
    }.joined()
  }
}

extension TemporaryDirectory {
  /// Returns the report of a replay of a script.
  func replay(
    _ text: String, _ schema: TallySchema = TallySchema(), isChanged: Bool = false,
    options: ReplayOptions = ReplayOptions(), each: ((ReplayEvent<Tally, TallyAction>) throws -> Void)? = nil
  ) throws -> ReplayReport<Tally, TallyAction> {
    try put(text, "script.navlog")
    return try ActionLog(path: path("script.navlog")).replayEvents(
      schema, reducer: TallyReducer(isChanged: isChanged), options: options, each: each)
  }
}
