/// A table of comma-separated values with a URL in one column. The separator may also be a semicolon or a tab.
///
/// Of the records after the second one, only the field of the URL is stored.
struct LinkTableScanner {
  private enum Place {
    case fieldStart, unquoted, quoted
    /// After a quotation mark in a quoted field, which ends the field unless another one follows.
    case quotation
  }

  private let column: LinkListScanner.Column
  /// The bytes of the first line, which decide the separator; `nil` after that line.
  private var firstLine: BoundedField? = BoundedField()
  /// `nil` if the first line has no separator. Then each line is one field.
  private var separator: UInt8?
  private var header: [String]?
  /// The index of the column with the URLs; `nil` before it is known.
  private var wanted: Int?

  private var place = Place.fieldStart
  private var line = 1
  private var recordLine = 1
  private var index = 0
  private var isEmpty = true
  private var field = BoundedField()
  /// The fields of the current record while the column is not known.
  private var fields: [BoundedField] = []

  init(column: LinkListScanner.Column) { self.column = column }

  mutating func scan(_ byte: UInt8, _ found: (ListedLink) throws -> Void) throws {
    guard firstLine != nil else { return try read(byte, found) }
    firstLine?.append(byte)
    if byte == UInt8(ascii: "\n") || firstLine?.isTooLong == true { try begin(found) }
  }

  mutating func finish(_ found: (ListedLink) throws -> Void) throws {
    if firstLine != nil { try begin(found) }
    let isOpen = place == .quoted
    if !isEmpty { try endRecord(found, isOpen: isOpen) }
    if wanted == nil, let header { throw ListProblem.noColumn(among: header) }
  }

  private mutating func begin(_ found: (ListedLink) throws -> Void) throws {
    let bytes = firstLine?.bytes ?? []
    firstLine = nil
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].contains(byte) {
        counts[byte, default: 0] += 1
      }
    }
    separator = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    for byte in bytes { try read(byte, found) }
  }

  private mutating func read(_ byte: UInt8, _ found: (ListedLink) throws -> Void) throws {
    let isLineFeed = byte == UInt8(ascii: "\n")
    defer { if isLineFeed { line += 1 } }
    if !byte.isSpace { isEmpty = false }
    switch place {
    case .quoted:
      if byte == UInt8(ascii: "\"") { place = .quotation } else { store(byte) }
    case .quotation where byte == UInt8(ascii: "\""):
      store(byte)
      place = .quoted
    case .fieldStart where byte == UInt8(ascii: "\""):
      place = .quoted
    case .fieldStart, .unquoted, .quotation:
      if isLineFeed {
        if !isEmpty { try endRecord(found, isOpen: false) }
        beginRecord()
      } else if byte == separator {
        endField()
        index += 1
        place = .fieldStart
      } else {
        store(byte)
        if place == .fieldStart { place = .unquoted }
      }
    }
  }

  private mutating func store(_ byte: UInt8) {
    if wanted == nil || wanted == index { field.append(byte) }
  }

  private mutating func endField() {
    guard wanted == nil else { return }
    // A header has fewer columns than this, and a list without a header has its URL in one of the first ones.
    if fields.count < 1_000 { fields.append(field) }
    field.removeAll()
  }

  private mutating func beginRecord() {
    (place, index, isEmpty, recordLine) = (.fieldStart, 0, true, line + 1)
    field.removeAll()
    fields = []
  }

  private mutating func endRecord(_ found: (ListedLink) throws -> Void, isOpen: Bool) throws {
    let last = index
    if wanted != nil {
      return try emit(last >= wanted ?? 0 ? field.text : .failure(.missingColumn), found, isOpen: isOpen)
    }
    endField()
    let texts = fields.map { (try? $0.text.get()) ?? "" }
    guard let column = try chooseColumn(texts) else { return }
    wanted = column
    try emit(fields.indices.contains(column) ? fields[column].text : .failure(.missingColumn), found, isOpen: isOpen)
  }

  private func emit(
    _ text: Result<String, ListProblem>, _ found: (ListedLink) throws -> Void, isOpen: Bool
  ) throws {
    let url = isOpen ? .failure(.openQuotation) : text == .success("") ? .failure(.missingColumn) : text
    try found(ListedLink(line: recordLine, url: url))
  }

  /// Returns the column of the URLs for a record with a URL, or `nil` if the record is the header.
  private mutating func chooseColumn(_ texts: [String]) throws -> Int? {
    guard let header else {
      if case .named(let name) = column {
        if let index = texts.firstIndex(where: { $0.lowercased() == name.lowercased() }) {
          wanted = index
          return nil
        }
        guard let number = Int(name), texts.indices.contains(number - 1) else {
          throw ListProblem.unknownColumn(name, among: texts)
        }
        if texts[number - 1].looksLikeURL { return number - 1 }
        wanted = number - 1
        return nil
      }
      if let index = texts.firstIndex(where: \.looksLikeURL) { return index }
      header = texts
      return nil
    }
    guard let index = texts.firstIndex(where: \.looksLikeURL) else { throw ListProblem.noColumn(among: header) }
    return index
  }
}

extension String {
  fileprivate var looksLikeURL: Bool { contains("://") || hasPrefix("/") }
}
