public import Observation

/// A store for the view of one screen, which provides the screen's state and sends actions to the screen.
///
/// ```swift
/// struct ProductView: View {
///   let screen: ScreenStore<AppScreen, ScreenAction>
///
///   var body: some View {
///     if case .product(let product) = screen.state {
///       Button("Color: \(product.color)") { screen.send(.colorTapped) }
///     }
///   }
/// }
/// ```
///
/// A ``ScreenStores`` object creates this store. A screen store keeps the store of the app alive, and can be used from
/// any thread.
public final class ScreenStore<Content: Equatable & Sendable, Action: Sendable>: Identifiable, Sendable {
  /// The identity of the screen.
  public let id: ScreenID

  private let reader: ValueReader<Content?>
  private let current: @Sendable () -> Content?
  private let sendActions: @Sendable ([Action], ActionOrigin) -> EffectHandle
  private let sendResult: @Sendable (Action?, ActionOrigin) -> EffectHandle
  private let isRunning: @Sendable (EffectID) -> Bool
  private let last: Locked<Content>

  fileprivate init(
    id: ScreenID, state: Content, reader: ValueReader<Content?>, current: @escaping @Sendable () -> Content?,
    sendActions: @escaping @Sendable ([Action], ActionOrigin) -> EffectHandle,
    sendResult: @escaping @Sendable (Action?, ActionOrigin) -> EffectHandle,
    isRunning: @escaping @Sendable (EffectID) -> Bool
  ) {
    self.id = id
    self.reader = reader
    self.current = current
    self.sendActions = sendActions
    self.sendResult = sendResult
    self.isRunning = isRunning
    last = Locked(state)
  }

  /// The state of the screen. The Observation framework tracks reads of this property, and notifies observers when the
  /// state of this screen changes.
  ///
  /// After the screen has left its stack, the value is the last one that was read, because the screen's view is still
  /// visible during the transition.
  public var state: Content { remember(reader.value) }

  /// Sends an action to the screen.
  @discardableResult
  public func send(_ action: Action, origin: ActionOrigin = .user) -> EffectHandle {
    sendActions([action], origin)
  }

  /// Sends actions to the screen as one transaction.
  @discardableResult
  public func send(_ actions: [Action], origin: ActionOrigin = .user) -> EffectHandle {
    sendActions(actions, origin)
  }

  /// Removes the screen together with the screens above it. If there is a result, the screen's opener receives it; see
  /// ``ScreenNavigation/opener(of:)``.
  @discardableResult
  public func finish(with result: Action? = nil, origin: ActionOrigin = .user) -> EffectHandle {
    sendResult(result, origin)
  }

  /// Returns whether work of the screen with an id is running, for example to show a spinner; see
  /// `Store.isRunning(id:)`. Work of other screens with an equal id does not count. In a list of navigations that share
  /// one reducer, screens of different navigations can have the same number, and their work counts together.
  public func isRunning(id: any Hashable & Sendable) -> Bool { isRunning(EffectID(id)) }

  /// Returns a binding to a value in the state, for a control. Setting an equal value sends no action.
  ///
  /// - Parameters:
  ///   - value: Returns the value.
  ///   - action: Returns the action to send for a new value.
  public func binding<Value: Equatable & Sendable>(
    of value: @escaping @Sendable (Content) -> Value, send action: @escaping @Sendable (Value) -> Action
  ) -> ValueBinding<Value> {
    ValueBinding {
      value(self.state)
    } set: { new in
      if value(self.remember(self.current())) != new { self.send(action(new)) }
    }
  }

  private func remember(_ state: Content?) -> Content {
    guard let state else { return last.withLock { $0 } }
    // The old value is released after the lock, because releasing a state may run the app's code.
    let old = last.withLock { last in
      defer { last = state }
      return last
    }
    return withExtendedLifetime(old) { state }
  }
}

extension ScreenStore: Observable {}

/// An object that provides the ``ScreenStore`` of each screen of a navigation.
///
/// ```swift
/// NavigationStack(path: $navigator[pathOf: .home]) {
///   HomeView()
///     .navigationDestination(for: StackEntry<Route>.self) { screen in
///       if let product = screens[screen.id] { ProductView(screen: product) }
///     }
/// }
/// ```
///
/// Create one object next to the store of the app, `ScreenStores(store)`, and pass it to the views. While a view holds
/// the store of a screen, every request for that screen returns the same store. This is also true during the transition
/// after the screen has left its stack.
///
/// The object keeps the store of the app alive, and can be used from any thread.
public final class ScreenStores<Content: ScreenContent & Equatable, Action: Sendable>: Sendable {
  private let store: ScopedStore<ScreenNavigation<Content>, ScreenNavigationAction<Content.Tab, Content.Route, Action>>
  private let known = Locked(KnownStores())

  /// Creates the screen stores for a navigation that is a part of an app's state.
  public init(
    _ store: ScopedStore<ScreenNavigation<Content>, ScreenNavigationAction<Content.Tab, Content.Route, Action>>
  ) {
    self.store = store
  }

  /// Creates the screen stores for a store whose state is a navigation.
  public convenience init(
    _ store: Store<ScreenNavigation<Content>, ScreenNavigationAction<Content.Tab, Content.Route, Action>>
  ) {
    self.init(store.wholeScope)
  }

  /// The store of a screen. If no screen has the identity, the value is `nil`, unless a view still holds the store of a
  /// screen that had the identity. If the screen has no state, the value is also `nil`. The Observation framework does
  /// not track this property.
  public subscript(id: ScreenID) -> ScreenStore<Content, Action>? {
    store(of: id, as: nil, state: { $0 }, embed: { $0 })
  }

  /// The store of a screen of one kind. If the screen is of another kind, the value is `nil`.
  ///
  /// ```swift
  /// let note = screens[id, as: Screens.note]
  /// note?.send(.textChanged("Milk"))
  /// ```
  public subscript<State: Equatable & Sendable, PartAction: Sendable>(
    id: ScreenID, as screenCase: ScreenCase<Content, Action, State, PartAction>
  ) -> ScreenStore<State, PartAction>? {
    store(of: id, as: screenCase.identity, state: screenCase.extractState, embed: screenCase.embed)
  }

  /// The store of the root of a tab. If the tab does not exist, or if its root has no state, the value is `nil`. The
  /// Observation framework notifies observers when a reset replaces the root.
  public subscript(root tab: Content.Tab) -> ScreenStore<Content, Action>? {
    store.value(of: \.[rootIDOf: tab]).flatMap { self[$0] }
  }

  /// The store of the root of a tab, whose state is of one kind. If the root is of another kind, the value is `nil`. The
  /// Observation framework notifies observers when a reset replaces the root.
  public subscript<State: Equatable & Sendable, PartAction: Sendable>(
    root tab: Content.Tab, as screenCase: ScreenCase<Content, Action, State, PartAction>
  ) -> ScreenStore<State, PartAction>? {
    store.value(of: \.[rootIDOf: tab]).flatMap { self[$0, as: screenCase] }
  }

  private func store<State: Equatable & Sendable, PartAction: Sendable>(
    of id: ScreenID, as screenCase: ScreenCaseIdentity?, state: @escaping @Sendable (Content) -> State?,
    embed: @escaping @Sendable (PartAction) -> Action
  ) -> ScreenStore<State, PartAction>? {
    if let store: ScreenStore<State, PartAction> = known.withLock({ $0[id, screenCase] }) { return store }
    guard let initial = store.source.snapshot().state[id].flatMap(state) else { return nil }
    let new = ScreenStore<State, PartAction>(
      id: id, state: initial, reader: store.temporaryReader { $0[id].flatMap(state) },
      current: { [store] in store.source.snapshot().state[id].flatMap(state) },
      sendActions: { [store] in store.send($0.map { .screen(id, embed($0)) }, origin: $1) },
      sendResult: { [store] in store.send(.finish(id, with: $0.map(embed)), origin: $1) },
      isRunning: { [store] work in
        let scope = store.source.snapshot().state.table.pending.scope
        let isRunning = store.isRunning(work, in: [scope ?? EffectID(id), EffectID(id)])
        // Without a scope, no screen has begun work. The read is observed nevertheless.
        return scope != nil && isRunning
      })
    return known.withLock { $0.insert(new, as: screenCase) }
  }
}

/// Weak references to the screen stores that views use.
private struct KnownStores: Sendable {
  private struct Key: Hashable {
    let id: ScreenID
    /// The case of the store, or `nil` for a store of all kinds.
    let screenCase: ObjectIdentifier?
  }

  private struct Reference: Sendable {
    weak var store: (any AnyObject & Sendable)?
    /// Kept, so that no other case has the same address.
    let screenCase: ScreenCaseIdentity?
  }

  private var references: [Key: Reference] = [:]
  private var limit = 16

  subscript<State, Action>(id: ScreenID, screenCase: ScreenCaseIdentity?) -> ScreenStore<State, Action>? {
    references[key(id, screenCase)]?.store as? ScreenStore<State, Action>
  }

  mutating func insert<State, Action>(
    _ store: ScreenStore<State, Action>, as screenCase: ScreenCaseIdentity?
  ) -> ScreenStore<State, Action> {
    if let known: ScreenStore<State, Action> = self[store.id, screenCase] { return known }
    if references.count >= limit {
      references = references.filter { $0.value.store != nil }
      limit = max(16, 2 * references.count)
    }
    references[key(store.id, screenCase)] = Reference(store: store, screenCase: screenCase)
    return store
  }

  private func key(_ id: ScreenID, _ screenCase: ScreenCaseIdentity?) -> Key {
    Key(id: id, screenCase: screenCase.map { ObjectIdentifier($0) })
  }
}
