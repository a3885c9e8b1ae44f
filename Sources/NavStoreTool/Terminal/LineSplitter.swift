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
