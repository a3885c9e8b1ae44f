extension GuardedActions {
  /// The place in which actions were sent, and what they would have changed at that time.
  struct Origin: Sendable {
    /// The visits of the navigation. The last tab is the selected one.
    var visits: [Tab]
    var left: [Place]
    /// The screens that the actions would have opened, without positions.
    var entered: [Place]
    /// The screens that the actions would have kept, without positions.
    var kept: [Place]
    /// The tab that the actions would have selected; `nil` if they would have kept the selected tab.
    var selectedTab: Tab?
  }

  /// A screen on a stack. If the tab and the modal are `nil`, the screen is in a modal that the actions present.
  struct Place: Sendable {
    var tab: Tab?
    var modal: ModalID?
    /// The index in the path. For the root of a modal, and where the position does not matter, the value is `nil`.
    var position: Int?
    var route: Route
  }
}

extension GuardedActions.Origin: Encodable where Tab: Encodable, Route: Encodable {}
extension GuardedActions.Origin: Decodable where Tab: Decodable, Route: Decodable {
  /// Decodes an origin without the tabs and screens that cannot be decoded. They are not open.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func values<Value: Decodable>(_ key: CodingKeys, _ type: Value.Type = Value.self) throws -> [Value] {
      try container.decode([Lossy<Value>].self, forKey: key).compactMap { $0.value }
    }
    visits = try values(.visits)
    left = try values(.left)
    entered = try values(.entered)
    kept = try values(.kept)
    selectedTab = try container.decodeIfPresent(Lossy<Tab>.self, forKey: .selectedTab)?.value
  }
}
/// A value, or `nil` if it cannot be decoded.
private struct Lossy<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

extension GuardedActions.Place: Encodable where Tab: Encodable, Route: Encodable {}
extension GuardedActions.Place: Decodable where Tab: Decodable, Route: Decodable {}

extension NavigationGuards {
  typealias Origin = GuardedActions<Tab, Route, Action>.Origin
  private typealias Place = GuardedActions<Tab, Route, Action>.Place

  /// The relation of what stored actions would change now to what they would have changed when they were sent.
  enum Match {
    /// The actions change the same screens, apart from those that have been removed or opened already.
    case same
    /// The actions change the same screens, and remove further ones.
    case more
    case other
  }

  /// Describes what actions change. `visits` are the visits of the navigation at the time at which the actions were
  /// sent.
  func origin(
    of changes: ScreenChanges<Tab, Route>?, visits: [Tab], from old: State, to new: State
  ) -> Origin {
    let (old, new) = (navigation(old), navigation(new))
    let modals = old.modals.map { $0.id }
    let entered = changes?.entered ?? []
    func placeWithoutPosition(of screen: ScreenPosition) -> Place {
      var place = place(of: screen)
      place.position = nil
      // A modal that is presented later gets another identity.
      if let modal = place.modal, !modals.contains(modal) { place.modal = nil }
      return place
    }
    let opened = Set(entered)
    return Origin(
      visits: visits, left: changes?.left.map { place(of: $0) } ?? [], entered: entered.map(placeWithoutPosition),
      kept: new.screens.filter { !opened.contains($0) }.map(placeWithoutPosition),
      selectedTab: new.selectedTab == old.selectedTab ? nil : new.selectedTab)
  }

  /// Compares the changes of actions now and at the time they were sent. If `isAnswer` is `true`, the user has agreed
  /// to the removal of screens, and one of them must still be open.
  func match(_ current: Origin, with earlier: Origin, in state: State, isAnswer: Bool) -> Match {
    let navigation = navigation(state)
    let missing = earlier.left.removing(current.left, where: isSameScreen)
    let further = current.left.removing(earlier.left, where: isSameScreen)
    let isAnyLeft = earlier.left.isEmpty || missing.count < earlier.left.count
    guard
      isAnyLeft || !isAnswer && further.isEmpty,
      earlier.selectedTab.map({ $0 == current.selectedTab ?? navigation.selectedTab }) ?? (current.selectedTab == nil),
      !areAnyOpen(missing, in: navigation),
      // A screen that has left since may be opened again.
      current.entered.removing(earlier.entered + earlier.kept, where: hasSameContent).isEmpty,
      earlier.entered.removing(current.entered, where: hasSameContent).allSatisfy({ place in
        navigation.screens.contains { hasSameContent(self.place(of: $0), place) }
      })
    else { return .other }
    return further.isEmpty ? .same : .more
  }

  func isOpen(_ question: GuardedActions<Tab, Route, Action>.Question, in state: State) -> Bool {
    if let left = question.origin?.left, !left.isEmpty { return areAnyOpen(left, in: navigation(state)) }
    return navigation(state).screens.contains { question.screens.contains($0.route) }
  }

  /// Replaces modals that will have been dismissed by the stack below them.
  func replacing(_ modals: [ModalID], in origin: Origin, of state: State) -> Origin {
    let navigation = navigation(state)
    let below = navigation.modals.last { !modals.contains($0.id) }?.id
    var origin = origin
    for index in origin.entered.indices where origin.entered[index].modal.map(modals.contains) == true {
      origin.entered[index].modal = below
      if below == nil { origin.entered[index].tab = navigation.selectedTab }
    }
    return origin
  }

  private func place(of screen: ScreenPosition) -> Place {
    let position = hasIdentities ? nil : screen.position
    return switch screen.stack {
    case .tab(let tab): Place(tab: tab, position: position, route: screen.route)
    case .modal(let id): Place(modal: id, position: position, route: screen.route)
    }
  }

  private func areAnyOpen(_ places: [Place], in navigation: NavigationState<Tab, Route>) -> Bool {
    !places.isEmpty
      && navigation.screens.contains { screen in places.contains { isSameScreen(place(of: screen), $0) } }
  }

  private func isSameScreen(_ first: Place, _ second: Place) -> Bool {
    first.tab == second.tab && first.modal == second.modal && first.position == second.position
      && isSame(first.route, second.route)
  }

  private func hasSameContent(_ first: Place, _ second: Place) -> Bool {
    let isInNewModal = second.tab == nil && second.modal == nil
    return first.tab == second.tab && (isInNewModal || first.modal == second.modal)
      && hasEqualContent(first.route, second.route)
  }
}

extension Array {
  /// Returns the elements that remain if each of the given elements removes one that it matches.
  ///
  /// - Complexity: O(*n* · *m*), where *n* and *m* are the lengths, but O(*n*) if the arrays match.
  fileprivate func removing(_ others: [Element], where matches: (Element, Element) -> Bool) -> [Element] {
    if elementsEqual(others, by: matches) { return [] }
    var rest = self
    for other in others {
      if let index = rest.firstIndex(where: { matches($0, other) }) { rest.remove(at: index) }
    }
    return rest
  }
}
