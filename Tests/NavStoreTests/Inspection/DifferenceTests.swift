import Foundation
import NavStore
import NavStoreInspection
import Testing

@Suite struct DifferenceTests {
  struct Song: Hashable, Identifiable {
    var id: Int
    var title = "So What"
    var seconds = 562.0
  }

  struct Point: Hashable {
    var x = 0
    var y = 0
  }

  enum Phase: Hashable {
    case loading
    case loaded(Song)
    case failed(code: Int, message: String)
    case text(String)
  }

  struct Screen {
    var title = "Albums"
    var phase = Phase.loading
    var song: Song?
    var notes: [String: Any] = [:]
    var action: () -> Void = {}
  }

  /// Equal if the names are equal.
  struct Named: Equatable {
    var name: String
    var hits = 0
    static func == (first: Named, second: Named) -> Bool { first.name == second.name }
  }

  private func expectDifference(
    _ expected: Any, _ actual: Any, _ text: String?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(difference(expected: expected, actual: actual) == text, sourceLocation: sourceLocation)
  }

  @Test func `members are shown by name, and those that do not differ are counted`() {
    expectDifference(
      Point(x: 1), Point(x: 2),
      """
        DifferenceTests.Point(
      −   x: 1,
      +   x: 2,
          … (1 unchanged)
        )
      """)
    expectDifference(
      Screen(song: Song(id: 1)), Screen(title: "Songs", song: Song(id: 1, title: "So what?")),
      """
        DifferenceTests.Screen(
      −   title: "Albums",
      +   title: "Songs",
          … (1 unchanged)
          song: DifferenceTests.Song(
            id: 1,
      −     title: "So What",
      +     title: "So what?",
            … (1 unchanged)
          ),
          … (2 unchanged)
        )
      """)
  }

  @Test func `an absent optional differs from a present one as nil`() {
    expectDifference(Int?.none as Any, 1, "− nil\n+ 1")
    expectDifference(
      Song?.none as Any, Song(id: 1), "− nil\n+ DifferenceTests.Song(id: 1, title: \"So What\", seconds: 562.0)")
    expectDifference(Int??.none as Any, Int??.some(nil) as Any, "− nil\n+ .some(nil)")
    expectDifference(Int?.some(1) as Any, 1, nil)
  }

  @Test func `cases are shown by name, and the payloads of one case by what differs`() {
    expectDifference(
      Phase.loading, Phase.failed(code: 1, message: "no"), "− .loading\n+ .failed(code: 1, message: \"no\")")
    expectDifference(
      Phase.failed(code: 1, message: "no"), Phase.failed(code: 2, message: "no"),
      "− .failed(code: 1, message: \"no\")\n+ .failed(code: 2, message: \"no\")")
    expectDifference(
      Phase.failed(code: 1, message: "a message that is longer than that"),
      Phase.failed(code: 2, message: "a message that is longer than that"),
      """
        .failed(
      −   code: 1,
      +   code: 2,
          … (1 unchanged)
        )
      """)
    expectDifference(
      Screen(phase: .loaded(Song(id: 1))), Screen(phase: .loaded(Song(id: 1, seconds: 1))),
      """
        DifferenceTests.Screen(
          … (1 unchanged)
          phase: .loaded(DifferenceTests.Song(
            id: 1,
            … (1 unchanged)
      −     seconds: 562.0,
      +     seconds: 1.0,
          )),
          … (3 unchanged)
        )
      """)
  }

  @Test func `a short list is shown whole, a long one by element`() {
    expectDifference([1, 2, 3], [1, 3], "− [1, 2, 3]\n+ [1, 3]")
    let numbers = Array(100..<150)
    expectDifference(
      numbers, numbers.filter { $0 != 101 }.map { $0 == 140 ? 0 : $0 } + [1],
      """
        [
          … (1 unchanged)
      −   [1]: 101,
          … (38 unchanged)
      −   [40]: 140,
      +   [39]: 0,
          … (9 unchanged)
      +   [49]: 1,
        ]
      """)
    var points = (0..<9).map { Point(x: $0) }
    points[3].y = 1
    expectDifference(
      (0..<9).map { Point(x: $0) }, points,
      """
        [
          … (3 unchanged)
          [3]: DifferenceTests.Point(
            … (1 unchanged)
      −     y: 0,
      +     y: 1,
          ),
          … (5 unchanged)
        ]
      """)
  }

  @Test func `both sides of a long change are shown`() throws {
    let text = try #require(difference(expected: Array(0..<200), actual: Array(1_000..<1_200)))
    #expect(text.contains("−   [0]: 0,\n") && text.contains("+   [0]: 1000,\n"))
  }

  @Test func `elements with identities are matched by identity, even if they moved`() {
    let songs = (0..<6).map { Song(id: $0) }
    var changed = songs
    changed.insert(changed.removeFirst(), at: 3)
    changed[4].title = "All Blues"
    changed.remove(at: 5)
    changed.append(Song(id: 9))
    expectDifference(
      songs, changed,
      """
        [
          … (3 unchanged)
      ~   moved from [0] to [3]: DifferenceTests.Song(id: 0, title: "So What", seconds: 562.0),
          [4]: DifferenceTests.Song(
            id: 4,
      −     title: "So What",
      +     title: "All Blues",
            … (1 unchanged)
          ),
      −   [5]: DifferenceTests.Song(id: 5, title: "So What", seconds: 562.0),
      +   [5]: DifferenceTests.Song(id: 9, title: "So What", seconds: 562.0),
        ]
      """)
    changed = [songs[1], Song(id: 0, title: "Blue in Green")]
    expectDifference(
      Array(songs[0...1]), changed,
      """
        [
      ~   moved from [1] to [0]: DifferenceTests.Song(id: 1, title: "So What", seconds: 562.0),
          [1]: DifferenceTests.Song(
            id: 0,
      −     title: "So What",
      +     title: "Blue in Green",
            … (1 unchanged)
          ),
        ]
      """)
  }

  @Test func `duplicate identities are not used`() {
    let songs = [Song(id: 1), Song(id: 1, title: "b"), Song(id: 2)]
    expectDifference(
      songs, Array(songs.dropFirst()),
      """
        [
      −   [0]: DifferenceTests.Song(id: 1, title: "So What", seconds: 562.0),
          … (2 unchanged)
        ]
      """)
  }

  @Test func `dictionaries are compared by key and sets by element, in order`() {
    expectDifference(
      ["a": 1, "b": 2, "c": 3, "e": 5], ["a": 1, "b": 3, "d": 3, "e": 5],
      """
        [
      −   "b": 2,
      +   "b": 3,
      −   "c": 3,
      +   "d": 3,
          … (2 unchanged)
        ]
      """)
    expectDifference(
      Set(["1", "2", "30", "4"]), Set(["2", "3"]),
      """
        [
      −   "1",
      −   "30",
      −   "4",
      +   "3",
          … (1 unchanged)
        ]
      """)
    expectDifference(
      Screen(notes: ["a": Song(id: 1), "b": [1]]), Screen(notes: ["a": Song(id: 1, title: "b"), "b": [1]]),
      """
        DifferenceTests.Screen(
          … (3 unchanged)
          notes: [
            "a": DifferenceTests.Song(
              id: 1,
      −       title: "So What",
      +       title: "b",
              … (1 unchanged)
            ),
            … (1 unchanged)
          ],
          … (1 unchanged)
        )
      """)
  }

  @Test func `texts of several lines are compared by line`() {
    expectDifference(
      "one\ntwo\nthree\nfour", "one\n2\nthree\nfour \n",
      """
        \"""
          … (1 unchanged)
      −   two
      +   2
          … (1 unchanged)
      −   four
      +   four\\u{20}
      +   (empty line)
        \"""
      """)
    expectDifference(
      [Phase.text("a\nb")], [Phase.text("a\r\nb")],
      """
        [
          [0]: .text(\"""
      −     a
      +     a\\r
            … (1 unchanged)
          \"""),
        ]
      """)
    expectDifference("one", "one\ntwo", "  \"\"\"\n    … (1 unchanged)\n+   two\n  \"\"\"")
  }

  @Test func `a substring is compared like a string`() {
    expectDifference(
      "one\ntwo\nthree"[...], "one\n2\nthree"[...],
      """
        \"""
          … (1 unchanged)
      −   two
      +   2
          … (1 unchanged)
        \"""
      """)
    expectDifference(
      ["one\ntwo"[...]], ["one\n2"[...]],
      """
        [
          [0]: \"""
            … (1 unchanged)
      −     two
      +     2
          \""",
        ]
      """)
  }

  @Test func `numbers are shown whole up to 80 columns, in a list and in a set`() {
    expectDifference([1, 2, 3], [1, 2, 4], "− [1, 2, 3]\n+ [1, 2, 4]")
    expectDifference(Set([3, 1, 20]), Set([20, 4, 1]), "− [1, 3, 20]\n+ [1, 4, 20]")
    expectDifference(Set([0.5, -1]), Set([0.5]), "− [-1.0, 0.5]\n+ [0.5]")
    expectDifference(
      Array(1...22), Array(1...21) + [0],
      """
      − [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]
      + [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 0]
      """)
    expectDifference(
      Array(1...30), Array(1...29) + [0], "  [\n    … (29 unchanged)\n−   [29]: 30,\n+   [29]: 0,\n  ]")
    expectDifference(
      Set(1...30), Set(1...29), "  [\n−   30,\n    … (29 unchanged)\n  ]")
    // Elements other than numbers are shown one per line.
    expectDifference(Set(["a", "b"]), Set(["a", "c"]), "  [\n−   \"b\",\n+   \"c\",\n    … (1 unchanged)\n  ]")
  }

  @Test func `a long text is cut around its first difference`() {
    let (before, after) = (String(repeating: "é", count: 500), String(repeating: "z", count: 500))
    let context = String(repeating: "é", count: 40)
    expectDifference(
      before + "a" + after, before + "b" + after,
      "− \"…\(context)a\(after.prefix(59))…\"\n+ \"…\(context)b\(after.prefix(59))…\"")
    expectDifference("short", "short\u{200B}", "− \"short\"\n+ \"short\\u{200B}\"")
  }

  @Test func `values of two types are shown with their types`() {
    expectDifference(1, 1.0, "− 1 as Int\n+ 1.0 as Double")
    expectDifference(UInt8(1), Int8(1), "− 1 as UInt8\n+ 1 as Int8")
    expectDifference([1 as Any], [1 as UInt as Any], "  [\n−   [0]: 1 as Int,\n+   [0]: 1 as UInt,\n  ]")
    expectDifference(
      Point(), Song(id: 1),
      "− DifferenceTests.Point(x: 0, y: 0)\n+ DifferenceTests.Song(id: 1, title: \"So What\", seconds: 562.0)")
    expectDifference(Int?.none as Any, String?.none as Any, "− nil as Optional<Int>\n+ nil as Optional<String>")
    expectDifference(Phase.loading, BackRule.none, "− .loading as Phase\n+ .none as BackRule")
    expectDifference([Int](), Set<Int>(), "− [] as Array<Int>\n+ [] as Set<Int>")
    expectDifference(AnyRoute(1), AnyRoute("1"), "− AnyRoute(1)\n+ AnyRoute(\"1\")")
    expectDifference(AnyRoute(1), AnyRoute(1 as UInt8), "  AnyRoute(\n−   1 as Int,\n+   1 as UInt8,\n  )")
  }

  @Test func `dates, data, identifiers and durations are readable`() {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    expectDifference(date, date + 1, "− Date(2001-01-01 00:00:00 +0000)\n+ Date(2001-01-01 00:00:01 +0000)")
    expectDifference(
      date, date + 0.25, "− Date(timeIntervalSinceReferenceDate: 0.0)\n+ Date(timeIntervalSinceReferenceDate: 0.25)")
    expectDifference(
      date, Date(timeIntervalSinceReferenceDate: .nan),
      "− Date(timeIntervalSinceReferenceDate: 0.0)\n+ Date(timeIntervalSinceReferenceDate: .nan)")
    expectDifference(Data("ab".utf8), Data([7]), "− Data(2 bytes: 61 62)\n+ Data(1 byte: 07)")
    expectDifference(
      Data(0..<100), Data(0..<20),
      "− Data(100 bytes, from 16: 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f …)\n+ Data(20 bytes, from 16: 10 11 12 13)"
    )
    expectDifference(Duration.seconds(1), Duration.milliseconds(1001), "− .seconds(1)\n+ .milliseconds(1001)")
  }

  @Test func `values that == calls equal are unchanged, unless this hides every difference`() {
    expectDifference(
      [Named(name: "a"), Named(name: "b")], [Named(name: "a", hits: 7), Named(name: "c")],
      """
        [
          … (1 unchanged)
          [1]: DifferenceTests.Named(
      −     name: "b",
      +     name: "c",
            … (1 unchanged)
          ),
        ]
      """)
    expectDifference(
      Named(name: "a"), Named(name: "a", hits: 7),
      """
        DifferenceTests.Named(
          … (1 unchanged)
      −   hits: 0,
      +   hits: 7,
        )
      """)
  }

  @Test func `values that look the same have no difference`() {
    expectDifference(Double.nan, Double.nan, nil)
    expectDifference([Point(), Double.nan] as [Any], [Point(), Double.nan] as [Any], nil)
    expectDifference(Screen(action: {}), Screen(action: { print() }), nil)
    expectDifference(Locked(1), Locked(1), nil)
  }
}
