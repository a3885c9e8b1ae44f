public import NavStore

/// The screens of a navigation in a ``TestStore``, which a test addresses by their routes.
///
/// ```swift
/// let screens = TestScreens(store, \.notes, action: AppAction.notes)
/// screens.send(.textChanged("Milk"), to: .note, as: Screens.note) { $0.text = "Milk" }
/// ```
///
/// If several screens have the route, the action is sent to the screen that `ScreenNavigation.id(of:)` returns.
/// If no screen has it, the test fails.
public struct TestScreens<
  State: Equatable & Sendable, Action: Sendable, Content: ScreenContent & Equatable, ScreenAction: Sendable
>: Sendable {
  private let store: TestStore<State, Action>
  private let screens: any WritableKeyPath<State, ScreenNavigation<Content>> & Sendable
  private let action: @Sendable (ScreenNavigationAction<Content.Tab, Content.Route, ScreenAction>) -> Action

  /// Creates the screens of a navigation that is a part of the state.
  public init(
    _ store: TestStore<State, Action>, _ screens: any WritableKeyPath<State, ScreenNavigation<Content>> & Sendable,
    action: @escaping @Sendable (ScreenNavigationAction<Content.Tab, Content.Route, ScreenAction>) -> Action
  ) {
    self.store = store
    self.screens = screens
    self.action = action
  }

  /// Creates the screens of a test store whose state is the navigation.
  public init(_ store: TestStore<State, Action>)
  where
    State == ScreenNavigation<Content>,
    Action == ScreenNavigationAction<Content.Tab, Content.Route, ScreenAction>
  {
    self.init(store, \.self, action: { $0 })
  }

  /// Sends an action to the screen with a route, and asserts the changes that the action makes.
  ///
  /// To assert a change of another part of the state, send the action to the test store instead.
  ///
  /// - Parameters:
  ///   - sent: The action.
  ///   - route: The route of the screen.
  ///   - screenCase: The kind of the screen.
  ///   - change: Turns the state of the screen before the action into the expected state after it. Pass `nil` if the
  ///     state must not change.
  ///   - navigation: Turns the navigation before the action into the expected one. Pass `nil` if it must not change.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  /// - Returns: A handle for the effects that the action started.
  @discardableResult
  public func send<Part, PartAction>(
    _ sent: PartAction, to route: Content.Route, as screenCase: ScreenCase<Content, ScreenAction, Part, PartAction>,
    _ change: ((inout Part) throws -> Void)? = nil,
    navigation: ((inout NavigationState<Content.Tab, Content.Route>) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> TestEffectHandle {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return send(sent, to: id(of: route, for: sent, at: site), screenCase, change, navigation, at: site)
  }

  /// Sends an action to the root of a tab, and asserts the changes that the action makes. See
  /// ``send(_:to:as:_:navigation:fileID:filePath:line:column:)``.
  @discardableResult
  public func send<Part, PartAction>(
    _ sent: PartAction, toRootOf tab: Content.Tab, as screenCase: ScreenCase<Content, ScreenAction, Part, PartAction>,
    _ change: ((inout Part) throws -> Void)? = nil,
    navigation: ((inout NavigationState<Content.Tab, Content.Route>) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> TestEffectHandle {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return send(sent, to: id(ofRootOf: tab, for: sent, at: site), screenCase, change, navigation, at: site)
  }

  /// Asserts the next received action, which an effect of the screen with a route has sent, and the changes that the
  /// action made. See ``send(_:to:as:_:navigation:fileID:filePath:line:column:)``.
  public func receive<Part, PartAction>(
    _ received: PartAction, at route: Content.Route, as screenCase: ScreenCase<Content, ScreenAction, Part, PartAction>,
    _ change: ((inout Part) throws -> Void)? = nil,
    navigation: ((inout NavigationState<Content.Tab, Content.Route>) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(received, at: id(of: route, for: received, at: site), screenCase, change, navigation, at: site)
  }

  /// Asserts the next received action, which an effect of the root of a tab has sent, and the changes that the action
  /// made. See ``send(_:to:as:_:navigation:fileID:filePath:line:column:)``.
  public func receive<Part, PartAction>(
    _ received: PartAction, atRootOf tab: Content.Tab,
    as screenCase: ScreenCase<Content, ScreenAction, Part, PartAction>, _ change: ((inout Part) throws -> Void)? = nil,
    navigation: ((inout NavigationState<Content.Tab, Content.Route>) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(received, at: id(ofRootOf: tab, for: received, at: site), screenCase, change, navigation, at: site)
  }

  private func send<Part, PartAction>(
    _ sent: PartAction, to id: ScreenID?, _ screenCase: ScreenCase<Content, ScreenAction, Part, PartAction>,
    _ change: ((inout Part) throws -> Void)?, _ navigation: NavigationChange?, at site: CallSite
  ) -> TestEffectHandle {
    guard let id else { return TestEffectHandle(of: store.owner) }
    return store.send(
      action(.screen(id, screenCase.embed(sent))), expected(of: id, screenCase, change, navigation),
      fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
  }

  private func receive<Part, PartAction>(
    _ received: PartAction, at id: ScreenID?, _ screenCase: ScreenCase<Content, ScreenAction, Part, PartAction>,
    _ change: ((inout Part) throws -> Void)?, _ navigation: NavigationChange?, at site: CallSite
  ) async where Action: Equatable {
    guard let id else { return }
    await store.receive(
      action(.screen(id, screenCase.embed(received))), expected(of: id, screenCase, change, navigation),
      fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
  }

  private typealias NavigationChange = (inout NavigationState<Content.Tab, Content.Route>) throws -> Void

  private func expected<Part, PartAction>(
    of id: ScreenID, _ screenCase: ScreenCase<Content, ScreenAction, Part, PartAction>,
    _ change: ((inout Part) throws -> Void)?, _ navigation: NavigationChange?
  ) -> ((inout State) throws -> Void)? {
    if change == nil, navigation == nil { return nil }
    return { [screens] state in
      if let change {
        guard var part = state[keyPath: screens][id].flatMap(screenCase.extractState) else {
          throw DeclarationError("The state of \(id) is of another kind than the test expects.")
        }
        try change(&part)
        state[keyPath: screens][id] = screenCase.embedState(part)
      }
      try navigation?(&state[keyPath: screens].navigation)
    }
  }

  private func id(of route: Content.Route, for action: some Sendable, at site: CallSite) -> ScreenID? {
    found(store.state[keyPath: screens].id(of: route), "the screen \(route)", for: action, at: site)
  }

  private func id(ofRootOf tab: Content.Tab, for action: some Sendable, at site: CallSite) -> ScreenID? {
    found(store.state[keyPath: screens].rootID(of: tab), "the root of \(tab)", for: action, at: site)
  }

  private func found(_ id: ScreenID?, _ screen: String, for action: some Sendable, at site: CallSite) -> ScreenID? {
    if id == nil {
      store.fail(
        "The action \(action) is for \(screen), which has left or was never opened. The navigation is "
          + "\(store.state[keyPath: screens].navigation).", at: site)
    }
    return id
  }
}
