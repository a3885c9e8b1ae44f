/// A decoder that converts the bytes from a terminal to keys. An escape sequence may be split between several reads.
///
/// The decoder recognizes the forms of sequences that ECMA-48, Linux's console and xterm use. A complete sequence that
/// is unknown is ignored, and does not become text. The key Escape sends the same byte with which every sequence
/// begins. Therefore, the caller must call ``flush()`` if no other byte follows for a short time. The decoder accepts
/// any bytes, and stores a limited number of them.
package struct KeyDecoder: Sendable {
  private enum State {
    case ground
    case escape
    /// After `ESC [`. The associated value contains the bytes that follow.
    case control([UInt8])
    /// After `ESC [ [`, the beginning of F1 to F5 in Linux's console.
    case console
    /// After `ESC O`.
    case single
    /// Inside a string that the terminal sends to the program, such as a reply. The string ends with BEL or `ESC \`.
    case string
    /// After an Escape inside a string that the terminal sends.
    case stringEscape
    /// Inside a character of several bytes that the user has typed together with Alt. `rest` is the number of missing
    /// bytes.
    case altCharacter(rest: Int)
  }

  private var state = State.ground
  private var pending: [UInt8] = []
  private var expected = 0

  package init() {}

  package var isInSequence: Bool { if case .ground = state { false } else { true } }

  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { take(byte, &keys) }
    return keys
  }

  /// Ends an incomplete sequence. Returns the key Escape if the last byte was an Escape. Other incomplete sequences are
  /// dropped.
  package mutating func flush() -> [Key] {
    defer { state = .ground }
    switch state {
    case .escape, .stringEscape: return [.escape]
    default: return []
    }
  }

  private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
    switch state {
    case .ground: takeText(byte, &keys)
    case .escape: takeAfterEscape(byte, &keys)
    case .altCharacter(let rest):
      // The previous character is incomplete, and this byte begins another character.
      guard Self.isContinuation(byte) else { return restart(byte, &keys) }
      state = rest > 1 ? .altCharacter(rest: rest - 1) : .ground
    case .control(let parameters):
      switch byte {
      case 0x5B where parameters.isEmpty: state = .console
      case 0x20...0x3F: state = .control(parameters.count < Self.longestParameters ? parameters + [byte] : parameters)
      case 0x40...0x7E: end(Self.controlKey(parameters, byte), &keys)
      default: restart(byte, &keys)
      }
    case .console:
      guard (0x20...0x7E).contains(byte) else { return restart(byte, &keys) }
      end((0x41...0x45).contains(byte) ? .function(Int(byte) - 0x40) : nil, &keys)
    case .single:
      switch byte {
      // Some terminals send parameters for Shift and Alt at this position.
      case 0x30...0x3F: break
      case 0x20...0x7E: end(Self.singleKey(byte), &keys)
      default: restart(byte, &keys)
      }
    case .string:
      switch byte {
      case 0x07: state = .ground
      case 0x1B: state = .stringEscape
      // Such a string contains no control characters, so a control character ends the string.
      case 0x00..<0x20: restart(byte, &keys)
      default: break
      }
    case .stringEscape:
      if byte == UInt8(ascii: "\\") { state = .ground } else { takeAfterEscape(byte, &keys) }
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case UInt8(ascii: "["): state = .control([])
    case UInt8(ascii: "O"): state = .single
    // These bytes begin the five kinds of strings.
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): state = .string
    case 0x20...0x7E: state = .ground
    case 0xC2...0xF4: state = .altCharacter(rest: Self.length(byte) - 1)
    default:
      // The user pressed Escape, and another key immediately after it.
      keys.append(.escape)
      restart(byte, &keys)
    }
  }

  private mutating func restart(_ byte: UInt8, _ keys: inout [Key]) {
    state = .ground
    takeText(byte, &keys)
  }

  private mutating func end(_ key: Key?, _ keys: inout [Key]) {
    state = .ground
    if let key { keys.append(key) }
  }

  // MARK: - Text

  private mutating func takeText(_ byte: UInt8, _ keys: inout [Key]) {
    if Self.isContinuation(byte) {
      guard !pending.isEmpty else { return }
      pending.append(byte)
      guard pending.count == expected else { return }
      let text = String(decoding: pending, as: UTF8.self)
      // If the bytes differ, `String(decoding:as:)` has replaced invalid bytes.
      if text.utf8.elementsEqual(pending), let scalar = text.unicodeScalars.first { append(scalar, &keys) }
      pending = []
      return
    }
    pending = []
    switch byte {
    case 0x1B: state = .escape
    case 0x0A, 0x0D: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x01...0x1A: keys.append(.control(Unicode.Scalar(byte + 0x60)))
    case 0x20...0x7E: append(Unicode.Scalar(byte), &keys)
    case 0xC2...0xF4:
      pending = [byte]
      expected = Self.length(byte)
    default: break
    }
  }

  private func append(_ scalar: Unicode.Scalar, _ keys: inout [Key]) {
    if scalar.properties.generalCategory != .control { keys.append(.character(scalar)) }
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Returns the number of bytes of a UTF-8 character by its first byte, which must be greater than 0xC1.
  private static func length(_ byte: UInt8) -> Int { byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }

  // MARK: - Sequences

  private static let longestParameters = 16

  private static func controlKey(_ parameters: [UInt8], _ last: UInt8) -> Key? {
    // With Shift, Control or Alt, the parameters are, for example, `1;2`. The first number identifies the key.
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let text = String(decoding: numbers.first ?? [], as: UTF8.self)
    guard let first = text.isEmpty ? 1 : Int(text) else { return nil }
    if last == UInt8(ascii: "~") { return numberedKeys[first] }
    if last == UInt8(ascii: "Z") { return .backTab }
    return first == 1 ? singleKey(last) : nil
  }

  private static func singleKey(_ last: UInt8) -> Key? { letterKeys[last] }

  private static let letterKeys: [UInt8: Key] = Dictionary(
    uniqueKeysWithValues: [
      ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end), ("M", .enter),
      ("P", .function(1)), ("Q", .function(2)), ("R", .function(3)), ("S", .function(4)),
    ].map { (UInt8(ascii: $0), $1) })

  private static let numberedKeys: [Int: Key] = [
    1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
  ]
}

/// A key that a session on the full screen can handle.
package enum Key: Hashable, Sendable {
  /// A visible character, or part of a character. For example, a letter and its accent can be two keys.
  case character(Unicode.Scalar)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// A function key. F1 has the number 1.
  case function(Int)
  /// Control together with a lowercase letter, for example `control("c")`.
  case control(Unicode.Scalar)
}
