/// A parser for the lines of a log.
///
/// An action in exactly the form that the recorder writes is read in one pass. Any other line is read key by key.
struct LogLineParser {
  private let decoder: any LogActionDecoder
  private let schema: Int
  private(set) var header: LogHeader?
  private var isCurrent: Bool
  /// Whether the decoder can compute the fingerprints in the log. Fingerprints of older versions are not used.
  private var hasFingerprints: Bool
  /// The origin of the last action. Most actions have the same origin as the action before.
  private var origin = ActionOrigin.user
  private var originName = Array(ActionOrigin.user.rawValue.utf8)

  init(decoder: any LogActionDecoder, schema: Int, header: LogHeader?) {
    self.decoder = decoder
    self.schema = schema
    self.header = header
    isCurrent = header.map { $0.schema == schema } ?? true
    hasFingerprints = decoder.makesFingerprints(named: header?.fingerprintName) && isCurrent
  }

  /// Parses the line between the reader's position and the reader's end. If the line is an action, the decoder receives
  /// the action.
  mutating func line(_ reader: inout JSONReader, _ line: UnsafeRawBufferPointer) -> LogLine {
    guard let content = line.checked else { return .damage(.check) }
    let start = reader.position
    let end = reader.end
    let actions = decoder.actionCount
    if isCurrent {
      if let found = quickAction(&reader, line, end: start + content) { return found }
      if decoder.actionCount > actions { decoder.dropLastAction() }
      reader.read(in: start..<end)
    }
    do throws(JSONSyntaxError) {
      let fields = try LogFields(&reader)
      // A checksum is valid only in the form that the recorder writes.
      if fields.hasCheck, line.check == nil { return .damage(.check) }
      return self.line(fields, line, start)
    } catch {
      return .damage(.malformed("expected \(error.expected)", offset: error.offset - start))
    }
  }

  // MARK: - The usual spelling

  /// Parses an action in exactly the form that the recorder writes; `nil` for any other line. `end` is the position of
  /// the line's checksum, or of its closing brace if it has no checksum.
  private mutating func quickAction(
    _ reader: inout JSONReader, _ line: UnsafeRawBufferPointer, end: Int
  ) -> LogLine? {
    do {
      guard reader.consume(#"{"t":"action","n":"#) else { return nil }
      let number = try reader.integer(Int.self)
      guard reader.consume(#","at":"#) else { return nil }
      let time = try reader.integer(Int64.self)
      guard reader.consume(#","origin":"#) else { return nil }
      var origin = try origin(&reader)
      if reader.consume(LogLineWriter.withoutAnimation) { origin = origin.withoutAnimation }
      guard reader.consume(#","action":"#) else { return nil }
      try decoder.readAction(&reader)
      var position = PositionInTransaction.single
      if reader.consume(#","i":"#) {
        position.index = try reader.integer(Int.self)
        guard reader.consume(#","of":"#) else { return nil }
        position.count = try reader.integer(Int.self)
      }
      var sum: Fingerprint?
      if reader.consume(#","sum":""#) {
        sum = reader.fingerprint()
        guard sum != nil, reader.consume("\"") else { return nil }
      }
      guard reader.position == end, line.last == UInt8(ascii: "}"), position.isPossible,
        1...LogFields.highestNumber ~= number, 0...LogFields.highestTime ~= time
      else { return nil }
      return .action(
        number: number, time: time, origin: origin, position: position, hasFingerprints ? sum : nil)
    } catch {
      return nil
    }
  }

  private mutating func origin(_ reader: inout JSONReader) throws(JSONSyntaxError) -> ActionOrigin {
    let name = try reader.rawString()
    let bytes = UnsafeRawBufferPointer(reader.bytes(of: name))
    let isSame =
      bytes.count == originName.count
      && originName.withUnsafeBytes { haveEqualBytes($0, bytes, bytes.count) }
    if !isSame {
      origin = ActionOrigin(rawValue: reader.text(of: name))
      originName = name.isPlain ? Array(origin.rawValue.utf8) : []
    }
    return origin
  }

  // MARK: - Any spelling

  private mutating func line(_ fields: LogFields, _ line: UnsafeRawBufferPointer, _ start: Int) -> LogLine {
    func missing(_ what: String) -> LogLine { .damage(.malformed("the line lacks \(what)", offset: 0)) }
    guard let type = fields.type else { return missing("its type, \"t\"") }
    guard let kind = LineType(rawValue: type) else { return .unknown }
    guard let number = fields.number, number >= (kind == .action || kind == .set ? 1 : 0) else {
      return missing("the number of a transaction, \"n\"")
    }
    let time = fields.time ?? 0
    func recorded(_ state: Range<Int>) -> RecordedState {
      RecordedState(
        sum: hasFingerprints ? fields.sum : nil, bytes: line.slice(state, from: start),
        schema: header?.schema ?? schema)
    }
    switch kind {
    case .header:
      guard let header = LogHeader(fields, number: number, time: time, line, start) else {
        return missing("one of the values of a header: \"format\", \"v\", \"schema\" and \"session\"")
      }
      self.header = header
      isCurrent = header.schema == schema
      hasFingerprints = decoder.makesFingerprints(named: header.fingerprintName) && isCurrent
      return .header(header, fields.state.map(recorded))
    case .action:
      guard let value = fields.action else { return missing("its action") }
      return action(fields, number, time, line.slice(value, from: start))
    case .set:
      guard let state = fields.state else { return missing("its state") }
      return .replacement(number: number, time: time, origin: fields.origin, recorded(state))
    case .snap:
      guard let state = fields.state else { return missing("its state") }
      return .state(number: number, time: time, recorded(state))
    case .gap:
      guard let lost = fields.lost, lost > 0, lost <= number else {
        return missing("the number of lost transactions, \"lost\"")
      }
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

  private func action(_ fields: LogFields, _ number: Int, _ time: Int64, _ bytes: UnsafeRawBufferPointer) -> LogLine {
    let position = PositionInTransaction(index: fields.index ?? 1, count: fields.count ?? 1)
    guard position.isPossible else {
      return .damage(.malformed("the position of the line in its transaction is not valid", offset: 0))
    }
    do {
      try decoder.readAction(bytes, schema: header?.schema ?? schema)
      return .action(
        number: number, time: time, origin: fields.origin, position: position,
        hasFingerprints ? fields.sum : nil)
    } catch {
      let reason =
        if case .undecodable(let reason) = RestoreReport.Reason.undecodable(error) { reason } else { "\(error)" }
      guard let action = try? JSONText(parsing: bytes) else {
        return .damage(.malformed("the action is not JSON", offset: 0))
      }
      return .undecodable(UndecodableAction(number: number, action: action, reason: reason), position: position)
    }
  }
}

/// A decoder for the actions that the parser finds. It stores the actions of the current transaction.
///
/// The parser does not use the app's types, so the parser is compiled once. Only decoding is compiled for those types.
protocol LogActionDecoder: AnyObject {
  var actionCount: Int { get }
  func readAction(_ reader: inout JSONReader) throws
  /// Decodes an action of the schema version `schema`, which can be an older version, and appends the action to the
  /// current transaction.
  func readAction(_ bytes: UnsafeRawBufferPointer, schema: Int) throws
  func dropLastAction()
  /// Selects the method by which fingerprints are computed.
  ///
  /// - Parameter name: The name of the method in the log's header; `nil` for the schema's own method.
  /// - Returns: Whether the schema supports the method.
  func makesFingerprints(named name: String?) -> Bool
}
