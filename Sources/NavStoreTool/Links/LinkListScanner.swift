internal import NavStore

/// A link in a list, with its line, counted from 1.
package struct ListedLink: Equatable {
  package let line: Int
  /// The text of the link, or the reason why it cannot be read.
  package let url: Result<String, ListProblem>
}

/// The reason why a list, or a place in a list, cannot be read.
package enum ListProblem: Error, Equatable, CustomStringConvertible {
  case notUTF8
  case tooLong
  case openQuotation
  case missingColumn
  case noColumn(among: [String])
  case unknownColumn(String, among: [String])
  case compressed
  case utf16
  case index

  /// The reason as the end of a sentence that begins with the place.
  package var description: String {
    switch self {
    case .notUTF8: "is not UTF-8 text"
    case .tooLong: "is longer than \(LinkListScanner.longestField) bytes"
    case .openQuotation: "has a quotation mark that is not closed"
    case .missingColumn: "has no value in the column of the links"
    case .noColumn(let names): "has no column that looks like a URL. Name one with --column: \(Self.list(names))"
    case .unknownColumn(let name, let names):
      "has no column \"\(name.printable(limit: 60))\". Its columns: \(Self.list(names))"
    case .compressed: "is compressed. Decompress it first: gunzip -c FILE | navtool links check --table TABLE -"
    case .utf16: "is UTF-16 text. Convert it first: iconv -f UTF-16 -t UTF-8 FILE"
    case .index: "is an index of sitemaps. Check the sitemaps that it names"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(20).map { $0.printable(limit: 60) }.joined(separator: ", ")
  }
}

/// A scanner that finds the links in the bytes of a list: in lines, in a table of comma-separated values, or in a
/// sitemap. Its memory does not depend on the length of the list.
package struct LinkListScanner {
  package enum Column: Equatable {
    /// The first column that looks like a URL.
    case automatic
    case named(String)
  }

  /// The maximum length of a field or a line, in bytes. The limit of a URL is usually 2,048 bytes.
  package static let longestField = 1 << 16

  private enum Format {
    case lines(LinkLines)
    case table(LinkTableScanner)
    case sitemap(SitemapScanner)
  }

  private let column: Column?
  private var start: [UInt8] = []
  private var format: Format?

  /// Creates a scanner.
  ///
  /// - Parameter column: The column of the links, or `nil` if the list is not known to be a table. A list that begins
  ///   with `<` is a sitemap in any case.
  package init(column: Column?) { self.column = column }

  /// Scans the next bytes of the list.
  package mutating func scan(_ bytes: [UInt8], _ found: (ListedLink) throws -> Void) throws {
    guard format == nil else { return try pass(bytes, found) }
    start += bytes
    // The format is known from the first byte after white space.
    if start.count >= 4, start.contains(where: { !$0.isSpace }) { try begin(found) }
  }

  package mutating func finish(_ found: (ListedLink) throws -> Void) throws {
    if format == nil { try begin(found) }
    switch format {
    case .lines(let scanner): try scanner.finish(found)
    case .table(var scanner): try scanner.finish(found)
    case .sitemap, nil: break
    }
  }

  private mutating func begin(_ found: (ListedLink) throws -> Void) throws {
    if start.starts(with: [0x1F, 0x8B]) { throw ListProblem.compressed }
    if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) { throw ListProblem.utf16 }
    let bytes = start.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(start.dropFirst(3)) : start
    start = []
    if bytes.first(where: { !$0.isSpace }) == UInt8(ascii: "<") {
      format = .sitemap(SitemapScanner())
    } else if let column {
      format = .table(LinkTableScanner(column: column))
    } else {
      format = .lines(LinkLines())
    }
    try pass(bytes, found)
  }

  private mutating func pass(_ bytes: [UInt8], _ found: (ListedLink) throws -> Void) throws {
    let current = format
    // The scanner is not copied when it changes.
    format = nil
    switch current {
    case .lines(var scanner):
      for byte in bytes { try scanner.scan(byte, found) }
      format = .lines(scanner)
    case .table(var scanner):
      for byte in bytes { try scanner.scan(byte, found) }
      format = .table(scanner)
    case .sitemap(var scanner):
      for byte in bytes { try scanner.scan(byte, found) }
      format = .sitemap(scanner)
    case nil: break
    }
  }
}

/// The bytes of a field, up to the limit.
struct BoundedField {
  private(set) var bytes: [UInt8] = []
  private(set) var isTooLong = false

  mutating func append(_ byte: UInt8) {
    if bytes.count < LinkListScanner.longestField { bytes.append(byte) } else { isTooLong = true }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  /// The text without white space around it.
  var text: Result<String, ListProblem> {
    if isTooLong { return .failure(.tooLong) }
    var trimmed = bytes[...]
    while trimmed.first?.isSpace == true { trimmed.removeFirst() }
    while trimmed.last?.isSpace == true { trimmed.removeLast() }
    let text = String(decoding: trimmed, as: UTF8.self)
    return text.utf8.elementsEqual(trimmed) ? .success(text) : .failure(.notUTF8)
  }
}

extension UInt8 {
  /// Whether the byte is a space, a tab, or the end of a line.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

/// A list with a URL in each line. Empty lines are skipped.
struct LinkLines {
  private var line = 1
  private var field = BoundedField()

  mutating func scan(_ byte: UInt8, _ found: (ListedLink) throws -> Void) rethrows {
    guard byte == UInt8(ascii: "\n") else { return field.append(byte) }
    try finish(found)
    line += 1
    field.removeAll()
  }

  func finish(_ found: (ListedLink) throws -> Void) rethrows {
    let text = field.text
    if text != .success("") { try found(ListedLink(line: line, url: text)) }
  }
}
