/// The identities and states of a navigation's screens, in one stack for each tab and modal.
///
/// The table is updated after each change of a `NavigationState`. The table also stores the routes, to detect which
/// screens a change has kept.
// What runs for every action of the navigation is inlinable.
@usableFromInline
struct ScreenTable<Content: ScreenContent>: Sendable {
  @usableFromInline typealias Tab = Content.Tab
  @usableFromInline typealias Route = Content.Route

  /// A screen on a stack.
  @usableFromInline
  struct Element: Sendable {
    @usableFromInline let id: ScreenID
    /// The route, or `nil` for the root of a tab.
    @usableFromInline var route: Route?
    @usableFromInline var content: Content?
    /// The screen that receives the result of this screen, or `nil` for the root of a tab.
    @usableFromInline var opener: ScreenID?
    @usableFromInline var hasAppeared = false
    /// Whether the screen can have running effects.
    @usableFromInline var hasEffects = false

    @inlinable
    init(id: ScreenID, route: Route?, content: Content?, opener: ScreenID?) {
      self.id = id
      self.route = route
      self.content = content
      self.opener = opener
    }

    /// Whether the reducer must handle the departure of the screen.
    @inlinable var isObserved: Bool { hasAppeared || hasEffects }

    /// The screen as an entry of a path, or `nil` for the root of a tab.
    var entry: StackEntry<Route>? { route.map { StackEntry(id: id, route: $0) } }
  }

  /// The screens of a tab or of a modal.
  @usableFromInline
  struct Stack: Sendable {
    let id: StackID<Tab>
    /// The screens. The first one is the root.
    @usableFromInline var elements: [Element]
    /// Whether the screens are in the order of their numbers.
    @usableFromInline var isSorted = true
    /// The number of resets that the stack of a tab has followed.
    var resetCount = 0

    init(id: StackID<Tab>, root: Element) {
      self.id = id
      elements = [root]
    }

    // The element is not copied.
    @inlinable var top: ScreenID { elements[elements.count - 1].id }

    var isTab: Bool { if case .tab = id { true } else { false } }

    var entries: [StackEntry<Route>] { elements.compactMap(\.entry) }

    /// Returns the index of a screen in this stack.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of screens, and O(1) if their numbers have no gaps. O(*n*) if
    ///   a screen was brought to the front of the path.
    @inlinable
    func index(of id: ScreenID) -> Int? {
      if top == id { return elements.count - 1 }
      guard isSorted else { return elements.lastIndex { $0.id == id } }
      guard id > elements[0].id, id < top else { return elements[0].id == id ? 0 : nil }
      var (low, high) = (1, elements.count - 1)
      // Most screens above a root have consecutive numbers.
      var guess = max(low, min(id.rawValue - elements[1].id.rawValue + 1, high))
      while low < high {
        if elements[guess].id == id { return guess }
        if elements[guess].id < id { low = guess + 1 } else { high = guess }
        guess = (low + high) / 2
      }
      return elements[low].id == id ? low : nil
    }
  }

  /// The stacks of the tabs in the order of the tabs, and then those of the modals from the lowest to the top one.
  @usableFromInline var stacks: [Stack]
  @usableFromInline var tabCount: Int
  @usableFromInline var lastID = 0
  /// The number of the last root of a tab. The identities of these roots are negative, so that the numbers of the other
  /// screens do not depend on the number of tabs.
  var lastRoot = 0
  /// Whether the root of a tab has, or had, a state. Then the roots are saved.
  var savesRoots = false
  @usableFromInline var pending = PendingChanges()

  /// A screen whose result an effect can wait for.
  @usableFromInline
  struct Awaited: Sendable {
    let id: ScreenID
    /// A `ScreenResult`. The table does not know the type of the result.
    let opened: any AnyObject & Sendable
    /// The screen whose effect waits, or `nil` if an effect of the app's reducer waits.
    let waiter: ScreenID?
    /// Whether the reducer must still return an `end` effect for this screen. If the effects of the navigation are
    /// cancelled, that effect resumes the waiting tasks.
    var needsEnd: Bool
  }

  /// The screens that the user sees.
  @usableFromInline
  struct ShownScreens: Equatable, Sendable {
    @usableFromInline var top: ScreenID?
    /// The screens in the columns before the top screen.
    @usableFromInline var beside: [ScreenID] = []

    @usableFromInline init() {}

    @inlinable
    func contains(_ id: ScreenID) -> Bool { id == top || beside.contains(id) }

    @usableFromInline
    mutating func remove(_ id: ScreenID) {
      if top == id { top = nil }
      beside.removeAll { $0 == id }
    }
  }

  /// The changes that a reducer has not handled yet. They are neither saved nor compared.
  @usableFromInline
  struct PendingChanges: Sendable {
    /// The screens that have entered a stack. Some may have left since.
    @usableFromInline var entered: [ScreenID] = []
    /// The screens that have left their stack, if they had appeared or may have running effects.
    @usableFromInline var departed: [Element] = []
    /// Whether the reducer must handle ``departed`` or ``awaited`` even if the action has opened no screen.
    @usableFromInline var isUrgent = false
    /// The screens that were last reported as visible.
    @usableFromInline var shown = ShownScreens()
    /// Whether the scene is in the background.
    @usableFromInline var isHidden = false
    /// The number of columns that the window has room for.
    @usableFromInline var columnCount = 1
    /// The number of times that a reducer has handled changes. If the number is 0, all screens are new.
    @usableFromInline var handledCount = 0
    /// The number of times that another table has replaced this one by undo or redo. Afterwards, the table can contain
    /// screens that had left.
    var replacedCount = 0
    /// The transaction in which the app has changed the navigation without an action, if its reducer has not called
    /// `update` since.
    @usableFromInline var outsideChange: TransactionID?
    /// Whether screens that enter a stack are added to ``entered``.
    @usableFromInline var tracksEntries = false
    /// The screens whose result an effect can wait for. The `hasEffects` property of these screens is `true`.
    @usableFromInline var awaited: [Awaited] = []
    /// The scope of the effects of the reducer that has handled changes.
    var scope: EffectID?

    init() {}
  }

  init(_ navigation: NavigationState<Tab, Route>) {
    stacks = []
    tabCount = 0
    followTabs(navigation)
    followTops(navigation)
  }

  // MARK: - Reading

  func focusedStack(in navigation: NavigationState<Tab, Route>) -> Int {
    stacks.count > tabCount ? stacks.count - 1 : navigation.selectedIndex
  }

  @inlinable
  func visible(in navigation: NavigationState<Tab, Route>) -> ScreenID {
    stacks[stacks.count > tabCount ? stacks.count - 1 : navigation.selectedIndex].top
  }

  /// Returns the screens that the user sees.
  ///
  /// - Parameter columns: Returns the number of columns in the split view of a tab, 1 for a tab without one. Each column
  ///   but the last one shows one screen.
  @inlinable
  func shown(in navigation: NavigationState<Tab, Route>, columns: (@Sendable (Tab) -> Int)?) -> ShownScreens {
    var shown = ShownScreens()
    if pending.isHidden { return shown }
    shown.top = visible(in: navigation)
    if pending.columnCount > 1, let columns, stacks.count == tabCount {
      shown.beside = screensBesideTop(of: navigation.selectedIndex, columns: columns(navigation.selectedTab))
    }
    return shown
  }

  @usableFromInline
  func screensBesideTop(of stack: Int, columns: Int) -> [ScreenID] {
    let elements = stacks[stack].elements
    let last = min(elements.count, max(1, min(columns, 3))) - 1
    return elements[max(0, last + 1 - pending.columnCount)..<last].map(\.id)
  }

  @inlinable
  func position(of id: ScreenID) -> StackPosition? {
    for stack in stacks.indices.reversed() {
      if let index = stacks[stack].index(of: id) { return (stack, index) }
    }
    return nil
  }

  /// The positions of all screens. For many screens, this is faster than a search for each.
  private var allPositions: [ScreenID: StackPosition] {
    var positions: [ScreenID: StackPosition] = [:]
    for stack in stacks.indices {
      for index in stacks[stack].elements.indices {
        positions[stacks[stack].elements[index].id] = (stack, index)
      }
    }
    return positions
  }

  @usableFromInline
  func enteredPositions(isNew: Bool) -> [StackPosition] {
    if isNew { return stacks.indices.flatMap { stack in stacks[stack].elements.indices.map { (stack, $0) } } }
    let positions = allPositions
    return pending.entered.compactMap { positions[$0] }
  }

  func element(_ id: ScreenID) -> Element? {
    position(of: id).map { self[$0] }
  }

  @inlinable
  subscript(position: StackPosition) -> Element {
    get { stacks[position.stack].elements[position.index] }
    _modify { yield &stacks[position.stack].elements[position.index] }
  }

  /// Sets the state of a screen, or resets it to its initial state.
  mutating func setContent(_ content: Content?, at position: StackPosition) {
    self[position].content = content ?? initialContent(at: position)
  }

  private func initialContent(at position: StackPosition) -> Content? {
    if let route = self[position].route { return Content(route: route) }
    return if case .tab(let tab) = stacks[position.stack].id { Content(root: tab) } else { nil }
  }

  func stack(_ id: StackID<Tab>) -> Stack? {
    stacks.first { $0.id == id }
  }

  /// Returns whether the states at equal positions are equal. The stacks must have equal routes.
  func hasEqualContents(to other: ScreenTable) -> Bool where Content: Equatable {
    stacks.elementsEqual(other.stacks) { $0.elements.elementsEqual($1.elements) { $0.content == $1.content } }
  }

  // MARK: - Following the navigation

  @inlinable
  @inline(__always)
  mutating func follow(
    _ change: NavigationChange, to navigation: NavigationState<Tab, Route>, rules: NavigationRules<Tab, Route>
  ) {
    switch change {
    case .tops: followTops(navigation)
    case .paths where stacks.count == tabCount && navigation.presented.isEmpty:
      for stack in 0..<tabCount { followPath(navigation.entries[stack].path, of: stack, rules: rules) }
    case .paths, .tabs: followAll(navigation, rules: rules)
    case .removed, .refreshed, .broughtToFront: followScreen(change, of: navigation)
    }
  }

  /// Updates the table after a change of one screen below the top.
  @usableFromInline
  mutating func followScreen(_ change: NavigationChange, of navigation: NavigationState<Tab, Route>) {
    switch change {
    case .tops, .paths, .tabs: break
    case .removed(let (stack, index)):
      let element = stacks[stack].elements.remove(at: index)
      if element.isObserved { depart(element) }
    case .refreshed(let (stack, index)):
      setRoute(navigation.route(at: (stack, index)), at: index, of: stack)
    case .broughtToFront(let (stack, index)):
      let top = stacks[stack].elements.count - 1
      if index < top {
        stacks[stack].elements.append(stacks[stack].elements.remove(at: index))
        stacks[stack].isSorted = false
      }
      setRoute(navigation.route(at: (stack, top)), at: top, of: stack)
    }
  }

  /// Updates the table after any change. The screens in the longest common prefix of each old and new path keep their
  /// identities. The root of a tab that was reset is a new screen.
  ///
  /// - Complexity: O(*n*), where *n* is the number of routes.
  @usableFromInline
  mutating func followAll(_ navigation: NavigationState<Tab, Route>, rules: NavigationRules<Tab, Route>) {
    // The stacks are moved and not copied, so that they are changed in place.
    var modals: [Stack?] = []
    var places: [StackID<Tab>: Int] = [:]
    while stacks.count > tabCount {
      let stack = stacks.removeLast()
      places[stack.id] = modals.count
      modals.append(stack)
    }
    if !stacks.elementsEqual(navigation.entries, by: { $0.id == .tab($1.tab) }) { followTabs(navigation) }
    for (stack, entry) in navigation.entries.enumerated() {
      followPath(entry.path, of: stack, rules: rules)
      // Another navigation can have a lower count.
      if entry.resetCount > stacks[stack].resetCount { resetRoot(of: stack) }
      stacks[stack].resetCount = entry.resetCount
    }
    for modal in navigation.presented {
      // Another navigation may have a modal with the same identity and another root.
      if let place = places[.modal(modal.id)], let root = modals[place]?.elements[0].route,
        rules.areSame(root, modal.root), let stack = modals[place].take()
      {
        stacks.append(stack)
        setRoute(modal.root, at: 0, of: stacks.count - 1)
        followPath(modal.routes, of: stacks.count - 1, rules: rules)
      } else {
        addModal(modal, over: navigation)
      }
    }
    for case let modal? in modals { leave(modal) }
  }

  /// Updates the table after a change that has only removed or added routes at the top of paths, and modals at the top.
  ///
  /// - Complexity: O(*n*), where *n* is the number of tabs, modals and changed routes.
  @inlinable
  @inline(__always)
  mutating func followTops(_ navigation: NavigationState<Tab, Route>) {
    if stacks.count - tabCount > navigation.presented.count { cutModals(to: navigation.presented.count) }
    for index in 0..<tabCount {
      followTop(of: index, count: navigation.entries[index].path.count) { navigation.entries[index].path[$0] }
    }
    for index in navigation.presented.indices {
      if tabCount + index < stacks.count {
        followTop(of: tabCount + index, count: navigation.presented[index].routes.count) {
          navigation.presented[index].routes[$0]
        }
      } else {
        addModal(navigation.presented[index], over: navigation)
      }
    }
  }

  /// Makes the screens above the root of a stack match a path.
  // The routes are not passed as an array, because retaining an array costs as much as the rest of this method.
  @inlinable
  @inline(__always)
  mutating func followTop(of stack: Int, count: Int, route: (Int) -> Route) {
    if count + 1 == stacks[stack].elements.count { return }
    cut(stack, to: count + 1)
    while stacks[stack].elements.count <= count {
      append(route(stacks[stack].elements.count - 1), to: stack)
    }
  }

  @inlinable
  mutating func followPath(_ path: [Route], of stack: Int, rules: NavigationRules<Tab, Route>) {
    var common = 0
    while common < path.count, common + 1 < stacks[stack].elements.count,
      let route = stacks[stack].elements[common + 1].route, rules.areSame(route, path[common])
    {
      setRoute(path[common], at: common + 1, of: stack)
      common += 1
    }
    cut(stack, to: common + 1)
    for route in path[common...] { append(route, to: stack) }
  }

  /// Replaces the stacks of the tabs. A tab that stays keeps its stack. The caller must first remove the stacks of the
  /// modals.
  mutating func followTabs(_ navigation: NavigationState<Tab, Route>) {
    tabCount = navigation.entries.count
    let old = stacks
    var places = Dictionary(old.enumerated().map { ($1.id, $0) }) { first, _ in first }
    stacks = []
    for entry in navigation.entries {
      if let place = places.removeValue(forKey: .tab(entry.tab)) {
        stacks.append(old[place])
      } else {
        stacks.append(Stack(id: .tab(entry.tab), root: newRoot(of: entry.tab)))
        stacks[stacks.count - 1].resetCount = entry.resetCount
      }
    }
    for place in places.values.sorted() { leave(old[place]) }
  }

  /// Replaces the root of a tab by a new screen. The screens above it stay.
  mutating func resetRoot(of stack: Int) {
    guard case .tab(let tab) = stacks[stack].id else { return }
    let old = stacks[stack].elements[0]
    if old.isObserved { depart(old) }
    stacks[stack].elements[0] = newRoot(of: tab)
    // A screen of the initial path stays, and its result is for the new root.
    for index in stacks[stack].elements.indices where stacks[stack].elements[index].opener == old.id {
      stacks[stack].elements[index].opener = stacks[stack].elements[0].id
    }
  }

  mutating func newRoot(of tab: Tab) -> Element {
    lastRoot &+= 1
    let id = ScreenID(rawValue: -lastRoot)
    if pending.tracksEntries { pending.entered.append(id) }
    let content = Content(root: tab)
    if content != nil { savesRoots = true }
    return Element(id: id, route: nil, content: content, opener: nil)
  }

  @usableFromInline
  mutating func addModal(_ modal: Modal<Route>, over navigation: NavigationState<Tab, Route>) {
    stacks.append(Stack(id: .modal(modal.id), root: newElement(modal.root, opener: visible(in: navigation))))
    for route in modal.routes { append(route, to: stacks.count - 1) }
  }

  @inlinable
  @inline(__always)
  mutating func append(_ route: Route, to stack: Int) {
    stacks[stack].elements.append(newElement(route, opener: stacks[stack].top))
  }

  @inlinable
  @inline(__always)
  mutating func newElement(_ route: Route, opener: ScreenID) -> Element {
    lastID &+= 1
    let id = ScreenID(rawValue: lastID)
    if pending.tracksEntries { pending.entered.append(id) }
    return Element(id: id, route: route, content: Content(route: route), opener: opener)
  }

  @inlinable
  @inline(__always)
  mutating func cut(_ stack: Int, to count: Int) {
    while stacks[stack].elements.count > count {
      let top = stacks[stack].elements.count - 1
      if stacks[stack].elements[top].isObserved {
        depart(stacks[stack].elements.removeLast())
      } else {
        stacks[stack].elements.removeLast()
      }
    }
    if count == 1 { stacks[stack].isSorted = true }
  }

  @usableFromInline
  mutating func cutModals(to count: Int) {
    while stacks.count - tabCount > count { leave(stacks.removeLast()) }
  }

  mutating func leave(_ stack: Stack) {
    for element in stack.elements.reversed() where element.isObserved { depart(element) }
  }

  @usableFromInline
  mutating func depart(_ element: Element) {
    pending.departed.append(element)
    pending.isUrgent = true
  }

  @inlinable
  mutating func setRoute(_ route: Route, at index: Int, of stack: Int) {
    guard stacks[stack].elements[index].route != route else { return }
    stacks[stack].elements[index].route = route
    guard stacks[stack].elements[index].content == nil, let content = Content(route: route) else { return }
    stacks[stack].elements[index].content = content
    // Nothing was reported for the screen, because it had no state. It appears now.
    let id = stacks[stack].elements[index].id
    pending.shown.remove(id)
    guard stacks[stack].elements[index].hasAppeared else { return }
    stacks[stack].elements[index].hasAppeared = false
    if pending.tracksEntries { pending.entered.append(id) }
  }

  /// Notes a change that the reducer of the screens does not know yet.
  mutating func noteOutsideChange() {
    guard pending.handledCount > 0, pending.isUrgent || !pending.entered.isEmpty else { return }
    pending.outsideChange = .current
  }

  /// Makes a screen the opener of the screen with the number `last + 1`. If one of the two screens is on no stack,
  /// nothing changes.
  mutating func setOpener(_ opener: ScreenID, ofScreenAfter last: Int) {
    guard lastID > last, position(of: opener) != nil, let new = position(of: ScreenID(rawValue: last + 1)) else {
      return
    }
    self[new].opener = opener
  }

  // MARK: - Undo

  /// Takes over the unhandled changes and the running effects of `current`, the table that this one replaces.
  mutating func replace(_ current: ScreenTable) {
    lastID = max(lastID, current.lastID)
    lastRoot = max(lastRoot, current.lastRoot)
    savesRoots = savesRoots || current.savesRoots
    pending = current.pending
    pending.entered = []
    pending.replacedCount += 1
    let (oldPositions, positions) = (current.allPositions, allPositions)
    for stack in stacks.indices {
      for index in stacks[stack].elements.indices {
        let old = continued(stacks[stack].elements[index], in: current, at: oldPositions)
        stacks[stack].elements[index].hasAppeared = old?.hasAppeared ?? false
        stacks[stack].elements[index].hasEffects = old?.hasEffects ?? false
        if old?.hasAppeared != true {
          if pending.tracksEntries { pending.entered.append(stacks[stack].elements[index].id) }
          pending.shown.remove(stacks[stack].elements[index].id)
        }
      }
    }
    for stack in current.stacks.reversed() {
      for element in stack.elements.reversed()
      where element.isObserved && continued(element, in: self, at: positions) == nil {
        depart(element)
      }
    }
  }

  private func continued(
    _ element: Element, in other: ScreenTable, at positions: [ScreenID: StackPosition]
  ) -> Element? {
    positions[element.id].flatMap { position in
      let same = other[position]
      return (same.content == nil) == (element.content == nil) ? same : nil
    }
  }

  /// Marks all screens as new, so that they appear again.
  mutating func restart() {
    let (isHidden, columnCount) = (pending.isHidden, pending.columnCount)
    pending = PendingChanges()
    (pending.isHidden, pending.columnCount) = (isHidden, columnCount)
    for stack in stacks.indices {
      for index in stacks[stack].elements.indices {
        stacks[stack].elements[index].hasAppeared = false
        stacks[stack].elements[index].hasEffects = false
      }
    }
  }
}
