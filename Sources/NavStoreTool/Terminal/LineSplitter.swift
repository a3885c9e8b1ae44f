/// A converter from a stream of bytes to lines. The length of a line is limited, which also limits the memory for a
/// line.
package struct LineSplitter {
  /// The maximum length of a line, in bytes. A longer line is dropped, and a ``LineProblem`` is returned in its place.
  private let limit: Int
  private var number: Int
  private var pending: [UInt8] = []
  private var lines: ArraySlice<InputLine> = []
  private var isTooLong = false

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

  /// Ends the input. The last line is complete even if it has no line feed.
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
      // Lines from Windows end with a carriage return and a line feed.
      if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
      lines.append(InputLine(number: number, bytes: pending))
    }
    number += 1
    isTooLong = false
    pending.removeAll(keepingCapacity: true)
  }
}

/// A line of input with its number, counted from 1. Its content is a string, or the reason why the line cannot be used.
package struct InputLine: Equatable, Sendable {
  package let number: Int
  package let text: Result<String, LineProblem>

  package init(number: Int, text: Result<String, LineProblem>) {
    self.number = number
    self.text = text
  }

  /// Decodes the bytes of a line. The bytes do not include the line feed.
  fileprivate init(number: Int, bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    if !text.utf8.elementsEqual(bytes) {
      // The bytes differ because `String(decoding:as:)` replaced invalid bytes.
      self.init(number: number, text: .failure(.notUTF8))
    } else if let scalar = text.unicodeScalars.first(where: { $0.properties.generalCategory == .control && $0 != "\t" })
    {
      self.init(number: number, text: .failure(.controlCharacter(scalar.value)))
    } else {
      self.init(number: number, text: .success(text))
    }
  }
}

/// The reason why a line of input cannot be a command.
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
