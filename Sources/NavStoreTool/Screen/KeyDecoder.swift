/// Turns the bytes that a terminal sends into keys, wherever the reads cut them.
///
/// Sequences are told by their form (ECMA-48, and what Linux's console and xterm send besides), so that one that is not
/// known is swallowed whole and does not become text. A lone Escape begins like any of them: who reads calls
/// ``flush()`` when nothing has followed for a moment. No input stops the program, and of a sequence no more is kept
/// than the longest known one has.
package struct KeyDecoder: Sendable {
  private enum State {
    case ground
    case escape
    /// After `ESC [`, with what came since.
    case control([UInt8])
    /// After `ESC [ [`, with which Linux's console begins F1 to F5.
    case console
    /// After `ESC O`.
    case single
    /// In a text for the program, such as an response of the terminal, which ends with BEL or `ESC \`.
    case string
    /// After an Escape in such a text.
    case stringEscape
    /// In a letter with Alt that has more than one byte.
    case altered(rest: Int)
  }

  private var state = State.ground
  /// The bytes of a character whose last one is not there yet.
  private var pending: [UInt8] = []
  private var expected = 0

  package init() {}

  /// Whether an Escape waits for what follows it.
  package var isInSequence: Bool { if case .ground = state { false } else { true } }

  /// The keys of the next bytes.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { take(byte, &keys) }
    return keys
  }

  /// Ends a sequence that nothing has followed: an Escape by itself is the key, and what is cut is none.
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
    case .altered(let rest):
      // Not one of its bytes: the letter was cut, and this begins something else.
      guard Self.isContinuation(byte) else { return restart(byte, &keys) }
      state = rest > 1 ? .altered(rest: rest - 1) : .ground
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
      // Parameters, which some terminals put here for Shift and Alt.
      case 0x30...0x3F: break
      case 0x20...0x7E: end(Self.singleKey(byte), &keys)
      default: restart(byte, &keys)
      }
    case .string:
      switch byte {
      case 0x07: state = .ground
      case 0x1B: state = .stringEscape
      // No such text has one, so a Control key is heard in any case.
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
    // The beginnings of the five kinds of text.
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): state = .string
    case 0x20...0x7E: state = .ground
    case 0xC2...0xF4: state = .altered(rest: Self.length(byte) - 1)
    default:
      // Escape, and then another key before the moment was over.
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
      // It was repaired while it was decoded, so it was none.
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

  /// How many bytes a character has that begins with this one, which is above 0xC1.
  private static func length(_ byte: UInt8) -> Int { byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }

  // MARK: - Sequences

  private static let longestParameters = 16

  private static func controlKey(_ parameters: [UInt8], _ last: UInt8) -> Key? {
    // With Shift, Control or Alt it is `1;2`: the key is the same, the second number does not matter.
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

/// What a person presses, as far as the full screen has a use for it.
package enum Key: Hashable, Sendable {
  /// A character that is seen, or a part of one: a letter and its accent may come as two.
  case character(Unicode.Scalar)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// F1 is 1.
  case function(Int)
  /// Control and a letter, which is small here: `control("c")`.
  case control(Unicode.Scalar)
}
