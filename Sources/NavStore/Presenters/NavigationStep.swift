/// One of the changes that lead a user interface to a new navigation, for example a push, a pop, a tab selection or the
/// presentation of a modal.
///
/// Steps are for an interface that is driven by commands and does not read a state, such as a framework of view
/// controllers or a terminal. The interface performs one step at a time, and each step ends when its animation ends. A
/// ``NavigationPresenter`` creates the steps and waits for each of them.
public struct NavigationStep<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// The change of a step.
  public indirect enum Change: Hashable, Sendable {
    /// Pushes a screen onto a stack.
    case push(Route, in: StackID<Tab>)
    /// Removes the given number of screens, at least one, from the top of a stack.
    case pop(Int, in: StackID<Tab>)
    /// Replaces the screens above the root of a stack. The screens of the longest common prefix of the old and the new
    /// path can stay.
    case setPath([Route], in: StackID<Tab>)
    /// Selects a tab.
    case selectTab(Tab)
    /// Changes the tabs and their order, and selects one of them. A tab that stays keeps its stack. A new tab starts at
    /// its root.
    case setTabs([Tab], selecting: Tab)
    /// Presents a modal over all other screens, with its root and its path.
    case present(Modal<Route>)
    /// Dismisses a modal and the modals above it.
    case dismiss(ModalID)
  }

  /// The change to perform.
  public let change: Change

  /// A Boolean value that indicates whether the change is animated. A change that the user cannot see, or that a later
  /// step of the list hides, is not animated.
  public let isAnimated: Bool

  /// Creates a step, for tests of a user interface.
  public init(_ change: Change, isAnimated: Bool = true) {
    self.change = change
    self.isAnimated = isAnimated
  }
}

extension NavigationStep: CustomStringConvertible {
  /// One line for a log or a debugger: `push song(7) in home, animated`.
  public var description: String { "\(change)" + (isAnimated ? ", animated" : "") }
}

extension NavigationStep.Change: CustomStringConvertible {
  /// One line for a log or a debugger: `pop 2 in modal 3`.
  public var description: String {
    switch self {
    case .push(let route, let stack): "push \(ValueText.text(of: route)) in \(stack)"
    case .pop(let count, let stack): "pop \(count) in \(stack)"
    case .setPath(let path, let stack): "set \(path.isEmpty ? "/" : Self.text(path)) in \(stack)"
    case .selectTab(let tab): "select \(ValueText.text(of: tab))"
    case .setTabs(let tabs, let selected):
      "tabs \(tabs.map(ValueText.text).joined(separator: ", ")), select \(ValueText.text(of: selected))"
    case .present(let modal):
      "present \(modal.style) \(modal.id.rawValue): \(ValueText.text(of: modal.root))\(Self.text(modal.path))"
    case .dismiss(let id): "dismiss \(id.rawValue)"
    }
  }

  private static func text(_ path: [Route]) -> String { path.map { "/" + ValueText.text(of: $0) }.joined() }
}

/// The maximum numbers of screens that one step may add and of modals that one step may dismiss.
public struct StepLimits: Hashable, Sendable {
  /// The maximum number of added screens. The root of a modal is one screen.
  package let pushes: Int
  package let dismissals: Int

  /// Creates limits. If a limit is below 1, this initializer stops the program.
  ///
  /// - Parameters:
  ///   - pushes: The maximum number of screens that a step may add. By default, there is no limit.
  ///   - dismissals: The maximum number of modals that a step may dismiss. By default, there is no limit. Pass 1 for an
  ///     interface that dismisses one modal at a time.
  public init(pushes: Int = .max, dismissals: Int = .max) {
    guard pushes >= 1, dismissals >= 1 else {
      fatalError("StepLimits(pushes: \(pushes), dismissals: \(dismissals)): a limit is too small. Pass at least 1.")
    }
    self.pushes = pushes
    self.dismissals = dismissals
  }
}
