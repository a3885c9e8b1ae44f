import Foundation
import NavStore

/// An expression that compiles, and its value.
struct SourceSample {
  let value: Any
  let source: String

  init<Value>(_ type: Value.Type, _ value: Value, line: Int = #line) {
    self.value = value
    // The text between the type's `.self, ` and the `),` at the end.
    let text = Self.lines[line - 1]
    source = text.range(of: ".self, ").map { String(text[$0.upperBound...].dropLast(2)) } ?? text
  }

  private static let lines = ((try? String(contentsOfFile: #filePath, encoding: .utf8)) ?? "")
    .components(separatedBy: "\n")
}

extension SourceSample {
  struct Profile: Hashable, Codable {
    var name: String
    var age: Int?
    var tags: [String] = []
  }

  struct Options: OptionSet, Hashable {
    let rawValue: Int
  }

  enum Word: String {
    case `default`, `init`, `two words`

  }

  indirect enum Shape: Hashable {
    case point
    case named(String, size: Double)
    case pair(_ first: Int, _ second: Int)
    case inside(Shape)
    case maybe(Int?)
    case nothing(Nothing)
  }

  struct Nothing: Hashable {}

  // The sources of UUIDs and URLs include the unwrapping that Swift requires.
  // swift-format-ignore: NeverForceUnwrap
  static var all: [SourceSample] {
    [
      .init(Action.self, .push(.song(7))),
      .init(Action.self, .push(.song(7), in: .tab(.library))),
      .init(Action.self, .push(.settings, in: .modal(ModalID(rawValue: 3)))),
      .init(Action.self, .tabTapped(.home)),
      .init(Action.self, .selectTab(.search)),
      .init(Action.self, .pushUnlessTop(.settings)),
      .init(Action.self, .navigate(to: .song(-1))),
      .init(Action.self, .bringToFront(.settings)),
      .init(Action.self, .pop(1)),
      .init(Action.self, .popTo(.settings)),
      .init(Action.self, .popToDepth(2)),
      .init(Action.self, .popToRoot),
      .init(Action.self, .replaceTop(.settings)),
      .init(Action.self, .setPath([.song(1), .settings], in: .focused)),
      .init(Action.self, .setPath([], in: .tab(.home))),
      .init(Action.self, .replaceOrDrop(.song(1), at: 0, in: .tab(.home), with: .song(2))),
      .init(Action.self, .remove(.song(1), at: 0)),
      .init(Action.self, .remove(.settings, at: nil, in: .modal(ModalID(rawValue: 3)))),
      .init(Action.self, .replaceOrDrop(.settings, at: nil, in: .modal(ModalID(rawValue: 3)), with: nil)),
      .init(Action.self, .back),
      .init(Action.self, .present(.settings)),
      .init(Action.self, .present(.settings, style: .cover)),
      .init(Action.self, .dismiss),
      .init(Action.self, .dismissModal(ModalID(rawValue: 2))),
      .init(Action.self, .dismissAll),
      .init(Action.self, .deepLink(DeepLink(tab: .home, path: [.song(1)], modals: [], placement: .push))),
      .init(Sheet.self, DeepLink.Presentation(.song(7), style: .sheet, path: [.settings])),
      .init(Action.self, .setTabs([.home, .library])),
      .init(Action.self, .reset),
      .init(Action.self, .resetTab(.home)),
      .init(Mixed.self, .push(AnyRoute(Route.song(7)))),
      .init(Mixed.self, .setPath([AnyRoute(3), AnyRoute("a")], in: .focused)),
      .init(Mixed.self, .push(AnyRoute(SourceSample.Profile(name: "A", age: nil, tags: ["x"])))),
      .init(String.self, "quoted \"text\", \\ and\n\t\r\u{0}\u{7F}"),
      .init(String.self, "é 漢字 👩‍👩‍👧 🇪🇺 \u{200B}\u{A0}\u{202E}"),
      .init(String.self, "\u{301}a"),
      .init(String.self, ""),
      .init(Character.self, "\""),
      .init([Double].self, [1.0, -0.0, 0.1, 1e+100, .infinity, -.infinity, .nan]),
      .init([Float].self, [1.5, .nan]),
      .init([UInt8].self, [0, 255]),
      .init(Bool.self, true),
      .init([Int: String].self, [:]),
      .init([Int: String].self, [2: "b", 10: "a"]),
      .init([Shape: [Int?]].self, [.inside(.point): [nil], .maybe(2): [], .point: [1, nil]]),
      .init(Set<String>.self, ["a", "b", "c"]),
      .init(Set<Shape>.self, [.maybe(1), .maybe(nil), .point]),
      .init([Shape].self, [.named("a", size: 1.0), .pair(1, 2), .inside(.inside(.point))]),
      .init(Shape.self, .nothing(SourceSample.Nothing())),
      .init([Word].self, [.default, .`init`, .`two words`]),
      .init(Options.self, SourceSample.Options(rawValue: 5)),
      .init(Int?.self, nil),
      .init(Int?.self, 3),
      .init(Int??.self, .some(nil)),
      .init([Int???].self, [nil, .some(nil), .some(.some(nil)), 1]),
      .init((Int, name: String).self, (1, name: "a")),
      .init(Void.self, ()),
      .init([AnyHashable].self, [1, "a"]),
      .init(AnyHashable.self, AnyHashable(Route.song(1))),
      .init(UUID.self, UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!),
      .init(URL.self, URL(string: "https://example.com/a?b=c#d")!),
      .init(URL.self, URL(string: "c", relativeTo: URL(string: "https://example.com/a/")!)!),
      .init(Date.self, Date(timeIntervalSinceReferenceDate: 712345678.25)),
      .init(Data.self, Data([0x00, 0x0F, 0xFF])),
      .init(Data.self, Data([])),
      .init([Duration].self, [.seconds(1), .milliseconds(1500), .microseconds(-7), .nanoseconds(1), .seconds(0)]),
      .init(Duration.self, Duration(secondsComponent: 9223372036854775807, attosecondsComponent: 1)),
      .init(Range<Int>.self, 1..<5),
      .init(Range<Int>.self, (-5)..<(-1)),
      .init(ClosedRange<Double>.self, 0.5...(.infinity)),
      .init(ClosedRange<String>.self, "a"..."b"),
      .init(PartialRangeFrom<Int>.self, 1...),
      .init(PartialRangeThrough<Int>.self, ...5),
      .init(PartialRangeUpTo<Int>.self, ..<5),
      .init(Result<Int, Never>.self, .success(1)),
      .init(Any.Type.self, Int.self),
    ]
  }

  typealias Action = NavigationAction<AppTab, Route>
  typealias Mixed = NavigationAction<AppTab, AnyRoute>
  typealias Sheet = DeepLink<AppTab, Route>.Presentation
}
