/// What a line of a log says, key by key, in any order and spelling. Keys that no line has are passed over.
struct LogFields {
  var type: String?
  var number: Int?
  var time: Int64?
  var origin: ActionOrigin?
  var index: Int?
  var count: Int?
  var lost: Int?
  var next: Int?
  var name: String?
  var sum: Fingerprint?
  // The bytes of values that are decoded later.
  var action: Range<Int>?
  var state: Range<Int>?
  var note: Range<Int>?
  // A header's alone.
  var format: String?
  var version: Int?
  var schema: Int?
  var session: String?
  var part: Int?
  var kept: Range<Int>?
  var began: Int64?
  var fingerprintName: String?
  var information: Range<Int>?
  var rules: Range<Int>?
  /// Whether there is a check.
  var hasCheck = false

  /// The highest time, in milliseconds. Every JSON parser reads a whole number up to this one exactly.
  static let highestTime: Int64 = 1 << 53 - 1

  /// The highest number of a transaction.
  static var highestNumber: Int { highestNumber(Int.self) }

  /// The highest number of a transaction that is counted in a type.
  ///
  /// It is at most half of what the type can hold, so that the sum of two numbers does not overflow. This matters where
  /// `Int` has 32 bits.
  static func highestNumber<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    min(Number(clamping: highestTime), .max / 2)
  }

  /// Reads the object that stands at the reader's position and ends at its end.
  init(_ reader: inout JSONReader) throws(JSONSyntaxError) {
    try reader.enterObject()
    var isFirst = true
    while let key = try reader.nextKey(isFirst: &isFirst) {
      switch reader.text(of: key) {
      case "t": type = try reader.string()
      case "n": number = Self.bounded(try reader.integer(Int.self), by: Self.highestNumber)
      case "at": time = Self.bounded(try reader.integer(Int64.self), by: Self.highestTime)
      case "origin": origin = ActionOrigin(rawValue: try reader.string())
      case "i": index = try reader.integer(Int.self)
      case "of": count = try reader.integer(Int.self)
      case "lost": lost = try reader.integer(Int.self)
      case "next": next = try reader.integer(Int.self)
      case "name": name = try reader.string()
      case "sum": sum = Fingerprint(hexadecimal: try reader.string())
      case "action": action = try reader.skipValue().range
      case "state": state = try reader.skipValue().range
      case "note": note = try reader.skipValue().range
      case "format": format = try reader.string()
      case "v": version = try reader.integer(Int.self)
      case "schema": schema = try reader.integer(Int.self)
      case "session": session = try reader.string()
      case "part": part = try reader.integer(Int.self)
      case "kept": kept = try reader.skipValue().range
      case "began": began = try reader.integer(Int64.self)
      case "sums": fingerprintName = try reader.string()
      case "info": information = try reader.skipValue().range
      case "rules": rules = try reader.skipValue().range
      default:
        if reader.matches(key, "c") { hasCheck = true }
        _ = try reader.skipValue()
      }
    }
    try reader.finish()
  }

  private static func bounded<Number: FixedWidthInteger>(_ number: Number, by highest: Number) -> Number? {
    0...highest ~= number ? number : nil
  }
}

extension LogHeader {
  /// What a header's line says; nil if it lacks what it must have, or is of another format.
  init?(_ fields: LogFields, number: Int, time: Int64, _ line: UnsafeRawBufferPointer, _ start: Int) {
    guard fields.format == Self.format, let version = fields.version, version > 0, let schema = fields.schema,
      let session = fields.session
    else { return nil }
    self.init(
      version: version, schema: schema, session: session, part: fields.part ?? 1,
      kept: fields.kept.flatMap { Self.counts(line.slice($0, from: start)) }, number: number, time: time,
      began: fields.began ?? 0, fingerprintName: fields.fingerprintName ?? "",
      information: fields.information.flatMap { try? JSONValue(parsing: line.slice($0, from: start)) },
      rules: fields.rules.flatMap { try? JSONText(parsing: line.slice($0, from: start)) })
  }

  /// A list of positive numbers; nil for anything else.
  private static func counts(_ bytes: UnsafeRawBufferPointer) -> [Int]? {
    guard case .array(let values)? = try? JSONValue(parsing: bytes) else { return nil }
    let counts = values.compactMap { value -> Int? in
      if case .integer(let count) = value, count > 0 { count } else { nil }
    }
    return counts.count == values.count ? counts : nil
  }
}

extension LogHeader {
  /// What the first line of a file says; nil if that is no header.
  init?(ofFile path: String) throws(ActionLogError) {
    // The bytes are those of `blocks`, as long as it is there.
    let blocks = try LogFile(path).blocks(size: 4 << 10)
    defer { withExtendedLifetime(blocks) {} }
    guard case .lines(let block)? = try blocks.next() else { return nil }
    let line = UnsafeRawBufferPointer(rebasing: block[..<(block.lineFeed(from: 0) ?? block.count)])
    guard line.checked != nil, let fields = JSONReader.read(line, { try? LogFields(&$0) }), fields.type == "header",
      let number = fields.number
    else { return nil }
    self.init(fields, number: number, time: fields.time ?? 0, line, 0)
  }
}

extension Fingerprint {
  /// A fingerprint from its sixteen digits; nil for anything else.
  init?(hexadecimal text: String) {
    guard text.utf8.count == 16, let value = UInt64(text, radix: 16), !text.hasPrefix("+") else { return nil }
    self.init(rawValue: value)
  }
}

extension JSONReader {
  /// The bytes of a string that was read, between its quotes.
  func bytes(of string: JSONStringToken) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + string.range.lowerBound, count: string.range.count)
  }

  /// Reads sixteen hexadecimal digits in lower case.
  mutating func fingerprint() -> Fingerprint? {
    let digits = 16
    guard position + digits <= end,
      let value = UnsafeRawBufferPointer(start: base + position, count: digits).hexadecimal
    else { return nil }
    position += digits
    return Fingerprint(rawValue: value)
  }
}
