/// The first line of a log file, without the state that the line contains.
package struct LogHeader: Hashable, Sendable {
  package internal(set) var version = LogHeader.currentVersion
  package internal(set) var schema: Int
  package internal(set) var session: String
  /// The number of the session's part to which the file belongs, counted from 1.
  package internal(set) var part = 1
  /// The number of valid bytes in each earlier file of the same part; `nil` in the first file of a part.
  package internal(set) var kept: [Int]?
  /// The number of the last transaction before the file begins; 0 at the start of the session.
  package internal(set) var number = 0
  /// The time of the last event before the file begins, in milliseconds since the session began; 0 at the start of the
  /// session.
  package internal(set) var time: Int64 = 0
  /// The start of the session, in milliseconds since 1970-01-01 00:00 UTC.
  package internal(set) var began: Int64
  package internal(set) var fingerprintName: String
  /// The information that the app passed to the recorder; `nil` if the app passed no information, or if the information
  /// could not be encoded or parsed.
  package internal(set) var information: JSONValue?
  package internal(set) var rules: JSONText?

  package static let format = "navstore.log"
  package static let currentVersion = 1
}

extension LogHeader {
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

  private static func counts(_ bytes: UnsafeRawBufferPointer) -> [Int]? {
    guard case .array(let values)? = try? JSONValue(parsing: bytes) else { return nil }
    let counts = values.compactMap { value -> Int? in
      if case .integer(let count) = value, count > 0 { count } else { nil }
    }
    return counts.count == values.count ? counts : nil
  }
}

extension LogHeader {
  init?(ofFile path: String) throws(ActionLogError) {
    // The memory of `block` is valid while `blocks` exists.
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
