/// Reads the lines of a log.
///
/// A line of an action in the spelling that recorders write is read in one pass; any other, key by key.
struct LogLineParser<State: Codable & Sendable, Action: Codable & Sendable> {
  typealias Input = ReplayMachine<State, Action>.Input
  typealias RecordedState = ReplayMachine<State, Action>.RecordedState

  private let schema: ActionLogSchema<State, Action>
  private let userInfo: [CodingUserInfoKey: Any]
  /// What the header said; nil before it.
  private(set) var header: LogHeader?
  /// The last origin and its name, because most actions have the same one as the action before.
  private var origin = ActionOrigin.user
  private var originName = Array(ActionOrigin.user.rawValue.utf8)

  /// - Parameter header: What the header said, when the reading does not begin with it.
  init(schema: ActionLogSchema<State, Action>, header: LogHeader?) {
    self.schema = schema
    self.header = header
    userInfo = schema.userInfo
  }

  /// Reads the line in the bytes from the reader's position to its end.
  mutating func input(_ reader: inout JSONReader, _ line: UnsafeRawBufferPointer) -> Input {
    guard let content = line.checked else { return .damage(.check) }
    let start = reader.position
    if schema.makesFingerprints(of: header), let input = quickAction(&reader, content: content) { return input }
    reader.read(in: start..<reader.end)
    do throws(JSONError) {
      let fields = try LogFields(&reader)
      return input(fields, line, start)
    } catch {
      return .damage(.malformed("expected \(error.expected.rawValue)", offset: error.offset - start))
    }
  }

  // MARK: - The usual spelling

  /// An action in the spelling of recorders; nil for anything else.
  ///
  /// - Parameter content: How many bytes the line has before its check.
  private mutating func quickAction(_ reader: inout JSONReader, content: Int) -> Input? {
    let end = reader.position + content
    do {
      guard reader.consume(#"{"t":"action","n":"#) else { return nil }
      let number = try reader.integer(Int.self)
      guard reader.consume(#","at":"#) else { return nil }
      let time = try reader.integer(Int.self)
      guard reader.consume(#","origin":"#) else { return nil }
      let origin = try origin(&reader)
      guard reader.consume(#","action":"#) else { return nil }
      let action = try reader.decode(Action.self)
      var place = TransactionPlace.single
      if reader.consume(#","i":"#) {
        place.index = try reader.integer(Int.self)
        guard reader.consume(#","of":"#) else { return nil }
        place.count = try reader.integer(Int.self)
      }
      var sum: Fingerprint?
      if reader.consume(#","sum":""#) {
        sum = reader.fingerprint()
        guard sum != nil, reader.consume("\"") else { return nil }
      }
      guard reader.position == end, place.isPossible, number > 0, time >= 0 else { return nil }
      return .action(action, number: number, time: time, origin: origin, place: place, sum)
    } catch {
      return nil
    }
  }

  private mutating func origin(_ reader: inout JSONReader) throws(JSONError) -> ActionOrigin {
    let name = try reader.rawString()
    let isSame = reader.bytes(of: name).elementsEqual(originName)
    if !isSame {
      origin = ActionOrigin(rawValue: reader.text(of: name))
      originName = name.isPlain ? Array(origin.rawValue.utf8) : []
    }
    return origin
  }

  // MARK: - Any spelling

  private mutating func input(_ fields: LogFields, _ line: UnsafeRawBufferPointer, _ start: Int) -> Input {
    func missing(_ what: String) -> Input { .damage(.malformed("the line lacks \(what)", offset: 0)) }
    guard let type = fields.type else { return missing("its type, \"t\"") }
    guard let kind = LineType(rawValue: type) else { return .unknown }
    guard let number = fields.number, number >= (kind == .action || kind == .set ? 1 : 0) else {
      return missing("the number of a transaction, \"n\"")
    }
    let time = max(fields.time ?? 0, 0)
    switch kind {
    case .header:
      guard let header = LogHeader(fields, number: number, time: time, line, start) else {
        return missing("what a header must say")
      }
      self.header = header
      return .header(header, fields.state.map { recorded($0, fields.sum, line, start) })
    case .action:
      guard let value = fields.action else { return missing("its action") }
      let place = TransactionPlace(index: fields.index ?? 1, count: fields.count ?? 1)
      guard place.isPossible else { return missing("a possible place in its transaction") }
      let bytes = line.slice(value, from: start)
      do {
        let action = try decode(Action.self, bytes, schema.actionMigrations)
        return .action(
          action, number: number, time: time, origin: fields.origin ?? .user, place: place, comparable(fields.sum))
      } catch {
        let action = (try? JSONText(parsing: bytes)) ?? JSONText.null
        return .undecodable(
          UndecodableAction(number: number, action: action, reason: Self.reason(error)), place: place)
      }
    case .set:
      guard let state = fields.state else { return missing("its state") }
      return .replacement(
        number: number, time: time, origin: fields.origin ?? .user, recorded(state, fields.sum, line, start))
    case .snap:
      guard let state = fields.state else { return missing("its state") }
      return .state(number: number, time: time, recorded(state, fields.sum, line, start))
    case .gap:
      guard let lost = fields.lost, lost > 0, lost <= number else { return missing("how many transactions were lost") }
      return .gap(number: number, lost: lost)
    case .mark:
      let note = fields.note.flatMap { try? JSONValue(parsing: line.slice($0, from: start)) }
      return .mark(number: number, time: time, name: fields.name ?? "", note: note)
    case .end:
      return .end(number: number, time: time, next: fields.next)
    }
  }

  private enum LineType: String {
    case header, action, set, snap, gap, mark, end
  }

  private func recorded(
    _ state: Range<Int>, _ sum: Fingerprint?, _ line: UnsafeRawBufferPointer, _ start: Int
  ) -> RecordedState {
    let bytes = line.slice(state, from: start)
    return RecordedState(sum: comparable(sum)) { try? decode(State.self, bytes, schema.stateMigrations) }
  }

  /// A fingerprint that was made as ours are; nil for others.
  private func comparable(_ sum: Fingerprint?) -> Fingerprint? {
    schema.makesFingerprints(of: header) ? sum : nil
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: UnsafeRawBufferPointer, _ migrations: Migrations
  ) throws -> Value {
    guard let header, header.schema != schema.version else {
      return try JSONReader.decode(type, from: bytes, userInfo: userInfo)
    }
    var value = try JSONValue(parsing: bytes)
    try migrations.migrate(&value, from: header.schema)
    return try value.canonicalBytes().withUnsafeBytes { try JSONReader.decode(type, from: $0, userInfo: userInfo) }
  }

  private static func reason(_ error: any Error) -> String {
    if case .undecodable(let reason) = RestoreReport.Reason.undecodable(error) { reason } else { "\(error)" }
  }
}
