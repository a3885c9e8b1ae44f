import NavStoreTool
import Testing

@Suite struct LineSplitterTests {
  private func lines(_ pieces: [[UInt8]], firstLine: Int = 1) -> [InputLine] {
    var splitter = LineSplitter(firstLine: firstLine)
    for piece in pieces { splitter.append(piece) }
    splitter.finish()
    var lines: [InputLine] = []
    while let line = splitter.next() { lines.append(line) }
    return lines
  }

  private func line(_ number: Int, _ text: String) -> InputLine { InputLine(number: number, text: .success(text)) }
  private func problem(_ number: Int, _ problem: LineProblem) -> InputLine {
    InputLine(number: number, text: .failure(problem))
  }

  @Test func `lines are numbered, and the last line needs no line feed`() {
    #expect(lines([Array("tap home\n\nback".utf8)]) == [line(1, "tap home"), line(2, ""), line(3, "back")])
    #expect(lines([Array("back\n".utf8)], firstLine: 40) == [line(40, "back")])
    #expect(lines([]).isEmpty)
  }

  @Test func `a carriage return before the line feed is not part of the line`() {
    #expect(lines([Array("back\r\nroot\r\n".utf8)]) == [line(1, "back"), line(2, "root")])
  }

  @Test func `lines do not depend on how the bytes are split`() {
    let bytes = Array("tap home\npush song:3\n# ö\n".utf8)
    let whole = lines([bytes])
    for cut in bytes.indices { #expect(lines([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole) }
    #expect(lines(bytes.map { [$0] }) == whole)
  }

  @Test func `bytes that are not UTF-8 affect only their line`() {
    let bytes = [0xFF, 0xFE, 0x0A] + Array("back\n".utf8) + [0xC3]
    #expect(lines([bytes]) == [problem(1, .notUTF8), line(2, "back"), problem(3, .notUTF8)])
  }

  @Test func `a control character other than the tab is a problem`() {
    let bytes = Array("ba\0ck\ntap\thome\n\u{1b}[2J\n".utf8)
    #expect(
      lines([bytes]) == [problem(1, .controlCharacter(0)), line(2, "tap\thome"), problem(3, .controlCharacter(27))])
  }

  @Test func `a line that is too long is dropped`() {
    let limit = 4096
    let long = [UInt8](repeating: 65, count: limit)
    #expect(
      lines([long, [65, 10], long, [10], Array("back".utf8)]) == [
        problem(1, .tooLong(limit: limit)), line(2, String(repeating: "A", count: limit)), line(3, "back"),
      ])
  }
}
