package import Foundation
package import NavStore

/// A state whose contents depend only on its number and its length.
///
/// Apart from its number, it contains one letter that is repeated. So a state does not decode if it is incomplete, is a
/// mixture of two states, or was migrated by only one of two steps.
///
/// The forms of the state are `{"count":7,"text":"hhh"}` in version 1, `{"number":7,"text":"hhh"}` in version 2 and
/// `{"number":7,"pages":["hhh"]}` in version 3, the current one.
package struct NumberedState: Sendable {
  package let number: Int
  private let pages: [String]

  private static let pageLength = 4_096

  private struct Mistake: Error {}

  /// Creates the state of a number. `letters` must be at least 1.
  package init(_ number: Int, letters: Int = 1) {
    self.number = number
    // The text is created by the page, because a loop over the letters would take longer than the save under test.
    let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number % 26)))
    let (count, rest) = letters.quotientAndRemainder(dividingBy: Self.pageLength)
    let last = rest == 0 ? [] : [String(repeating: letter, count: rest)]
    pages = count == 0 ? last : Array(repeating: String(repeating: letter, count: Self.pageLength), count: count) + last
  }

  private static func pages(of text: String) -> [String] {
    var rest = text[...]
    var pages: [String] = []
    while !rest.isEmpty {
      let end = rest.utf8.index(rest.startIndex, offsetBy: pageLength, limitedBy: rest.endIndex) ?? rest.endIndex
      pages.append(String(rest[..<end]))
      rest = rest[end...]
    }
    return pages
  }

  // MARK: - Saved forms

  /// The current schema of the state, with migrations from the older versions.
  package static let schema = StateSchema(
    version: 3,
    migrations: [
      .step(from: 1, "the count is called number") { state in
        guard let count = state["count"] else { throw Mistake() }
        state["number"] = count
        state["count"] = nil
      },
      .step(from: 2, "the text stands in pages") { state in
        guard case .string(let text)? = state["text"] else { throw Mistake() }
        state["pages"] = .array(pages(of: text).map { .string($0) })
        state["text"] = nil
      },
    ])

  private static let head = #"{"number":"#
  private static let middle = #","pages":["#
  private static let tail = "]}"

  /// Returns the payload of the state in a version of the schema.
  package func payload(version: Int = schema.version) -> Data {
    let text = "\"text\":\"\(pages.joined())\""
    return switch version {
    case ...1: Data("{\"count\":\(number),\(text)}".utf8)
    case 2: Data("{\"number\":\(number),\(text)}".utf8)
    default:
      Data((Self.head + "\(number)" + Self.middle + "\"\(pages.joined(separator: "\",\""))\"" + Self.tail).utf8)
    }
  }

  /// Returns the contents of the state's file. `previous` are the contents of the previous generation's file.
  package func fileContents(version: Int = schema.version, after previous: Data? = nil) -> Data {
    let before = previous.map { $0.withUnsafeBytes { Checksum.xxh64($0) } }
    return Envelope(schema: version, revision: number, before: before, payload: payload(version: version)).encode()
  }

  /// Creates the state in a payload.
  ///
  /// The payload is not decoded but compared with that of the state of its number. Decoding is slow without
  /// optimization, and would accept other payloads with equal values.
  ///
  /// - Throws: An error if the payload is incomplete, or is not of the current version.
  package init(payload: Data) throws {
    let digits = payload.dropFirst(Self.head.utf8.count).prefix { (0x30...0x39).contains($0) }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { throw Mistake() }
    // A page has two quotation marks, and a comma unless it is the last.
    let room = payload.count - Self.head.utf8.count - digits.count - Self.middle.utf8.count - Self.tail.utf8.count + 1
    let pageCount = (room + Self.pageLength + 2) / (Self.pageLength + 3)
    self.init(number, letters: max(1, room - 3 * pageCount))
    guard payload == self.payload() else { throw Mistake() }
  }
}
