import NavStore
import NavStoreCore
import NavStoreTool
import Testing

/// The description of each action, and the lists that do not follow from it. The switches are exhaustive: the compiler
/// requires an entry for each new action.
@Suite struct NavigationActionFormTests {
  private typealias MixedAction = NavigationAction<String, AnyRoute>

  @Test(arguments: NavigationActionName.allCases)
  func `the description of an action has its name and its arguments`(name: NavigationActionName) throws {
    let action = Self.action(name)
    let child = Mirror(reflecting: action).children.first
    #expect("\(action)".prefix { $0 != "(" } == name.caseName)
    #expect(child == nil || child?.label == name.caseName)

    let json = try JSON.text(action)
    #expect(json.hasPrefix(#"{"\#(name.stringValue)":["#))
    #expect(json.hasSuffix("[]}") == (child == nil), "The mirror has the arguments that the encoded form has.")
    #expect(try JSON.value(TextAction.self, json) == action)
  }

  @Test func `a name is found by its text, and by no other text`() {
    for name in NavigationActionName.allCases {
      #expect(NavigationActionName(stringValue: name.stringValue) == name)
      #expect(NavigationActionName(stringValue: name.stringValue + "s") == nil)
      #expect(NavigationActionName(stringValue: String(name.stringValue.dropLast())).map { $0 != name } ?? true)
      #expect(name.intValue == nil)
    }
    #expect(Set(NavigationActionName.allCases.map(\.stringValue)).count == NavigationActionName.allCases.count)
    #expect(NavigationActionName(stringValue: "") == nil)
    #expect(NavigationActionName(intValue: 0) == nil)
  }

  @Test(arguments: NavigationActionName.allCases)
  func `a push and a presentation accept a value that is not wrapped`(name: NavigationActionName) {
    guard let (unwrapped, wrapped) = Self.unwrapped(name) else { return }
    #expect(unwrapped == wrapped)
  }

  @Test(arguments: NavigationActionName.allCases)
  func `the demo has a command for each action of a user`(name: NavigationActionName) throws {
    guard let line = Self.command(name) else { return }
    guard case .send(let actions) = try DemoCommand(line: line), let action = actions.first else {
      Issue.record("\"\(line)\" is not an action.")
      return
    }
    #expect(actions.count == 1)
    #expect("\(action)".prefix { $0 != "(" } == name.stringValue)
  }

  // MARK: - The actions

  private static func action(_ name: NavigationActionName) -> TextAction {
    switch name {
    case .tabTapped: .tabTapped("home")
    case .selectTab: .selectTab("home")
    case .push: .push("1", in: .tab("home"))
    case .pushUnlessTop: .pushUnlessTop("1")
    case .navigate: .navigate(to: "1")
    case .bringToFront: .bringToFront("1")
    case .pop: .pop(2)
    case .popTo: .popTo("1")
    case .popToDepth: .popTo(depth: 2)
    case .popToRoot: .popToRoot
    case .replaceTop: .replaceTop("1")
    case .setPath: .setPath(["1", "2"], in: .modal(ModalID(rawValue: 2)))
    case .refresh: .replaceOrDrop("1", at: nil, in: .tab("home"), with: "2")
    case .remove: .remove("1", at: 2, in: .tab("home"))
    case .back: .back
    case .present: .present("1", style: .cover)
    case .dismiss: .dismiss
    case .dismissModal: .dismiss(ModalID(rawValue: 2))
    case .dismissAll: .dismissAll
    case .deepLink: .deepLink(TextLink(tab: "home", path: ["1"]))
    case .setTabs: .setTabs(["home", "search"])
    case .reset: .reset
    case .resetTab: .reset("home")
    }
  }

  /// Returns an action that was created from a route's value, and the same action with an ``AnyRoute``; nil if the
  /// action has no form for values that are not wrapped.
  private static func unwrapped(_ name: NavigationActionName) -> (MixedAction, MixedAction)? {
    let route = Route.song(7)
    let wrapped = AnyRoute(route)
    return switch name {
    case .push: (.push(route, in: .tab("home")), .push(wrapped, in: .tab("home")))
    case .present: (.present(route, style: .cover), .present(wrapped, style: .cover))
    default: nil
    }
  }

  /// Returns a command of the demo; nil for actions that only an app sends.
  private static func command(_ name: NavigationActionName) -> String? {
    switch name {
    case .tabTapped: "tap library"
    case .selectTab: "select library"
    case .push: "push song:1 in library"
    case .pushUnlessTop: "open song:1"
    case .navigate: "go song:1"
    case .bringToFront: "front song:1"
    case .pop: "pop 2"
    case .popTo: "pop to song:1"
    case .popToDepth: "pop to depth 2"
    case .popToRoot: "root"
    case .replaceTop: "replace song:1"
    case .setPath: "path song:1 song:2"
    case .refresh, .remove: nil
    case .back: "back"
    case .present: "sheet song:1"
    case .dismiss: "dismiss"
    case .dismissModal: "dismiss 1"
    case .dismissAll: "dismiss all"
    case .deepLink: "link library song:1"
    case .setTabs: "tabs library search"
    case .reset: "reset"
    case .resetTab: "reset library"
    }
  }
}
