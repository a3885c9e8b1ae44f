// A navigation with screens is encoded like the navigation, with one additional key. Therefore, a file that contains
// only the navigation can be decoded, and an older version of the app, without screens, can decode a new file.

private enum ScreensKey: String, CodingKey { case screens }
private enum TableKey: String, CodingKey { case last, lastRoot, stacks }
private enum StackKey: String, CodingKey { case tab, root, modal, from, screens }
private enum ScreenKey: String, CodingKey { case id, opener, state }

extension ScreenNavigation: Encodable where Content: Encodable, Content.Tab: Encodable, Content.Route: Encodable {
  /// Encodes the navigation, and the identity, the opener and the state of each screen. The roots of the tabs are encoded
  /// if one of them has, or had, a state.
  ///
  /// Screens whose routes are omitted from the navigation are omitted too. When a `Persistence` saves the value, a
  /// state that cannot be encoded is omitted, so that the screen is restored with its initial state. The status of the
  /// persistence describes the omissions.
  ///
  /// - Throws: The error that a tab, a route or a state throws when it cannot be encoded.
  /// - Complexity: O(*n*), where *n* is the number of screens.
  public func encode(to encoder: any Encoder) throws {
    let counts = try current.encodeCountingRoutes(to: encoder)
    var container = encoder.container(keyedBy: ScreensKey.self)
    var nested = container.nestedContainer(keyedBy: TableKey.self, forKey: .screens)
    try nested.encode(table.lastID, forKey: .last)
    let hasRoots = table.savesRoots
    if hasRoots { try nested.encode(table.lastRoot, forKey: .lastRoot) }
    var stacks = nested.nestedUnkeyedContainer(forKey: .stacks)
    for (stack, count) in zip(table.stacks, counts) {
      guard count > 0 || hasRoots && stack.isTab else { continue }
      var nested = stacks.nestedContainer(keyedBy: StackKey.self)
      // The opener that is not encoded, because the position of the screen determines it.
      var impliedOpener: ScreenID?
      switch stack.id {
      case .tab(let tab):
        try nested.encode(tab, forKey: .tab)
        if hasRoots { try stack.encode(0, to: nested.superEncoder(forKey: .root), impliedOpener: nil) }
        impliedOpener = stack.elements[0].id
      case .modal(let id):
        try nested.encode(id, forKey: .modal)
        if let tab = table.tab(whoseRootIs: stack.elements[0].opener) {
          try nested.encode(tab, forKey: .from)
          impliedOpener = stack.elements[0].opener
        }
      }
      var screens = nested.nestedUnkeyedContainer(forKey: .screens)
      let first = stack.isTab ? 1 : 0
      for index in first..<(first + count) {
        try stack.encode(index, to: screens.superEncoder(), impliedOpener: impliedOpener)
      }
    }
  }
}

extension ScreenTable {
  fileprivate func tab(whoseRootIs id: ScreenID?) -> Content.Tab? {
    for stack in stacks {
      if case .tab(let tab) = stack.id, stack.elements[0].id == id { return tab }
    }
    return nil
  }
}

extension ScreenTable.Stack where Content: Encodable {
  fileprivate func encode(_ index: Int, to encoder: any Encoder, impliedOpener: ScreenID?) throws {
    var container = encoder.container(keyedBy: ScreenKey.self)
    let element = elements[index]
    try container.encode(element.id, forKey: .id)
    if element.opener != impliedOpener { try container.encodeIfPresent(element.opener, forKey: .opener) }
    try container.encodeIfPresent(element.encodableContent(with: encoder, in: id), forKey: .state)
  }
}

extension ScreenTable.Element where Content: Encodable {
  /// Returns the state, or `nil` if there is none or if the encoder omits it. Records an omission.
  fileprivate func encodableContent(with encoder: any Encoder, in stack: StackID<Content.Tab>) -> Content? {
    guard let omissions = encoder.userInfo[.encodingOmissions] as? EncodingOmissions, let content,
      let omission = content.omission(from: encoder, inside: 6)
    else { return content }
    let screen = route.map(ValueOutline.text) ?? "the root"
    omissions.note("The state of \(screen) in \(stack.outline): \(omission.reason)")
    return nil
  }
}

extension ScreenNavigation: Decodable where Content: Decodable, Content.Tab: Decodable, Content.Route: Decodable {
  /// Decodes a navigation with its screens.
  ///
  /// If the data has no screens, each screen has its initial state. A screen that was saved without a state also has
  /// its initial state, because its route or its tab had no state when it was saved. When a `Persistence` restores the
  /// navigation, a state that cannot be decoded is replaced by the initial state of its screen, and a state whose screen
  /// was not restored is dropped. The restore report describes both kinds of losses.
  ///
  /// - Throws: A `DecodingError` if the data contains no navigation. Without a `Persistence`, also an error if the
  ///   screens or a state cannot be decoded, or if the saved screens do not match the navigation.
  public init(from decoder: any Decoder) throws {
    self.init(try NavigationState(from: decoder))
    let container = try decoder.container(keyedBy: ScreensKey.self)
    guard container.contains(.screens) else { return }
    let context = decoder.userInfo[.restoring] as? RestoreContext
    do {
      let saved = try SavedScreens<Content>(from: container.superDecoder(forKey: .screens))
      try table.restore(saved, selectedTab: current.selectedIndex) { stack, position, error in
        guard let context else { throw error ?? saved.unusedState }
        context.note(
          error.map { .initialScreenState(stack: stack.outline, position: position, reason: $0.decodingReason) }
            ?? .droppedScreenState(stack: stack.outline, position: position))
      }
    } catch {
      guard let context else { throw error }
      context.note(.unreadableScreens(reason: error.decodingReason))
    }
  }
}

/// The saved screens of all stacks.
private struct SavedScreens<Content: ScreenContent & Decodable> where Content.Tab: Decodable {
  typealias Tab = Content.Tab

  struct Element {
    let id: ScreenID?
    let opener: ScreenID?
    let content: Result<Content?, any Error>
    /// Whether a state was saved, even if it cannot be decoded.
    let hasState: Bool

    /// The root of a tab that was saved without a state.
    static var unsavedRoot: Element { Element(id: nil, opener: nil, content: .success(nil), hasState: false) }

    private init(id: ScreenID?, opener: ScreenID?, content: Result<Content?, any Error>, hasState: Bool) {
      (self.id, self.opener, self.content, self.hasState) = (id, opener, content, hasState)
    }

    init(from decoder: any Decoder) {
      let container = Result { try decoder.container(keyedBy: ScreenKey.self) }
      self.init(
        id: try? container.get().decode(ScreenID.self, forKey: .id),
        opener: try? container.get().decode(ScreenID.self, forKey: .opener),
        content: Result { try container.get().decodeIfPresent(Content.self, forKey: .state) },
        hasState: (try? container.get().decodeNil(forKey: .state)) == false)
    }
  }

  struct Stack {
    let id: StackID<Tab>
    /// The tab whose root has opened the root of a modal.
    private let openingTab: Tab?
    /// The screens. The first one is the root.
    var elements: [Element] = []

    init(id: StackID<Tab>, openingTab: Tab?) {
      self.id = id
      self.openingTab = openingTab
    }

    /// The tab whose root is the opener of each screen that was saved without one.
    var impliedTab: Tab? {
      if case .tab(let tab) = id { return tab }
      return elements.first?.opener == nil ? openingTab : nil
    }
  }

  private(set) var lastID = 0
  private(set) var lastRoot = 0
  private(set) var stacks: [Stack] = []
  private var places: [StackID<Tab>: Int] = [:]

  var unusedState: any Error {
    DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "a state was saved that no screen can have"))
  }

  subscript(id: StackID<Tab>) -> Stack? { places[id].map { stacks[$0] } }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TableKey.self)
    lastID = (try? container.decode(Int.self, forKey: .last)) ?? 0
    lastRoot = (try? container.decode(Int.self, forKey: .lastRoot)) ?? 0
    var list = try container.nestedUnkeyedContainer(forKey: .stacks)
    while !list.isAtEnd {
      let nested = try list.superDecoder().container(keyedBy: StackKey.self)
      let id: StackID<Tab>
      if let modal = try? nested.decode(ModalID.self, forKey: .modal) {
        id = .modal(modal)
      } else if let tab = try? nested.decode(Tab.self, forKey: .tab) {
        id = .tab(tab)
      } else {
        continue
      }
      guard var screens = try? nested.nestedUnkeyedContainer(forKey: .screens) else { continue }
      var stack = Stack(id: id, openingTab: try? nested.decodeIfPresent(Tab.self, forKey: .from))
      if case .tab = id {
        let root = nested.contains(.root) ? try? nested.superDecoder(forKey: .root) : nil
        stack.elements.append(root.map(Element.init) ?? .unsavedRoot)
      }
      while !screens.isAtEnd, let decoder = try? screens.superDecoder() {
        stack.elements.append(Element(from: decoder))
      }
      if places[id] == nil { places[id] = stacks.count }
      stacks.append(stack)
    }
  }
}

extension ScreenTable where Content: Decodable, Content.Tab: Decodable {
  /// Replaces the identities, openers and states of the screens with the saved ones.
  ///
  /// A screen receives a new identity if the saved data has no screen at its position, or if the saved identity is not
  /// valid or already in use. If the numbers run out, all screens receive new identities. The opener of a screen is the
  /// screen below it if the saved data has no screen at its position, or if the saved opener is not a valid number or
  /// is not older than the screen.
  ///
  /// - Parameters:
  ///   - selectedTab: The index of the selected tab. Its root is the opener of a modal without a saved opener.
  ///   - report: A closure that is called for each lost state. It receives an error if a screen keeps its initial
  ///     state, because the saved data has no screen at its position or the saved state cannot be decoded. It receives
  ///     no error if a saved state was dropped. It also receives the stack, and the position of the screen in its path,
  ///     or `nil` for a root.
  fileprivate mutating func restore(
    _ saved: SavedScreens<Content>, selectedTab: Int,
    reporting report: (_ stack: StackID<Tab>, _ position: Int?, _ error: (any Error)?) throws -> Void
  ) throws {
    savesRoots = savesRoots || saved.lastRoot > 0
    var numbers = RestoredNumbers(saved, for: stacks)
    var roots: [Tab: ScreenID] = [:]
    for stack in stacks.indices {
      let (id, old) = (stacks[stack].id, saved[stacks[stack].id])
      for index in stacks[stack].elements.indices {
        var element = stacks[stack].elements[index]
        let saved = old.flatMap { index < $0.elements.count ? $0.elements[index] : nil }
        do {
          if let saved {
            element.content = try saved.content.get() ?? element.content
          } else if element.content != nil, element.route != nil {
            throw DecodingError.dataCorrupted(
              .init(codingPath: [], debugDescription: "no state was saved for the screen"))
          }
        } catch {
          try report(id, index > 0 ? index - 1 : nil, element.content == nil ? nil : error)
        }
        let number = element.route == nil ? numbers.root(saved?.id) : numbers.screen(saved?.id)
        if case .tab(let tab) = id, index == 0 { roots[tab] = number }
        var opener: ScreenID?
        if element.route != nil {
          let below = index > 0 ? stacks[stack].elements[index - 1].id : nil
          if let known = saved?.opener {
            opener = numbers.isOpener(known, of: number) ? known : nil
          } else if saved != nil {
            opener = old?.impliedTab.flatMap { roots[$0] }
          }
          opener = opener ?? below ?? stacks[selectedTab].elements[0].id
        }
        stacks[stack].elements[index] = Element(
          id: number, route: element.route, content: element.content, opener: opener)
      }
      let ids = stacks[stack].elements.map { $0.id }
      stacks[stack].isSorted = zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
    }
    (lastID, lastRoot) = (numbers.lastID, numbers.lastRoot)
    let counts = Dictionary(stacks.map { ($0.id, $0.elements.count) }) { first, _ in first }
    for old in saved.stacks {
      for (index, element) in old.elements.enumerated().dropFirst(counts[old.id] ?? 0) where element.hasState {
        try report(old.id, index > 0 ? index - 1 : nil, nil)
      }
    }
  }

  /// The numbers of restored screens: saved ones that are valid, and new ones.
  private struct RestoredNumbers {
    private(set) var lastID: Int
    private(set) var lastRoot: Int
    /// The last number that was saved. A higher number belongs to a screen that receives a new one.
    private let lastSavedID: Int
    private let lastSavedRoot: Int
    /// The saved numbers that no screen has received yet.
    private var saved: Set<ScreenID> = []

    init(_ screens: SavedScreens<Content>, for stacks: [Stack]) {
      for stack in stacks {
        let elements = screens[stack.id]?.elements ?? []
        for (new, old) in zip(stack.elements, elements) {
          if let id = old.id, Self.isValid(id, isRoot: new.route == nil) { saved.insert(id) }
        }
      }
      (lastID, lastRoot) = (screens.lastID, screens.lastRoot)
      let (highest, lowest) = (saved.max()?.rawValue ?? 0, saved.min()?.rawValue ?? 0)
      lastID = max(Self.limits.contains(lastID) ? lastID : 0, highest, 0)
      lastRoot = max(Self.limits.contains(lastRoot) ? lastRoot : 0, -lowest, 0)
      let count = stacks.reduce(0) { $0 + $1.elements.count }
      if max(lastID, lastRoot) >= Self.limits.upperBound - count {
        // The next restore would not accept the numbers of new screens.
        saved = []
        (lastID, lastRoot) = (0, 0)
      }
      (lastSavedID, lastSavedRoot) = (lastID, lastRoot)
    }

    /// The numbers that are accepted. Enough higher numbers are left for new screens.
    private static var limits: Range<Int> { 1..<(Int.max / 2) }

    private static func isValid(_ id: ScreenID, isRoot: Bool) -> Bool {
      (id.rawValue < 0) == isRoot && limits.contains(Int(clamping: id.rawValue.magnitude))
    }

    mutating func screen(_ id: ScreenID?) -> ScreenID {
      if let id, saved.remove(id) != nil { return id }
      lastID += 1
      return ScreenID(rawValue: lastID)
    }

    mutating func root(_ id: ScreenID?) -> ScreenID {
      if let id, saved.remove(id) != nil { return id }
      lastRoot += 1
      return ScreenID(rawValue: -lastRoot)
    }

    /// Returns whether a screen can be the opener of another one. An opener was created first, and may have left.
    func isOpener(_ opener: ScreenID, of screen: ScreenID) -> Bool {
      // Without saved roots, all roots receive new numbers.
      if opener.rawValue < 0 { return opener.rawValue >= -lastSavedRoot }
      return opener.rawValue > 0 && opener.rawValue <= lastSavedID && opener < screen
    }
  }
}
