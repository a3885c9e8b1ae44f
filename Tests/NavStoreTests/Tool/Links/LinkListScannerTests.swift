import NavStoreInspection
import NavStoreTool
import Testing

@Suite struct LinkListScannerTests {
  /// Scans a text in pieces of a given length, and returns the links as `line: url`, or the problem of the list.
  private func scan(_ text: String, column: LinkListScanner.Column? = nil, pieces: Int = 7) -> [String] {
    scan(Array(text.utf8), column: column, pieces: pieces)
  }

  private func scan(_ bytes: [UInt8], column: LinkListScanner.Column?, pieces: Int) -> [String] {
    var found: [String] = []
    func add(_ link: ListedLink) {
      switch link.url {
      case .success(let url): found.append("\(link.line): \(url)")
      case .failure(let problem): found.append("\(link.line) \(problem)")
      }
    }
    var scanner = LinkListScanner(column: column)
    do {
      for start in stride(from: 0, to: bytes.count, by: pieces) {
        try scanner.scan(Array(bytes[start..<min(start + pieces, bytes.count)]), add)
      }
      try scanner.finish(add)
    } catch {
      found.append("the list \(error)")
    }
    return found
  }

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func `each line is a link, and empty lines are skipped`(pieces: Int) {
    let text = "\u{FEFF}https://a.example/1, 2\r\n\r\n  \t\nshop://b \n/c"
    #expect(scan(text, pieces: pieces) == ["1: https://a.example/1, 2", "4: shop://b", "5: /c"])
    #expect(scan("", pieces: pieces) == [])
    #expect(scan("\n\n", pieces: pieces) == [])
    #expect(scan("/", pieces: pieces) == ["1: /"])
  }

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func `the links of a table are in the column that looks like a URL`(pieces: Int) {
    func table(_ text: String, _ column: LinkListScanner.Column = .automatic) -> [String] {
      scan(text, column: column, pieces: pieces)
    }
    #expect(table("name,URL\nspring,https://a/1\nautumn,https://a/2\n") == ["2: https://a/1", "3: https://a/2"])
    #expect(table("spring;https://a/1\nautumn;https://a/2") == ["1: https://a/1", "2: https://a/2"])
    #expect(table("n\tu\r\nx\t/a,b;c\r\n") == ["2: /a,b;c"])
    #expect(table("https://a/1,2\nhttps://a/3\n") == ["1: https://a/1", "2: https://a/3"])
    #expect(table("url\nhttps://a/1,2\n") == ["2: https://a/1,2"])
    #expect(table("a,b\n\"x\ny, \"\"z\"\"\",\"https://a/\"\"1\"\"\"\n,/2\n") == ["2: https://a/\"1\"", "4: /2"])
    let missing = "\(ListProblem.missingColumn)"
    #expect(table("a,b\n1,/1\n\n \n2\n3,\n4,/4") == ["2: /1", "5 \(missing)", "6 \(missing)", "7: /4"])
    #expect(table("old,New URL\n/1,/2\n", .named("new url")) == ["2: /2"])
    #expect(table("old,new\n/1,/2\n", .named("2")) == ["2: /2"])
    #expect(table("/1,/2\n", .named("2")) == ["1: /2"])
    #expect(table("a,b\n/1,\"/2\n/3\n") == ["2 \(ListProblem.openQuotation)"])
    #expect(table("a,b\n1,\"/2\n/3\n") == ["2 \(ListProblem.openQuotation)"])
  }

  @Test func `a table without a column of links names its columns`() {
    #expect(scan("a,b\n1,2\n", column: .automatic) == ["the list \(ListProblem.noColumn(among: ["a", "b"]))"])
    #expect(scan("a,b\n", column: .automatic) == ["the list \(ListProblem.noColumn(among: ["a", "b"]))"])
    for number in ["c", "0", "3", "-1", "99999999999999999999"] {
      #expect(
        scan("a,b\n/1,/2", column: .named(number))
          == ["the list \(ListProblem.unknownColumn(number, among: ["a", "b"]))"])
    }
  }

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func `the links of a sitemap are the contents of loc`(pieces: Int) {
    let sitemap = """
      <?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY a "b">]>
      <!-- <loc>/comment</loc> -- ->-->
      <urlset a="<loc>/attribute</loc>" b='>'>
      <url><loc>/a?b=1&amp;c=&#65;&#x42;&lt;&gt;&quot;&apos;&nbsp;&;&#xD800;</loc>
      <image:image><image:loc>/image</image:loc></image:image><loc/><loc />
      <loc
        priority="1">
        <![CDATA[/c?d&amp;e]]]]><![CDATA[>]]>
      </loc></url><location>/location</location><LOC>/upper</LOC><loc>/<b>bold</b></loc></loc>
      """
    #expect(
      scan(sitemap, pieces: pieces) == [
        #"4: /a?b=1&c=AB<>"'&nbsp;&;&#xD800;"#, "7: /c?d&amp;e]]>", "9: /bold",
      ])
  }

  @Test func `a list in another format is refused`() {
    func refusal(_ bytes: [UInt8]) -> [String] { scan(bytes, column: nil, pieces: 3) }
    #expect(refusal([0x1F, 0x8B, 8, 0]) == ["the list \(ListProblem.compressed)"])
    #expect(refusal([0xFF, 0xFE, 0x2F, 0]) == ["the list \(ListProblem.utf16)"])
    #expect(scan("<sitemapindex><sitemap><loc>/a</loc>") == ["the list \(ListProblem.index)"])
    #expect(refusal(Array("/a\n".utf8) + [0xC3, 0x28, 0x0A]) == ["1: /a", "2 \(ListProblem.notUTF8)"])
  }

  @Test func `a long field takes no memory, and the next link is read`() {
    let long = String(repeating: "x", count: LinkListScanner.longestField + 1)
    let problem = "\(ListProblem.tooLong)"
    #expect(scan("/\(long)\n/b", pieces: 1_000) == ["1 \(problem)", "2: /b"])
    let table = "a,b\n\(long),/1\n2,/\(long)\n3,/3"
    #expect(scan(table, column: .automatic, pieces: 1_000) == ["2: /1", "3 \(problem)", "4: /3"])
    #expect(scan("<loc>/\(long)</loc><\(long)><loc>/b</loc>", pieces: 1_000) == ["1 \(problem)", "1: /b"])
    #expect(scan("\(long),\(long)\n/1\n/2", column: .automatic, pieces: 1_000).last == "3: /2")
  }

  @Test func `no bytes stop the scanner`() {
    var random = SplitMix64(seed: 7)
    let parts = [
      "<loc>", "</loc>", "<![CDATA[", "]]>", "<!--", "-->", "\"", "'", ",", ";", "\n", "\r", "&amp;", "&#", "/a",
      "\u{0}",
      "<", ">",
    ]
    for _ in 0..<2_000 {
      var bytes: [UInt8] = []
      for _ in 0..<random.next() % 30 {
        if random.next() % 5 == 0 {
          bytes.append(UInt8(truncatingIfNeeded: random.next()))
        } else {
          bytes += parts[Int(random.next() % UInt64(parts.count))].utf8
        }
      }
      for column in [nil, LinkListScanner.Column.automatic, .named("2")] {
        #expect(scan(bytes, column: column, pieces: 1) == scan(bytes, column: column, pieces: 1_000))
      }
    }
  }
}
