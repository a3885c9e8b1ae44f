import NavStore

/// The suite `presentation-steps`: a list of routes with their presentation styles. The routes before the first modal
/// are the path of a tab, and the routes after a modal are its path.
enum StepsAdapter {
  typealias State = NavigationState<String, JSONValue>

  /// A route of a case.
  private struct Entry: Equatable {
    var style: String
    var screen: JSONValue

    init(_ json: JSONValue) throws {
      guard let style = json["style"]?.string, let screen = json["screen"] else { throw NoCounterpart("\(json)") }
      self.init(style: style, screen: screen)
    }

    init(style: String, screen: JSONValue) {
      self.style = style
      self.screen = screen
    }

    var modalStyle: ModalStyle? { ModalStyle(rawValue: style) }
  }

  static func steps(_ example: ConformanceCase) throws -> String? {
    guard example.operation == "steps" else { throw NoCounterpart(example.operation) }
    let start = try (example.given["routes"]?.list ?? []).map(Entry.init)
    let end = try (example.when["to"]?.list ?? []).map(Entry.init)
    let limits = StepLimits(
      pushes: example.when["pushesInOneStep"]?.bool == true ? .max : 1,
      dismissals: example.when["dismissalsInOneStep"]?.bool == true ? .max : 1)

    let old = try state(start, after: State(tabs: ["tab"]))
    var shown = ShownNavigation(old)
    var lists = [start]
    for step in shown.steps(to: try state(end, after: old), limits: limits) {
      shown.apply(step.change)
      lists.append(entries(shown))
    }
    let expected = try (example.then["steps"]?.list ?? []).map { try $0.list.map(Entry.init) }
    return lists == expected ? nil : "\(lists)"
  }

  /// Returns a state with the routes, derived from a previous state. A common beginning is kept, and its modals keep
  /// their identities.
  private static func state(_ entries: [Entry], after old: State) throws -> State {
    guard entries.allSatisfy({ $0.style == "push" || $0.modalStyle != nil }) else { throw NoCounterpart("a style") }
    var state = old
    let parts = entries.indices.filter { entries[$0].modalStyle != nil }
    func screens(from start: Int, part: Int) -> [JSONValue] {
      entries[start..<(part < parts.count ? parts[part] : entries.count)].map(\.screen)
    }
    var stays = true
    for (number, index) in parts.enumerated() {
      let modal = number < state.modals.count ? state.modals[number] : nil
      stays = stays && modal?.root == entries[index].screen && modal?.style == entries[index].modalStyle
      if !stays {
        if let modal { state.dismiss(modal.id) }
        state.present(entries[index].screen, style: entries[index].modalStyle ?? .sheet)
      }
      state.setPath(screens(from: index + 1, part: number + 1), in: .modal(state.modals[number].id))
    }
    if parts.count < state.modals.count { state.dismiss(state.modals[parts.count].id) }
    state.setPath(screens(from: 0, part: 0), in: .tab("tab"))
    return state
  }

  private static func entries(_ shown: ShownNavigation<String, JSONValue>) -> [Entry] {
    func pushed(_ path: [JSONValue]) -> [Entry] { path.map { Entry(style: "push", screen: $0) } }
    return pushed(shown.path(of: .tab("tab")) ?? [])
      + shown.modals.flatMap { [Entry(style: $0.style.rawValue, screen: $0.root)] + pushed($0.path) }
  }
}
