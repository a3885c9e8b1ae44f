internal import NavStoreInspection
public import NavStore

/// The screens that an exploration reached, each with a state in which it is visible, a link, and the shortest way to
/// it.
///
/// The value also contains findings: screens without a way back or without a link, and other mistakes that no single
/// state shows.
///
/// ```swift
/// @Test func `the user can leave every screen, and a link opens it`() {
///   ReachableScreens(of: explorer.explore(), in: \.self, links: links)
///     .expectNoFindings(except: [.noLink("/home")])
/// }
/// ```
///
/// A screen is the route on top of a navigation, or the root of a tab. It has the name of its route, for example
/// `song(7)`, or a slash and the name of its tab, as in a ``SessionReport``.
///
/// A finding about what does *not* exist depends on how much was explored. ``ScreenFinding/noWayBack(_:)`` and
/// ``ScreenFinding/notDismissible(_:)`` are only found if all sequences of actions were tried that could prove the
/// opposite, so random walks find neither. Other findings are those of the sequences that were tried.
public struct ReachableScreens<State: Hashable & Sendable, Action: Sendable>: Sendable {
  /// A screen that the exploration reached.
  public struct Screen: Sendable {
    /// The name of the route, or a slash and the name of the tab if the screen is the root of a tab.
    public let name: String
    /// The nearest state in which the screen is visible.
    public let state: State
    /// A shortest sequence of actions that leads from the initial state to the screen. It contains no link, unless only
    /// links open the screen.
    public let actions: [Action]
    /// The URL that opens the screen, or `nil` if no table of links was passed or no link opens the screen.
    public let link: String?
    /// The title of the screen, or `nil` if it has none.
    public let title: String?
  }

  /// The screens in the order of their distance from the initial state, those that only links open last.
  public let screens: [Screen]
  /// The findings, in the order of the cases of ``ScreenFinding``.
  public let findings: [ScreenFinding]

  /// For each finding, what a reader needs to know in addition to its description.
  let details: [ScreenFinding: String]
  let exploration: ExplorationReport<State, Action>
  /// Returns a function that names the screen of a state. Use the function on one thread at a time.
  let makeNames: @Sendable () -> (State) -> String
  let navigation: @Sendable (State) -> LoggedState?

  /// Finds the screens of an exploration.
  ///
  /// - Parameters:
  ///   - exploration: The report of the exploration.
  ///   - navigation: The key path to the navigation in a state, for example `\.navigation`, or `\.self` if the state is
  ///     the navigation.
  ///   - links: The links of the app. If you pass `nil`, the result has no URLs, and does not list screens without a
  ///     link.
  ///   - expectedScreens: The names of screens that the exploration should reach.
  ///   - maxActions: The permitted number of actions on the way to a screen, or `nil` if any number is permitted.
  ///   - isLink: A closure that returns whether an action is a link, or another action that no screen offers, for
  ///     example a notification or the end of a session. Such an action is no way back.
  ///   - title: A closure that returns the title of the visible screen, or `nil` if it has none.
  /// - Complexity: O(n) time and memory, where n is the number of transitions, which are repeated.
  public init<Tab, Route>(
    of exploration: ExplorationReport<State, Action>,
    in navigation: any KeyPath<State, NavigationState<Tab, Route>> & Sendable,
    links: DeepLinkTable<Tab, Route>? = nil, expectedScreens: [String] = [], maxActions: Int? = nil,
    isLink: (Action) -> Bool = { _ in false }, title: (State) -> String? = { _ in nil }
  ) {
    var search = ScreenSearch(
      states: ExploredStates(exploration, isLink: isLink), navigation: { $0[keyPath: navigation] })
    search.findScreens(links: links, title: title)
    search.findMissingScreens(of: expectedScreens)
    search.findStatesWithoutWayOut()
    search.findRemarkableScreens(hasLinks: links != nil, maxActions: maxActions)
    screens = search.screens
    findings = search.findings
    details = search.details
    self.exploration = exploration
    makeNames = {
      var names = ScreenNames<Tab, Route>()
      return { names.name(of: $0[keyPath: navigation]) }
    }
    self.navigation = { AppValues().navigation(in: $0[keyPath: navigation]) }
  }
}

extension ReachableScreens {
  /// Reports a failure for each finding that is not an exception, and for each exception that was not found. The first
  /// failure has a ``SessionReport`` of the screens as attachment. Also fails the test if no action was tried.
  ///
  /// - Parameters:
  ///   - exceptions: The findings that are intended.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func expectNoFindings(
    except exceptions: [ScreenFinding] = [],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    expectNoFindings(
      except: exceptions, FailureReporter(),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package func expectNoFindings(except exceptions: [ScreenFinding], _ reporter: FailureReporter, at site: CallSite) {
    let reporter = reporter.attaching { _, _ in SessionReport(of: self) }
    if exploration.transitions == 0 {
      reporter.fail(
        "Nothing was tried: no action was offered in the initial state, or the bounds allow none.", at: site)
    }
    for finding in findings where !exceptions.contains(finding) {
      reporter.fail(text(of: finding), at: site)
    }
    for exception in exceptions where !findings.contains(exception) {
      reporter.fail(
        "The exception .\(exception.name) is not needed, because the exploration did not find it. Remove the "
          + "exception, or correct the name.", at: site)
    }
  }

  func text(of finding: ScreenFinding) -> String {
    "\(finding)" + (details[finding].map { "\n" + $0 } ?? "")
  }
}

extension ScreenFinding {
  fileprivate var name: String { String(swiftSource(self).drop { $0 == "." }) }
}

extension ReachableScreens {
  /// The screens and findings as JSON, for other tools, or to compare two versions of an app.
  ///
  /// Each screen is one line, with sorted keys. A state that is not `Encodable` is a string with its description.
  ///
  /// - Complexity: O(n), where n is the size of the states of all screens.
  public var json: String {
    let values = AppValues()
    func line(_ value: Any) -> String { String(decoding: values.json(of: value) { "\(value)" }, as: UTF8.self) }
    let lines = screens.map { screen in
      var members = [
        #""actions":\#(line(screen.actions.map { swiftSource($0) }))"#, #""name":\#(line(screen.name))"#,
        #""state":\#(line(screen.state))"#,
      ]
      if let link = screen.link { members.insert(#""link":\#(line(link))"#, at: 1) }
      if let title = screen.title { members.append(#""title":\#(line(title))"#) }
      return "{\(members.joined(separator: ","))}"
    }
    let findings = findings.map { line("\($0)") }
    return """
      {"findings":[\(Self.list(findings))],"screens":[\(Self.list(lines))]}

      """
  }

  private static func list(_ lines: [String]) -> String {
    lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n"
  }

  /// Returns the graph of the screens as a Mermaid flowchart, which Markdown viewers draw.
  ///
  /// The text of a screen is its name and its URL. The flowchart is otherwise that of
  /// ``ExplorationReport/mermaid(maxScreens:maxConnections:of:)``.
  ///
  /// - Parameters:
  ///   - maxScreens: The maximum number of screens.
  ///   - maxConnections: The maximum number of connections.
  public func mermaid(maxScreens: Int = 50, maxConnections: Int = 100) -> String {
    let links = Dictionary(uniqueKeysWithValues: screens.map { ($0.name, $0.link) })
    let names = makeNames()
    return exploration.graph { state in
      let name = names(state)
      return name + (links[name].flatMap { $0 }.map { "\n" + $0 } ?? "")
    }.mermaid(maxNodes: maxScreens, maxEdges: maxConnections)
  }
}
