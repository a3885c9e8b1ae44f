import Foundation
import NavStore
import NavStoreInspection
import Testing

@Suite(.startsProcess) struct LogShowTests {
  @Test func `each event has a line with its effect`() async throws {
    let result = try await SampleLog().log("show", "sample.navlog")
    #expect((result.status, result.errors) == (0, ""))
    #expect(
      result.output == #"""
        session sample, began 2023-11-14T22:13:20Z, schema 1, {"app":"2.1"}
                          [home] / | search / | library /
             1     0.200  user     push song(7)                  pushed song(7) in home
             2     1.200  user     tabTapped library             selected library
             3     1.200  user     push settings                 pushed settings in library
                          user     push song(1)                  pushed song(1) in library
                   1.200  mark checkout {"items":3}
             4     3.200  user     present sheet song(2)         presented sheet 1: song(2)
             5     3.240  user     dismiss                       dismissed sheet 1, song(2)
             6    13.240  deeplink deepLink home /song(9)        replaced song(7) by song(9) in home; selected home
                  13.240  mark paid
             7    14.740  user     tabTapped home                popped home to its root: 1 screen closed
             8    15.040  user     tabTapped home                home is at its root already: scrolled to the top
             9    15.040  user                                   the state became [home] / | search / | library /
            10    15.140  user     push song(1)                  pushed song(1) in home
                          user     push song(2)                  pushed song(2) in home
                          user     push song(3)                  pushed song(3) in home
            11    15.140  effect   push song(4)                  unchanged: the stack would contain more than 3 screens above its root
                  15.140  end

        """#)
  }

  @Test(arguments: [
    (#""song""#, "song"), (#"{"song":{"_0":7}}"#, "song(7)"),
    (#"{"song":{"_0":7,"title":"Blue"}}"#, #"song(7, title: "Blue")"#), (#"{"settings":{}}"#, "settings"),
    (#"{"id":7,"title":"Blue"}"#, #"(id: 7, title: "Blue")"#),
    (#"{"profile":{"id":7,"tags":[{"a":1,"b":{}}]}}"#, "profile(id: 7, tags: [(a: 1, b: ())])"),
  ])
  func `a route is shown like Swift source, and not as JSON`(json: String, text: String) throws {
    #expect(try JSONText(parsing: json).displayText == text)
  }

  @Test func `each action is shown as a short text`() async throws {
    let modal = ModalID(rawValue: 1)
    let expected: [(action: TextAction, text: String)] = [
      (.tabTapped("search"), "tabTapped search"),
      (.selectTab("home"), "selectTab home"),
      (.push("1"), "push 1"),
      (.push("2", in: .tab("search")), "push 2 in search"),
      (.push("3", in: .modal(modal)), "push 3 in modal 1"),
      (.pushUnlessTop("4"), "pushUnlessTop 4"),
      (.navigate(to: "5"), "navigate 5"),
      (.bringToFront("1"), "bringToFront 1"),
      (.pop(), "pop"),
      (.pop(2), "pop 2"),
      (.popTo("1"), "popTo 1"),
      (.popTo(depth: 1), "popToDepth 1"),
      (.popToRoot, "popToRoot"),
      (.replaceTop("6"), "replaceTop 6"),
      (.setPath(["1", "2"], in: .focused), "setPath /1/2"),
      (.setPath((1...9).map(String.init), in: .tab("home")), "setPath /1/(2 more)/4/5/6/7/8/9 in home"),
      (.replaceOrDrop("9", at: 8, in: .focused, with: "7"), "refresh 9 at 8 as 7"),
      (.replaceOrDrop("8", at: 7, in: .tab("home"), with: nil), "refresh 8 at 7 in home, removed"),
      (.back, "back"),
      (.present("1"), "present sheet 1"),
      (.replaceOrDrop("1", at: nil, in: .modal(modal), with: "2"), "refresh 1 at the root in modal 1 as 2"),
      (.present("3", style: .cover), "present cover 3"),
      (.dismiss, "dismiss"),
      (.dismiss(modal), "dismissModal 1"),
      (.dismissAll, "dismissAll"),
      (.deepLink(TextLink(tab: "search", path: ["1", "2"])), "deepLink search /1/2"),
      (
        .deepLink(TextLink(tab: "home", modals: [.init("1", style: .cover, path: ["2"])], placement: .push)),
        "deepLink onto home / cover 1/2"
      ),
      (.setTabs(["search", "home"]), "setTabs search, home"),
      (.reset("home"), "resetTab home"),
      (.reset, "reset"),
    ]
    let directory = try TemporaryDirectory()
    let store = Store(
      initialState: TextState(tabs: ["home", "search"]), reducer: NavigationReducer(rules: TextRules()))
    let recorder = try ActionLogRecorder(
      of: store, state: { $0 }, action: { $0 }, schema: ActionLogSchema(rules: TextRules()),
      to: directory.path("all.navlog"), clock: ManualClock(), session: "all", began: 0)
    for (action, _) in expected { store.send(action) }
    try await recorder.close()
    let result = try await ToolProcess.run(["log", "show", directory.path("all.navlog")])
    let texts = result.output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^ +\d+ +0\.000\ \ user +(.+?)\ \ /).map { String($0.output.1) }
    }
    #expect(texts == expected.map(\.text))
  }

  /// Returns the numbers of the transactions in the output, and `0` for a mark.
  private func numbers(_ arguments: String...) async throws -> [Int] {
    let result = try await SampleLog().run(["show"] + arguments + ["sample.navlog"])
    #expect((result.status, result.errors) == (0, ""))
    return result.output.split(separator: "\n").map { Int($0.prefix(6).trimmingCharacters(in: .whitespaces)) ?? 0 }
  }

  @Test func `options select a part of the events`() async throws {
    #expect(try await numbers("--action", "tabTapped") == [2, 7, 8])
    #expect(try await numbers("--action=dismiss", "--action=present") == [4, 5])
    #expect(try await numbers("--origin", "effect", "--origin", "deeplink") == [6, 11])
    #expect(try await numbers("--tab", "library") == [2, 3, 0, 4, 5, 6])
    #expect(try await numbers("--tab", "library", "--action", "push") == [3, 0])
    #expect(try await numbers("--from", "4", "--until", "6") == [4, 5, 6])
    // The replay begins with the whole state before transaction 5, which is not shown.
    #expect(try await numbers("--from", "5", "--until", "5") == [5])
    #expect(try await numbers("--mark", "checkout") == [0, 4, 5, 6])
  }

  @Test(arguments: [
    (["--tab", "librari"], #"no tab "librari". Did you mean "library"?"#),
    (["--tab", "home", "--tab", "xyzxyz"], #"no tab "xyzxyz". It has home, library, search."#),
    (["--mark", "chekout"], #"no mark "chekout". Did you mean "checkout"?"#),
    (["--mark", "nowhere"], #"no mark "nowhere". It has checkout, paid."#),
    (["--origin", "deeplnk"], #"no origin "deeplnk". Did you mean "deeplink"?"#),
    (["--origin", "me", "--action", "pop"], #"no origin "me". It has deeplink, effect, user."#),
  ])
  func `a name that the log does not contain is an error with a suggestion`(
    options: [String], message: String
  ) async throws {
    let sample = try await SampleLog()
    let result = try await sample.run(["show"] + options + ["sample.navlog"])
    #expect((result.status, result.errors) == (1, "navtool: sample.navlog has \(message)\n"))
    // With several logs, the message is about all of them.
    let other = try await SampleLog(session: "other")
    let both = try await ToolProcess.run(["log", "show"] + options + [sample.path, other.path])
    let plural = message.replacing("It has", with: "They have")
    #expect((both.status, both.errors) == (1, "navtool: The logs have \(plural)\n"))
  }

  @Test func `a name that only hidden events contain is known`() async throws {
    for arguments in [["--origin", "effect", "--action", "pop"], ["--tab", "search", "--until", "1"]] {
      let result = try await SampleLog().run(["show"] + arguments + ["sample.navlog"])
      #expect((result.status, result.errors) == (1, "navtool: sample.navlog: the options select nothing.\n"))
    }
    #expect(try await numbers("--mark", "paid", "--action", "pop") == [0])
  }

  @Test func `the message about a log without marks says that it has no marks`() async throws {
    let sample = try await SampleLog()
    try sample.write(try sample.lines.filter { !$0.contains(#""t":"mark""#) })
    let result = try await sample.log("show", "--mark", "x", "sample.navlog")
    #expect((result.status, result.errors) == (1, "navtool: sample.navlog has no mark \"x\". It has no marks.\n"))
  }

  @Test(arguments: [Int64.min, -1, .max])
  func `a log with an impossible date is shown`(began: Int64) async throws {
    let sample = try await SampleLog()
    var lines = try sample.lines
    lines[0] = lines[0].replacing("1700000000000", with: "\(began)").replacing(/,"c":"[0-9a-f]{8}"/, with: "")
    try sample.write(lines)
    let result = try await sample.log("show", "--until", "1", "sample.navlog")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("session sample, "))
  }

  @Test func `invalid rules do not stop the command`() async throws {
    let sample = try await SampleLog()
    let lines = try sample.lines
    for number in ["-1", "0", "\(Int.min)"] {
      for back in ["fullHistory", "history", "order"] {
        var changed = lines
        changed[0] = changed[0].replacing(/"rules":\{.*?\},"state"/) { _ in
          #""rules":{"back":"\#(back)","maxDepth":\#(number),"maxVisits":\#(number)},"state""#
        }.replacing(/,"c":"[0-9a-f]{8}"/, with: "")
        try sample.write(changed)
        #expect([0, 1].contains(try await sample.log("show", "sample.navlog").status))
      }
    }
  }

  @Test func `colours are used in terminals or on request`() async throws {
    let sample = try await SampleLog()
    let plain = try await sample.log("show", "sample.navlog").output
    #expect(!plain.contains("\u{1B}"))
    let colored = try await sample.log(
      "show", "--color", "always", "--action", "dismiss", "sample.navlog", environment: ["NO_COLOR": "1"])
    #expect(colored.output.contains("\u{1B}[1mdismiss\u{1B}[0m"))
  }

  @Test func `control characters in a log are shown as text`() async throws {
    let sample = try await SampleLog(name: "odd.navlog", session: "\u{1B}[2Jodd\u{202E}")
    var lines = try sample.lines.map { String($0.prefix($0.count - 16)) + "}" }
    lines[5] = lines[5].replacing("checkout", with: #"\u001b]0;x\u0007"#)
    lines[2] = lines[2].replacing("library", with: #"\u001b[31m"#)
    try sample.write(lines)
    let result = try await sample.log("show", "odd.navlog")
    #expect(result.output.contains(#"session \u{1B}[2Jodd\u{202E}"#))
    #expect(result.output.contains(#"mark \u{1B}]0;x\u{7}"#))
    #expect(!result.output.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\u{202E}" })
  }

  // MARK: Damaged logs

  @Test func `damaged and missing lines are shown in their place`() async throws {
    let sample = try await SampleLog()
    var lines = try sample.lines
    lines[8] = lines[8].replacing("dismiss", with: "dismisz")
    try sample.write(lines)
    let result = try await sample.log("show", "--from", "4", "sample.navlog")
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix(
        """
             4     3.200  user     present sheet song(2)         presented sheet 1: song(2)
             ! sample.navlog, line 9: the line was changed: its checksum does not match
             ! transaction 5 is missing
             6    13.240  deeplink deepLink home /song(9)        not replayed
                  13.240  mark paid
             7    14.740  user     tabTapped home                not replayed
             8    15.040  user     tabTapped home                not replayed
                          continues from the recorded state after transaction 8

        """))
  }

  @Test func `an unknown action is shown as JSON`() async throws {
    let sample = try await SampleLog()
    let lines = try sample.lines
    let header = String(lines[0].prefix(lines[0].count - 16)) + "}"
    try sample.write([header, #"{"t":"action","n":1,"at":5,"origin":"user","action":{"login":["me"]}}"#])
    let result = try await sample.log("show", "sample.navlog")
    #expect(result.status == 1)
    #expect(result.output.contains(#"     ! {"login":["me"]} is not an action of a navigation: "#))
  }

  @Test func `an incomplete last line is shown and is not a failure`() async throws {
    let sample = try await SampleLog()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: sample.path))
    try bytes.dropLast(30).write(to: URL(fileURLWithPath: sample.path))
    let result = try await sample.log("show", "sample.navlog")
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("     ! sample.navlog, line 20: the file ends in the middle of the line\n"))
  }

  @Test func `with other rules, the first state that differs is reported`() async throws {
    let result = try await SampleLog().log("show", "--back-rule=none", "--until=3", "sample.navlog")
    #expect(result.status == 1)
    #expect(
      result.output.hasSuffix(
        """
             2     1.200  user     tabTapped library             selected library
             ! the state differs from the recorded state: "navtool log verify" shows the difference
             3     1.200  user     push settings                 pushed settings in library
                          user     push song(1)                  pushed song(1) in library

        """))
  }
}
