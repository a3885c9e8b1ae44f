import NavStore
import NavStoreInspection
import Testing

@Suite struct SceneFileNameTests {
  @Test(arguments: [
    ("main", "main.state"),
    ("window-2_b", "window-2_b.state"),
    ("A", "%41.state"),
    ("a.b/c", "a%2eb%2fc.state"),
    ("..", "%2e%2e.state"),
    ("50%", "50%25.state"),
    ("\0\n", "%00%0a.state"),
    // The last byte with one digit, and the first one with two.
    ("\u{F}", "%0f.state"),
    ("\u{10}", "%10.state"),
    ("\u{1}0", "%010.state"),
    ("é", "%c3%a9.state"),
    ("F3B1", "%463%421.state"),
  ])
  func `all characters except lower-case letters, digits, - and _ are escaped`(key: String, name: String) {
    #expect(SceneFileName.name(for: key) == name)
    #expect(SceneFileName.key(of: name) == key)
    #expect(SceneFileName.key(of: name + ".previous") == key)
    #expect(SceneFileName.currentName(of: name + ".previous") == name)
  }

  @Test(arguments: [
    "", ".state", "a", "a.state.navstore-owner", "a.state.aside-1", "a.state.navstore-tmp-1-2", "A.state", "%4A.state",
    "%61.state",
    "%4.state",
    "%.state", "%zz.state", "%+1.state", "%ff.state", "a b.state", "a~b.state", "a.b.state", ".previous",
    ".state.previous",
  ])
  func `a name that no key has is not the name of a scene's file`(name: String) {
    #expect(SceneFileName.key(of: name) == nil)
    #expect(SceneFileName.currentName(of: name) == nil)
  }

  @Test func `a UUID in capitals is not truncated`() {
    let key = "ABCDEFAB-CDEF-ABCD-EFAB-CDEFABCDEFAB"
    #expect(SceneFileName.key(of: SceneFileName.name(for: key)) == key)
  }

  @Test func `a long key is truncated, and a checksum distinguishes it from similar keys`() throws {
    let long = String(repeating: "k", count: 5_000)
    let name = SceneFileName.name(for: long)
    #expect(name != SceneFileName.name(for: long + "k"))
    #expect(SceneFileName.key(of: name) == nil)
    #expect(SceneFileName.currentName(of: name) == name)
    #expect(SceneFileName.currentName(of: name + ".previous") == name)
    // A key that looks like a truncated name is escaped.
    #expect(SceneFileName.name(for: String(name.dropLast(".state".count))) != name)
  }

  @Test func `different keys have different names in any case and form, and no name is too long`() {
    var generator = SplitMix64(seed: TestEnvironment.seed)
    let alphabet: [Character] = [
      "a", "A", "b", "B", "%", "2", "5", "e", "E", ".", "~", "/", "é", "e\u{301}", "ß", "I", "ı", "\0", "😀",
    ]
    var keys: [String: [UInt8]] = [:]
    for _ in 0..<(TestEnvironment.isLong ? 300_000 : 5_000) {
      let longest = generator.once(in: 10) ? 200 : 6
      let key = String((0...generator.below(longest)).map { _ in alphabet[generator.below(alphabet.count)] })
      let name = SceneFileName.name(for: key)
      // A file system that ignores case compares the names in this form.
      let other = keys.updateValue(Array(key.utf8), forKey: name.lowercased())
      #expect(other == nil || other == Array(key.utf8), "\(key)")
      #expect(name.utf8.allSatisfy { $0 < 0x80 })
      // `.navstore-tmp-<process>-<number>` is the longest suffix that a storage adds.
      #expect(name.utf8.count + ".navstore-tmp-2147483647-9999999999".utf8.count <= 143)
      #expect(name.utf8.count + ".navstore-tmp-2147483647-9223372036854775807".utf8.count <= 255)
      if let found = SceneFileName.key(of: name) { #expect(Array(found.utf8) == Array(key.utf8)) }
    }
  }
}
