/// What the first line of a file says, but for the state.
public struct LogHeader: Hashable, Sendable {
  /// The version of the log's format.
  public internal(set) var version = LogHeader.currentVersion
  /// The version of states and actions when it was recorded.
  public internal(set) var schema: Int
  /// The same in every file of a session.
  public internal(set) var session: String
  /// The number of the file in the session, counted from 1.
  public internal(set) var part = 1
  /// How many bytes count of each earlier file of this part, from its beginning; nil in the first file of a part.
  package internal(set) var kept: [Int]?
  /// The number of the last transaction before the file.
  public internal(set) var number = 0
  /// When the state before the file was reached, in milliseconds since the session began.
  public internal(set) var time: Int64 = 0
  /// When the session began, in milliseconds since 1970.
  public internal(set) var began: Int64
  /// How the fingerprints were made.
  public internal(set) var fingerprintName: String
  /// What the app said of itself.
  public internal(set) var information: JSONValue?
  /// By which rules the app navigates, as it was recorded; nil when the log does not say.
  package internal(set) var rules: JSONText?

  static let format = "navstore.log"
  static let currentVersion = 1
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
