/// A sitemap: the links are the contents of the elements `<loc>`.
///
/// The scanner reads only what it needs of XML: tags, comments, character data, and the entities that XML itself
/// defines. It follows no other entity and no reference to a file.
struct SitemapScanner {
  private enum Place {
    case text
    /// In a tag, a comment or character data, after `<`.
    case markup
    case comment, data
  }

  private var place = Place.text
  private var line = 1
  private var linkLine = 1
  private var isLink = false
  private var link = BoundedField()
  /// The beginning of a tag, as far as it can decide what the tag is.
  private var markup: [UInt8] = []
  /// Whether the last byte of the tag so far is a slash, with which an element without content ends.
  private var isClosing = false
  private var quotation: UInt8?
  /// The last bytes of a comment or of character data, which may end it.
  private var ending: (UInt8, UInt8) = (0, 0)

  mutating func scan(_ byte: UInt8, _ found: (ListedLink) throws -> Void) throws {
    if byte == UInt8(ascii: "\n") { line += 1 }
    switch place {
    case .text:
      if byte == UInt8(ascii: "<") {
        (place, quotation, isClosing) = (.markup, nil, false)
        markup.removeAll(keepingCapacity: true)
      } else if isLink {
        link.append(byte)
      }
    case .markup: try readMarkup(byte, found)
    case .comment, .data:
      if byte == UInt8(ascii: ">"), ending == (place == .comment ? Self.endOfComment : Self.endOfData) {
        place = .text
        return
      }
      if place == .data, isLink { storeEnding() }
      ending = (ending.1, byte)
    }
  }

  private static let endOfComment = (UInt8(ascii: "-"), UInt8(ascii: "-"))
  private static let endOfData = (UInt8(ascii: "]"), UInt8(ascii: "]"))

  /// Stores a byte of character data that cannot be part of its end any more.
  private mutating func storeEnding() {
    guard ending.0 != 0 else { return }
    // A reference in character data is text, so its beginning is stored as a reference.
    if ending.0 == UInt8(ascii: "&") { for byte in "&amp;".utf8 { link.append(byte) } } else { link.append(ending.0) }
  }

  private mutating func readMarkup(_ byte: UInt8, _ found: (ListedLink) throws -> Void) throws {
    if let mark = quotation {
      if byte == mark { quotation = nil }
      return
    }
    if byte == UInt8(ascii: ">") {
      place = .text
      return try endTag(found)
    }
    let isDeclaration = markup.first == UInt8(ascii: "!") || markup.first == UInt8(ascii: "?")
    if !isDeclaration, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quotation = byte }
    isClosing = byte == UInt8(ascii: "/")
    if markup.count < 32 { markup.append(byte) }
    if markup.elementsEqual("!--".utf8) { (place, ending) = (.comment, (0, 0)) }
    if markup.elementsEqual("![CDATA[".utf8) { (place, ending) = (.data, (0, 0)) }
  }

  private mutating func endTag(_ found: (ListedLink) throws -> Void) throws {
    let name = markup.prefix { !$0.isSpace }
    if name.elementsEqual("sitemapindex".utf8) { throw ListProblem.index }
    if name.elementsEqual("loc".utf8), !isClosing {
      (isLink, linkLine) = (true, line)
      link.removeAll()
    } else if name.elementsEqual("/loc".utf8), isLink {
      isLink = false
      try found(ListedLink(line: linkLine, url: link.text.map(Self.decoded)))
    }
  }

  /// Returns a text with the characters that references stand for. Any other reference stays as it is.
  private static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: ";"), let scalar = scalar(of: rest[..<end].dropFirst()) else {
        result += "&"
        rest = rest.dropFirst()
        continue
      }
      result.unicodeScalars.append(scalar)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func scalar(of reference: Substring) -> Unicode.Scalar? {
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard reference.hasPrefix("#") else { return nil }
      let digits = reference.dropFirst()
      let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap(Unicode.Scalar.init)
    }
  }
}
