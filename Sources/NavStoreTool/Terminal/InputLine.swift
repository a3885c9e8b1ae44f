/// A line of input with its number, counted from 1: text, or the reason why it is none.
package struct InputLine: Equatable, Sendable {
  package let number: Int
  package let text: Result<String, LineProblem>

  package init(number: Int, text: Result<String, LineProblem>) {
    self.number = number
    self.text = text
  }

  /// Judges the bytes of a line, without its line feed.
  init(number: Int, bytes: some Collection<UInt8>) {
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
