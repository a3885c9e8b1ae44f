/// Cuts a stream of bytes into lines, in memory that the length of a line does not enlarge.
package struct LineSplitter {
  /// The longest line that is read, in bytes; of a longer one nothing is kept.
  private let limit: Int
  private var number: Int
  private var pending: [UInt8] = []
  private var lines: ArraySlice<InputLine> = []
  private var isTooLong = false

  /// A splitter whose first line has the given number.
  package init(firstLine: Int = 1, limit: Int = 4096) {
    number = firstLine
    self.limit = limit
  }

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        endLine()
      } else if pending.count < limit {
        pending.append(byte)
      } else {
        isTooLong = true
      }
    }
  }

  /// Ends the input: a last line that has no line feed is a line too.
  package mutating func finish() {
    if !pending.isEmpty { endLine() }
  }

  package mutating func next() -> InputLine? {
    lines.popFirst()
  }

  private mutating func endLine() {
    if isTooLong {
      lines.append(InputLine(number: number, text: .failure(.tooLong(limit: limit))))
    } else {
      // Lines from Windows end in a carriage return, too.
      if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
      lines.append(InputLine(number: number, bytes: pending))
    }
    number += 1
    isTooLong = false
    pending.removeAll(keepingCapacity: true)
  }
}

/// A line of input with its number, counted from 1: text, or the reason why it is none.
package struct InputLine: Equatable, Sendable {
  package let number: Int
  package let text: Result<String, LineProblem>

  package init(number: Int, text: Result<String, LineProblem>) {
    self.number = number
    self.text = text
  }

  /// Judges the bytes of a line, without its line feed.
  fileprivate init(number: Int, bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    if !text.utf8.elementsEqual(bytes) {
      // It was repaired while it was decoded.
      self.init(number: number, text: .failure(.notUTF8))
    } else if let scalar = text.unicodeScalars.first(where: { $0.properties.generalCategory == .control && $0 != "\t" })
    {
      self.init(number: number, text: .failure(.controlCharacter(scalar.value)))
    } else {
      self.init(number: number, text: .success(text))
    }
  }
}

/// Why a line of input cannot be a command.
package enum LineProblem: Error, Equatable, CustomStringConvertible {
  case tooLong(limit: Int)
  case notUTF8
  case controlCharacter(UInt32)

  package var description: String {
    switch self {
    case .tooLong(let limit): "the line has more than \(limit) bytes and was skipped"
    case .notUTF8: "the line is not UTF-8 text and was skipped"
    case .controlCharacter(let value): "the line has a control character (number \(value)) and was skipped"
    }
  }
}
