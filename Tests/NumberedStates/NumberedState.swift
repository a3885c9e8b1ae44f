package import Foundation
package import NavStore

/// A state of which its number tells all: what it holds besides is one letter, as often as anyone likes.
///
/// So a state that is not complete, or was put together from two, or brought up to date by only one of two steps, does
/// not decode. Its older forms are `{"count":7,"text":"hhh"}` and `{"number":7,"text":"hhh"}`, and today's is
/// `{"number":7,"pages":["hhh"]}`.
package struct NumberedState: Sendable {
  package let number: Int
  private let pages: [String]

  private static let pageLength = 4_096

  private struct Mistake: Error {}

  /// The state of a number; `letters` is at least 1.
  package init(_ number: Int, letters: Int = 1) {
    self.number = number
    // By the page: a loop over the letters would take a test longer than the save that it is about.
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

  /// How the state is saved today, and was before.
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

  /// What a save of the state is given; of a version before today's, what was saved then.
  package func payload(version: Int = schema.version) -> Data {
    let text = "\"text\":\"\(pages.joined())\""
    return switch version {
    case ...1: Data("{\"count\":\(number),\(text)}".utf8)
    case 2: Data("{\"number\":\(number),\(text)}".utf8)
    default:
      Data((Self.head + "\(number)" + Self.middle + "\"\(pages.joined(separator: "\",\""))\"" + Self.tail).utf8)
    }
  }

  /// The bytes of the state in its file, after those of the previous generation.
  package func fileContents(version: Int = schema.version, after previous: Data? = nil) -> Data {
    let before = previous.map { $0.withUnsafeBytes { Checksum.xxh64($0) } }
    return Envelope(schema: version, revision: number, before: before, payload: payload(version: version)).encode()
  }

  /// The state that a payload holds. Throws if it is not complete, or not of today's form.
  ///
  /// Compared with what the state of that number would be, and not decoded: that takes long without optimization, and
  /// would let through what only looks alike.
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
