// A navigation with screens is encoded like the navigation, with one additional key. Therefore, a file that contains
// only the navigation can be decoded, and an older version of the app, without screens, can decode a new file.

private enum ScreensKey: String, CodingKey { case screens }
private enum TableKey: String, CodingKey { case last, stacks }
private enum StackKey: String, CodingKey { case tab, modal, from, screens }
private enum ScreenKey: String, CodingKey { case id, opener, state }

extension ScreenNavigation: Encodable where Tab: Encodable, Content: Encodable, Content.Route: Encodable {
  /// Encodes the navigation, and the identity, the opener and the state of each screen.
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
    var stacks = nested.nestedUnkeyedContainer(forKey: .stacks)
    for (stack, count) in zip(table.stacks, counts) where count > 0 {
      var nested = stacks.nestedContainer(keyedBy: StackKey.self)
      switch stack.id {
      case .tab(let tab): try nested.encode(tab, forKey: .tab)
      case .modal(let id):
        try nested.encode(id, forKey: .modal)
        try nested.encodeIfPresent(stack.openingTab, forKey: .from)
      }
      var screens = nested.nestedUnkeyedContainer(forKey: .screens)
      for element in stack.elements.prefix(count) {
        var nested = screens.nestedContainer(keyedBy: ScreenKey.self)
        try nested.encode(element.id, forKey: .id)
        try nested.encodeIfPresent(element.opener, forKey: .opener)
        try nested.encodeIfPresent(element.encodableContent(with: encoder, in: stack.id), forKey: .state)
      }
    }
  }
}

extension ScreenTable.Element where Content: Encodable {
  /// Returns the state, or `nil` if there is none or if the encoder omits it. Records an omission.
  fileprivate func encodableContent(with encoder: any Encoder, in stack: StackID<Tab>) -> Content? {
    guard let omissions = encoder.userInfo[.encodingOmissions] as? EncodingOmissions, let content,
      let omission = content.omission(from: encoder, inside: 6)
    else { return content }
    omissions.note("The state of \(ValueOutline.text(of: route)) in \(stack.outline): \(omission.reason)")
    return nil
  }
}

extension ScreenNavigation: Decodable where Tab: Decodable, Content: Decodable, Content.Route: Decodable {
  /// Decodes a navigation with its screens.
  ///
  /// If the data has no screens, each screen has its initial state. A screen that was saved without a state also has
  /// its initial state, because its route had no state when it was saved. When a `Persistence` restores the navigation,
  /// a state that cannot be decoded is replaced by the initial state of its screen, and a state whose screen was not
  /// restored is dropped. The restore report describes both kinds of losses.
  ///
  /// - Throws: A `DecodingError` if the data contains no navigation. Without a `Persistence`, also an error if the
  ///   screens or a state cannot be decoded, or if the saved screens do not match the navigation.
  public init(from decoder: any Decoder) throws {
    self.init(try NavigationState(from: decoder))
    let container = try decoder.container(keyedBy: ScreensKey.self)
    guard container.contains(.screens) else { return }
    let context = decoder.userInfo[.restoring] as? RestoreContext
    do {
      let saved = try SavedScreens<Tab, Content>(from: container.superDecoder(forKey: .screens))
      try table.restore(saved) { stack, position, error in
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
private struct SavedScreens<Tab: Hashable & Sendable & Decodable, Content: ScreenContent & Decodable> {
  struct Element {
    let id: ScreenID?
    let opener: ScreenID?
    let content: Result<Content?, any Error>
    /// Whether a state was saved, even if it cannot be decoded.
    let hasState: Bool
  }

  struct Stack {
    let id: StackID<Tab>
    let openingTab: Tab?
    var elements: [Element] = []
  }

  private(set) var lastID = 0
  private(set) var stacks: [Stack] = []
  private var places: [StackID<Tab>: Int] = [:]

  var unusedState: any Error {
    DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "a state was saved that no screen can have"))
  }

  subscript(id: StackID<Tab>) -> Stack? { places[id].map { stacks[$0] } }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TableKey.self)
    lastID = (try? container.decode(Int.self, forKey: .last)) ?? 0
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
      while !screens.isAtEnd, let decoder = try? screens.superDecoder() {
        let nested = Result { try decoder.container(keyedBy: ScreenKey.self) }
        stack.elements.append(
          Element(
            id: try? nested.get().decode(ScreenID.self, forKey: .id),
            opener: try? nested.get().decode(ScreenID.self, forKey: .opener),
            content: Result { try nested.get().decodeIfPresent(Content.self, forKey: .state) },
            hasState: (try? nested.get().decodeNil(forKey: .state)) == false))
      }
      if places[id] == nil { places[id] = stacks.count }
      stacks.append(stack)
    }
  }
}

extension ScreenTable where Tab: Decodable, Content: Decodable {
  /// Replaces the identities, openers and states of the screens with the saved ones.
  ///
  /// A screen receives a new identity if the saved data has no screen at its position, or if the saved identity is not
  /// valid or already in use. If the numbers run out, all screens receive new identities. The opener of a screen is the
  /// screen below it if the saved data has no screen at its position, or if the saved opener is not a valid number or
  /// is not older than the screen.
  ///
  /// - Parameter report: A closure that is called for each lost state. It receives an error if a screen keeps its
  ///   initial state, because the saved data has no screen at its position or the saved state cannot be decoded. It
  ///   receives no error if a saved state was dropped. It also receives the stack, and the position of the screen in
  ///   its path, or `nil` for the root of a modal.
  fileprivate mutating func restore(
    _ saved: SavedScreens<Tab, Content>,
    reporting report: (_ stack: StackID<Tab>, _ position: Int?, _ error: (any Error)?) throws -> Void
  ) throws {
    let numbers = 1..<Self.idLimit
    var used: Set<ScreenID> = []
    for stack in stacks {
      for element in (saved[stack.id]?.elements ?? []).prefix(stack.elements.count) {
        if let id = element.id, numbers.contains(id.rawValue) { used.insert(id) }
      }
    }
    let highest = used.max()?.rawValue ?? 0
    lastID = numbers.contains(saved.lastID) ? max(saved.lastID, highest) : highest
    if lastID >= Self.idLimit - stacks.reduce(0, { $0 + $1.elements.count }) {
      // The next restore would not accept the numbers of new screens.
      used = []
      lastID = 0
    }
    let lastSaved = lastID
    for stack in stacks.indices {
      let old = saved[stacks[stack].id]
      let list = old?.elements ?? []
      let below = stack < tabCount ? 0 : 1
      if let old { stacks[stack].openingTab = old.openingTab }
      for index in stacks[stack].elements.indices {
        var element = stacks[stack].elements[index]
        let screenBelow = index > 0 ? stacks[stack].elements[index - 1].id : nil
        let saved = index < list.count ? list[index] : nil
        do {
          if let saved {
            element.content = try saved.content.get() ?? element.content
          } else if element.content != nil {
            throw DecodingError.dataCorrupted(
              .init(codingPath: [], debugDescription: "no state was saved for the screen"))
          }
        } catch {
          try report(stacks[stack].id, index >= below ? index - below : nil, element.content == nil ? nil : error)
        }
        let id: ScreenID
        if let known = saved?.id, used.remove(known) != nil {
          id = known
        } else {
          lastID += 1
          id = ScreenID(rawValue: lastID)
        }
        var opener = saved == nil ? screenBelow : saved?.opener
        // An opener is older than the screen that it has opened. A number above `lastSaved` belongs to a screen that
        // this method numbers.
        if let known = opener, known.rawValue < 1 || known.rawValue > lastSaved || known >= id { opener = screenBelow }
        stacks[stack].elements[index] = Element(
          id: id, route: element.route, content: element.content, opener: opener)
      }
      let ids = stacks[stack].elements.map { $0.id }
      stacks[stack].isSorted = zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
    }
    let counts = Dictionary(stacks.map { ($0.id, $0.elements.count) }) { first, _ in first }
    for old in saved.stacks {
      let below = if case .modal = old.id { 1 } else { 0 }
      let count = counts[old.id] ?? 0
      for (index, element) in old.elements.enumerated().dropFirst(count) where element.hasState {
        try report(old.id, index >= below ? index - below : nil, nil)
      }
    }
  }

  /// The limit for the numbers of restored screens. It leaves enough higher numbers for new screens.
  private static var idLimit: Int { Int.max / 2 }
}
