import NavStoreInspection
import NavStoreTool
import Testing

@Suite struct KeyDecoderTests {
  private static let sequences: [(String, Key)] = [
    ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
    ("\u{3}", .control("c")), ("\u{4}", .control("d")), ("\u{1A}", .control("z")), ("\u{C}", .control("l")),
    ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
    ("\u{1B}[1;5A", .up), ("\u{1B}[Z", .backTab), ("\u{1B}[H", .home), ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}OM", .enter), ("\u{1B}OP", .function(1)),
    ("\u{1B}[1;2S", .function(4)), ("\u{1B}[12~", .function(2)), ("\u{1B}[[C", .function(3)),
    ("\u{1B}O2Q", .function(2)),
  ]

  private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

  private func keys(_ bytes: [UInt8]) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.decode(bytes) + decoder.flush()
  }

  private func letters(_ text: String) -> [Key] { text.unicodeScalars.map { .character($0) } }

  @Test(arguments: sequences)
  func `a known sequence is decoded to its key`(text: String, key: Key) {
    #expect(keys(text) == [key])
  }

  @Test(arguments: [
    "\u{1B}[200~", "\u{1B}[?1;2c", "\u{1B}[9999999999999999999999~", "\u{1B}[I", "\u{1B}[97;5u", "\u{1B}[ q",
    "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]0;title\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}x", "\u{1B}é",
    "\u{1B}[[Z",
    "\u{1B}Oz", "\u{1B}[\u{1B}[\u{1B}[?1c", "\u{0}", "\u{9B}", "\u{1B}[" + String(repeating: "1", count: 5000) + "~",
  ])
  func `an unknown sequence is ignored as a whole`(text: String) {
    #expect(keys(text + "a") == [.character("a")])
  }

  @Test func `a single Escape is a key if no byte follows it`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isInSequence)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isInSequence)
    #expect(decoder.flush() == [])
    #expect(keys("\u{1B}\u{1B}") == [.escape, .escape])
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
  }

  @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]0;title", "\u{1B}[["])
  func `a Control key is decoded in the middle of any sequence`(begin: String) {
    #expect(keys(begin + "\u{3}").last == .control("c"))
  }

  @Test(arguments: ["\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]0;title", "\u{1B}[["])
  func `an incomplete sequence is not a key, and the next key is decoded`(begin: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(begin.utf8) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.decode("a".utf8) == [.character("a")])
  }

  @Test func `pasted text with marks is decoded as text`() {
    #expect(keys("\u{1B}[200~/söng/日本 👍\u{1B}[201~") == letters("/söng/日本 👍"))
  }

  @Test func `bytes that are not UTF-8 are skipped, and the next keys are decoded`() {
    #expect(
      keys([0xFF, 0xC0, 0x80, 0x61, 0xE2, 0x82, 0x62, 0xED, 0xA0, 0x80, 0x63, 0xF4, 0x90, 0x80, 0x80]) == letters("abc")
    )
  }

  @Test func `keys do not depend on how the bytes are split`() {
    let parts: [[UInt8]] = [
      [0x1B], [0x1B, 0x5B], Array("\u{1B}[A".utf8), Array("\u{1B}OP".utf8), Array("\u{1B}]0;x\u{7}".utf8),
      Array("é日👍".utf8),
      [0xE2, 0x82], [0x3B], [0x31, 0x7E], [0x1B, 0x5C], [0x03],
    ]
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 20_000 : 300) {
      var random = SplitMix64(seed: seed)
      let bytes = (0..<random.below(30)).flatMap { _ in
        random.once(in: 3) ? [UInt8(random.below(256))] : parts[random.below(parts.count)]
      }
      var decoder = KeyDecoder()
      var cut: [Key] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = 1 + random.below(4)
        cut += decoder.decode(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      cut += decoder.flush()
      #expect(cut == keys(bytes), "NAVSTORE_SEED=\(seed)")
      // After `flush`, the previous bytes have no influence on the next keys.
      #expect(decoder.decode("\ra".utf8) == [.enter, .character("a")], "NAVSTORE_SEED=\(seed)")
    }
  }
}
