/// A writer for the lines of a log, in the format that Docs/Reference/ActionLogFormat.md specifies.
struct LogLineWriter {
  private let encoder: CanonicalJSONEncoder
  /// The encoder for the strings that are never redacted, such as origins and the names of marks.
  private let words = CanonicalJSONEncoder()
  /// The nesting depth of a state or an action in a line. Each is a value in the JSON object of the line.
  static let depth = 1
  static var withoutAnimation: StaticString { #","animated":false"# }

  init(encoder: CanonicalJSONEncoder) {
    self.encoder = encoder
  }

  func header(
    _ header: LogHeader, state: (some Encodable)?, _ sum: Fingerprint?, to bytes: inout [UInt8]
  ) throws {
    let start = bytes.count
    bytes.append(
      #"{"t":"header","format":"\#(LogHeader.format)","v":\#(header.version),"schema":\#(header.schema),"session":"#)
    try words.encode(header.session, onto: &bytes)
    bytes.append(#","part":\#(header.part)"#)
    if let kept = header.kept { bytes.append(#","kept":[\#(kept.map(String.init).joined(separator: ","))]"#) }
    bytes.append(
      #","n":\#(header.number),"at":\#(header.time),"began":\#(header.began),"sums":"#)
    try words.encode(header.fingerprintName, onto: &bytes)
    bytes.append(#","library":"\#(libraryVersion)""#)
    if let information = header.information {
      bytes.append(#","info":"#)
      try encoder.encode(information, onto: &bytes)
    }
    if let rules = header.rules {
      bytes.append(#","rules":"#)
      try encoder.encode(rules, onto: &bytes)
    }
    guard let state else { return try bytes.endLine(from: start) }
    try end(start, state, sum, &bytes)
  }

  /// Appends the line of an action. In a transaction, only the line of the last action can have a fingerprint.
  func action(
    _ action: some Encodable, number: Int, time: Int64, origin: ActionOrigin, position: PositionInTransaction,
    _ sum: Fingerprint?,
    to bytes: inout [UInt8]
  ) throws {
    let start = bytes.count
    bytes.append(#"{"t":"action","n":"#)
    bytes.append(number)
    bytes.append(#","at":"#)
    bytes.append(time)
    bytes.append(#","origin":"#)
    try words.encode(origin.rawValue, onto: &bytes)
    if !origin.isAnimated { bytes.append("\(Self.withoutAnimation)") }
    bytes.append(#","action":"#)
    try encoder.encode(action, onto: &bytes)
    if position.count > 1 { bytes.append(#","i":\#(position.index),"of":\#(position.count)"#) }
    if let sum { bytes.append(sum: sum) }
    try bytes.endLine(from: start)
  }

  func replacement(
    number: Int, time: Int64, origin: ActionOrigin, state: some Encodable, _ sum: Fingerprint?, to bytes: inout [UInt8]
  ) throws {
    let start = bytes.count
    bytes.append(#"{"t":"set","n":\#(number),"at":\#(time),"origin":"#)
    try words.encode(origin.rawValue, onto: &bytes)
    if !origin.isAnimated { bytes.append("\(Self.withoutAnimation)") }
    try end(start, state, sum, &bytes)
  }

  func state(
    number: Int, time: Int64, _ state: some Encodable, _ sum: Fingerprint?, to bytes: inout [UInt8]
  ) throws {
    let start = bytes.count
    bytes.append(#"{"t":"snap","n":\#(number),"at":\#(time)"#)
    try end(start, state, sum, &bytes)
  }

  func gap(number: Int, time: Int64, lost: Int, to bytes: inout [UInt8]) throws {
    let start = bytes.count
    bytes.append(#"{"t":"gap","n":\#(number),"at":\#(time),"lost":\#(lost)"#)
    try bytes.endLine(from: start)
  }

  func mark(number: Int, time: Int64, name: String, note: JSONValue?, to bytes: inout [UInt8]) throws {
    let start = bytes.count
    bytes.append(#"{"t":"mark","n":\#(number),"at":\#(time),"name":"#)
    try words.encode(name, onto: &bytes)
    if let note {
      bytes.append(#","note":"#)
      try encoder.encode(note, onto: &bytes)
    }
    try bytes.endLine(from: start)
  }

  func end(number: Int, time: Int64, next: Int?, to bytes: inout [UInt8]) throws {
    let start = bytes.count
    bytes.append(#"{"t":"end","n":\#(number),"at":\#(time)"#)
    if let next { bytes.append(#","next":\#(next)"#) }
    try bytes.endLine(from: start)
  }

  private func end(_ start: Int, _ state: some Encodable, _ sum: Fingerprint?, _ bytes: inout [UInt8]) throws {
    bytes.append(#","state":"#)
    try encoder.encode(state, onto: &bytes)
    if let sum { bytes.append(sum: sum) }
    try bytes.endLine(from: start)
  }
}

private struct LineTooLong: Error, CustomStringConvertible, Outlined {
  let count: Int
  var description: String { "its line would have \(count) bytes, and the limit is \(LineBlockReader.longestLine)" }
  var outline: String { description }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  fileprivate mutating func append(_ number: some FixedWidthInteger) {
    append(contentsOf: String(number).utf8)
  }

  fileprivate mutating func append(sum: Fingerprint) {
    append(#","sum":""#)
    append(hexadecimal: sum.rawValue, digits: 16)
    append(UInt8(ascii: "\""))
  }

  fileprivate mutating func endLine(from start: Int) throws {
    let length = count - start + Self.checkLength
    guard length <= LineBlockReader.longestLine else { throw LineTooLong(count: length) }
    let check = withUnsafeBytes { Checksum.xxh64(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    append(#","c":""#)
    append(hexadecimal: check & 0xFFFF_FFFF, digits: 8)
    append("\"}\n")
  }

  /// The number of bytes in `,"c":"01234567"}` and a line feed.
  private static var checkLength: Int { 17 }

  private mutating func append(hexadecimal value: UInt64, digits: Int) {
    for position in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: value >> (4 * UInt64(position))) & 0xF
      append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }
}
