/// Writes a pattern with values in the places of its parameters, in the one spelling that a URL has.
struct LinkWriter {
  let syntax: PatternSyntax
  /// The texts of the parameters, by their names.
  let values: [String: [String]]

  /// - Parameter startsAsHost: Whether the first segment stands where others read a host.
  func text(startsAsHost: Bool) throws(LinkPrintError) -> String {
    var bytes: [UInt8] = []
    for element in syntax.elements {
      switch element {
      case .literal(let text):
        bytes.append(UInt8(ascii: "/"))
        write(text, LinkCharacters.segment, &bytes)
      case .parameter(let name, let isOptional):
        let texts = texts(of: name)
        if texts.isEmpty, !isOptional { throw error(name, "has no text") }
        for text in texts { try writeSegment(text, name, startsAsHost: startsAsHost, &bytes) }
      case .repeated(let name, let isRequired):
        let texts = texts(of: name)
        if texts.isEmpty, isRequired { throw error(name, "is empty, and the pattern wants one segment at least") }
        for text in texts { try writeSegment(text, name, startsAsHost: startsAsHost, &bytes) }
      case .wildcard:
        throw LinkPrintError(.wildcard(pattern: syntax.text))
      }
    }
    if bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
    var separator = UInt8(ascii: "?")
    for item in syntax.query {
      let texts: [String]
      switch item.value {
      case .literal(let text): texts = [text]
      case .parameter(let name):
        texts = self.texts(of: name)
        for text in texts { try check(text, name) }
      }
      for text in texts {
        bytes.append(separator)
        write(item.key, LinkCharacters.query, &bytes)
        bytes.append(UInt8(ascii: "="))
        write(text, LinkCharacters.query, &bytes)
        separator = UInt8(ascii: "&")
      }
    }
    switch syntax.fragment {
    case .literal(let text)?:
      bytes.append(UInt8(ascii: "#"))
      write(text, LinkCharacters.fragment, &bytes)
    case .parameter(let name)?:
      for text in texts(of: name) {
        try check(text, name)
        bytes.append(UInt8(ascii: "#"))
        write(text, LinkCharacters.fragment, &bytes)
      }
    case nil:
      break
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func texts(of name: String) -> [String] { values[name] ?? [] }

  private func writeSegment(
    _ text: String, _ name: String, startsAsHost: Bool, _ bytes: inout [UInt8]
  ) throws(LinkPrintError) {
    if text.isEmpty { throw error(name, "is empty, and no segment is") }
    if text.hasDotSegment { throw error(name, "is \"\(text)\", and . and .. stand for another place in a path") }
    try check(text, name)
    let characters = startsAsHost && bytes.isEmpty ? LinkCharacters.host : .segment
    bytes.append(UInt8(ascii: "/"))
    write(text, characters, &bytes)
  }

  private func check(_ text: String, _ name: String) throws(LinkPrintError) {
    if text.hasControl {
      throw error(name, "has a control character, which no URL may have")
    }
  }

  private func write(_ text: String, _ plain: LinkCharacters, _ bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Self.digits[Int(byte >> 4)])
        bytes.append(Self.digits[Int(byte & 15)])
      }
    }
  }

  // In capitals, as RFC 3986, section 2.1, wants them.
  private static let digits = Array("0123456789ABCDEF".utf8)

  private func error(_ name: String, _ why: String) -> LinkPrintError {
    LinkPrintError(.parameter(name, why, pattern: syntax.text))
  }
}

/// The bytes that stand for themselves in a part of a URL, by RFC 3986, section 3.3 and following.
struct LinkCharacters: Sendable {
  private let low: UInt64
  private let high: UInt64

  private init(_ others: String) {
    var words: (low: UInt64, high: UInt64) = (0, 0)
    let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    for byte in (unreserved + others).utf8 {
      if byte < 64 { words.low |= 1 << UInt64(byte) } else { words.high |= 1 << UInt64(byte - 64) }
    }
    (low, high) = words
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }

  static let segment = LinkCharacters("!$&'()*+,;=:@")
  /// Without what comes before a host or after it.
  static let host = LinkCharacters("!$&'()*+,;=")
  /// Without what separates items, as `;` does for some, and without `+`, which some read as a space.
  static let query = LinkCharacters("!$'()*,:@/?")
  static let fragment = LinkCharacters("!$&'()*+,;=:@/?")
}
