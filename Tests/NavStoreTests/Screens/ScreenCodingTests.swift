import Foundation
import NavStore
import Testing

/// The encoded form of screens and of their actions, and what is restored from a file that does not fit.
@Suite struct ScreenCodingTests {
  static func screens() -> NumberScreens {
    var screens = NumberScreens(NumberState(tabs: [1, 2], paths: [1: [1, 4]]))
    screens.navigation.present(3)
    screens.navigation.push(5)
    screens.navigation.pop()
    screens[ScreenID(rawValue: 1)]?.sum = 7
    return screens
  }

  static let form = #"""
    {"initial":1,"lastModal":1,"modals":[{"id":1,"path":[],"root":3,"style":"sheet"}],"screens":{"last":4,"stacks":[\#
    {"screens":[{"id":1,"state":{"sum":7}},{"id":2,"opener":1}],"tab":1},\#
    {"modal":1,"screens":[{"id":3,"opener":2,"state":{"sum":3000}}]}]},"selected":1,"tabs":[{"path":[1,4],"tab":1},\#
    {"path":[],"tab":2}],"visits":[1]}
    """#

  @Test func `screens are encoded beside the navigation`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(Self.screens()), as: UTF8.self) == Self.form)
    let canonical = try CanonicalJSONEncoder().encode(Self.screens())
    #expect(String(decoding: canonical, as: UTF8.self) == Self.form)
  }

  @Test func `decoded screens have their identities and states`() throws {
    let decoded = try JSONDecoder().decode(NumberScreens.self, from: Data(Self.form.utf8))
    #expect(decoded.notation == Self.screens().notation)
    var next = decoded
    next.navigation.push(6)
    #expect(next.visibleScreen?.id == ScreenID(rawValue: 5))
  }

  @Test func `the navigation of a file can be decoded alone, and a file of a navigation has initial states`() throws {
    let navigation = try JSONDecoder().decode(NumberState.self, from: Data(Self.form.utf8))
    #expect(navigation == Self.screens().navigation)
    let screens = try JSONDecoder().decode(NumberScreens.self, from: JSONEncoder().encode(navigation))
    #expect(screens.notation == "1: 1/1=1000 2/4 | 2: | modal 1: 3/3=3000")
  }

  @Test(arguments: [
    (#""stacks":["#, #""stacks":[7,"#),
    (#""last":4,"stacks""#, #""last":4,"others""#),
    (#"{"sum":7}"#, #"{"sum":"seven"}"#),
    (#""opener":1}"#, #""opener":1,"state":{"sum":"seven"}}"#),
    (#""opener":1}"#, #""opener":1},{"id":4,"state":{"sum":8}}"#),
  ])
  func `without a persistence, screens that do not fit are an error`(part: String, replacement: String) {
    let form = Self.form.replacing(part, with: replacement)
    #expect(throws: DecodingError.self) { try Self.decode(form) }
  }

  private static func decode(_ form: String) throws -> NumberScreens {
    try JSONDecoder().decode(NumberScreens.self, from: Data(form.utf8))
  }

  @Test(
    arguments: [
      ("nothing is missing", "", "", "1: 1/1=7 2/4 | 2: | modal 1: 3/3=3000", []),
      (
        "a state that cannot be decoded", #"{"sum":7}"#, #"{"sum":"seven"}"#,
        "1: 1/1=1000 2/4 | 2: | modal 1: 3/3=3000",
        ["The state of route 1 of 1 was not restored, and the screen has its initial state:"]
      ),
      (
        "a stack without screens", #""tab":1},{"modal""#, #""tab":9},{"modal""#,
        "1: 5/1=1000 6/4 | 2: | modal 1: 3/3=3000",
        [
          "The state of route 1 of 1 was not restored, and the screen has its initial state: no state was saved for the screen.",
          "The state of route 1 of 9 was dropped, because no restored screen can have it.",
        ]
      ),
      (
        "a state without a route", #""opener":1}]"#, #""opener":1},{"id":4,"state":{"sum":8}}]"#,
        "1: 1/1=7 2/4 | 2: | modal 1: 3/3=3000",
        ["The state of route 3 of 1 was dropped, because no restored screen can have it."]
      ),
      (
        "an identity twice", #"{"id":2,"opener":1}"#, #"{"id":1,"opener":1}"#,
        "1: 1/1=7 5/4 | 2: | modal 1: 3/3=3000", []
      ),
      (
        "an identity out of range", #"{"id":3,"#, #"{"id":-3,"#, "1: 1/1=7 2/4 | 2: | modal 1: 5/3=3000", []
      ),
      (
        "screens that are not an object", #""screens":{"last""#, #""screens":7,"rest":{"last""#,
        "1: 1/1=1000 2/4 | 2: | modal 1: 3/3=3000",
        ["The saved screens could not be read. Each screen has its initial state:"]
      ),
      (
        "a dropped route drops its state", #""path":[1,4]"#, #""path":[1,"x"]"#, "1: 1/1=7 | 2: | modal 1: 3/3=3000",
        ["Route 2 of 1, \"x\", was dropped:"]
      ),
      (
        "a route that had no state before", #""state":{"sum":7}"#, #""other":1"#,
        "1: 1/1=1000 2/4 | 2: | modal 1: 3/3=3000", []
      ),
      (
        "a state whose route has none any more", #""opener":1}"#, #""opener":1,"state":{"sum":8}}"#,
        "1: 1/1=7 2/4=8 | 2: | modal 1: 3/3=3000", []
      ),
      (
        "such a state that cannot be decoded", #""opener":1}"#, #""opener":1,"state":{"sum":"eight"}}"#,
        "1: 1/1=7 2/4 | 2: | modal 1: 3/3=3000",
        ["The state of route 2 of 1 was dropped, because no restored screen can have it."]
      ),
      (
        "a route without a saved screen", #""path":[1,4]"#, #""path":[1,4,6]"#,
        "1: 1/1=7 2/4 5/6=6000 | 2: | modal 1: 3/3=3000",
        [
          "The state of route 3 of 1 was not restored, and the screen has its initial state: no state was saved for the screen."
        ]
      ),
    ] as [(String, String, String, String, [String])])
  func `a persistence restores what fits and reports the rest`(
    rule: String, part: String, replacement: String, expected: String, sentences: [String]
  ) throws {
    let form = part.isEmpty ? Self.form : Self.form.replacing(part, with: replacement)
    let restored = Persistence.restored(
      NumberScreens(NumberState(tabs: [1, 2])),
      from: Envelope(schema: 1, revision: 1, payload: Data(form.utf8)).encode())
    #expect(restored.state.notation == expected, "\(rule)")
    let lines = restored.report.repairs.description.split(separator: "\n").map(String.init)
    #expect(lines.count == sentences.count, "\(lines)")
    for (line, sentence) in zip(lines, sentences) { #expect(line.hasPrefix(sentence)) }
  }

  @Test(arguments: [-9, 0, 3, 4, 5, 9])
  func `an opener that is not an older screen is ignored`(opener: Int) throws {
    let screens = try Self.decode(Self.form.replacing(#""opener":2"#, with: #""opener":\#(opener)"#))
    // The modal was presented over the selected tab.
    #expect(screens.opener(of: ScreenID(rawValue: 3)) == screens.rootID(of: screens.navigation.selectedTab))
    let pushed = try Self.decode(Self.form.replacing(#""opener":1"#, with: #""opener":\#(opener)"#))
    #expect(pushed.opener(of: ScreenID(rawValue: 2)) == ScreenID(rawValue: 1))
  }

  /// A file with a modal over a path, in which the openers of the modal's two screens are replaced.
  private static func form(openers first: String, _ second: String) -> String {
    form.replacing(
      #""modal":1,"screens":[{"id":3,"opener":2,"#, with: #""from":2,"modal":1,"screens":[{"id":3,\#(first)"#
    )
    .replacing(#""state":{"sum":3000}}]"#, with: #""state":{"sum":3000}},{"id":4,\#(second)"state":{"sum":5000}}]"#)
    .replacing(#""path":[],"root":3"#, with: #""path":[5],"root":3"#)
    .replacing(#""screens":{"last":4"#, with: #""screens":{"last":4,"lastRoot":2"#)
  }

  @Test(
    arguments: ["", #""opener":1,"#, #""opener":-1,"#, #""opener":9,"#],
    ["", #""opener":3,"#, #""opener":-2,"#, #""opener":9,"#])
  func `a restored file with any openers is saved and restored without a change`(first: String, second: String) throws {
    let restored = try Self.decode(Self.form(openers: first, second))
    let saved = try CanonicalJSONEncoder().encode(restored)
    let again = try Self.decode(String(decoding: saved, as: UTF8.self))
    let savedAgain = try CanonicalJSONEncoder().encode(again)
    #expect(String(decoding: savedAgain, as: UTF8.self) == String(decoding: saved, as: UTF8.self))
  }

  @Test(arguments: [Int.max / 2 - 1, Int.max / 2 - 3])
  func `screens of a file whose numbers run out receive new ones`(last: Int) throws {
    let form = Self.form.replacing(#""last":4"#, with: #""last":\#(last)"#).replacing(#""id":2,"#, with: "")
    let screens = try Self.decode(form)
    #expect(screens.notation == "1: 1/1=7 2/4 | 2: | modal 1: 3/3=3000")
    let again = try Self.decode(String(decoding: JSONEncoder().encode(screens), as: UTF8.self))
    #expect(again.notation == screens.notation)
  }

  @Test func `a screen of a file without a last number does not open itself`() throws {
    let form =
      #"{"initial":1,"screens":{"last":0,"stacks":[{"screens":[{"id":0,"opener":1}],"tab":1}]},"#
      + #""selected":1,"tabs":[{"path":[1],"tab":1}],"visits":[1]}"#
    let screens = try Self.decode(form)
    #expect(screens.notation == "1: 1/1=1000")
    #expect(screens.opener(of: ScreenID(rawValue: 1)) == ScreenID(rawValue: -1))
  }

  @Test(
    arguments: [
      (.navigation(.push(7)), #"{"do":[{"push":[7]}]}"#),
      (.screen(ScreenID(rawValue: 3), .add(2)), #"{"screen":[3,{"add":{"_0":2}}]}"#),
      (.finish(ScreenID(rawValue: 3), with: nil), #"{"finish":[3]}"#),
      (.finish(ScreenID(rawValue: 3), with: .add(2)), #"{"finish":[3,{"add":{"_0":2}}]}"#),
      (.screen(ScreenID(rawValue: -1), .add(2)), #"{"screen":[-1,{"add":{"_0":2}}]}"#),
      (.start, #"{"start":[]}"#),
      (.setVisible(false), #"{"setVisible":[false]}"#), (.setColumnCount(2), #"{"setColumnCount":[2]}"#),
    ] as [(NumberScreensAction, String)])
  func `an action has one key, and a list of arguments`(action: NumberScreensAction, form: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(action), as: UTF8.self) == form)
    #expect(try JSONDecoder().decode(NumberScreensAction.self, from: Data(form.utf8)) == action)
  }

  @Test func `the result for a root in a log of an earlier version is an action of no screen`() throws {
    let form = #"{"result":[{"add":{"_0":2}},1]}"#
    let action = try JSONDecoder().decode(NumberScreensAction.self, from: Data(form.utf8))
    #expect(action == .screen(ScreenID(rawValue: 0), .add(2)))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(NumberScreensAction.self, from: Data(#"{"result":[{"add":{"_0":2}}]}"#.utf8))
    }
  }

  @Test(arguments: [#"{"screen":[3]}"#, #"{"screens":[]}"#, #"{"start":[1]}"#, #"{"start":[],"screen":[]}"#])
  func `a wrong action is an error`(form: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(NumberScreensAction.self, from: Data(form.utf8)) }
  }
}
