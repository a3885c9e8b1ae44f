/// One thing that a shell does to its screens so that it shows a navigation: a push, a pop, a tab, a modal.
///
/// A shell is what draws by being told what to do, and not by reading a state: a framework of controllers, a terminal.
/// It does one step after the other, each when the one before is done, its animation included. ``NavigationPresenter``
/// hands them out.
public struct NavigationStep<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// What a step does.
  public enum Change: Hashable, Sendable {
    /// Puts a screen on top of a stack.
    case push(Route, in: StackID<Tab>)
    /// Takes that many screens from the top of a stack, at least one.
    case pop(Int, in: StackID<Tab>)
    /// Gives a stack other screens above its root. What it has in common with the path before, from the beginning, may
    /// stay.
    case setPath([Route], in: StackID<Tab>)
    /// Selects a tab.
    case selectTab(Tab)
    /// Changes which tabs there are and their order, and selects one of them. A tab that stays keeps its stack; one
    /// that is new is at its root.
    case setTabs([Tab], selecting: Tab)
    /// Presents a sheet or a cover over everything, with its root and the path that it has.
    case present(Modal<Route>)
    /// Dismisses a modal and those above it.
    case dismiss(ModalID)
  }

  /// What to do.
  public let change: Change

  /// Whether the user is to see how it happens. What is hidden, or what a later step of the same list hides, just
  /// happens.
  public let isAnimated: Bool

  /// A step, for tests of a shell.
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
    case .push(let route, let stack): "push \(route) in \(stack)"
    case .pop(let count, let stack): "pop \(count) in \(stack)"
    case .setPath(let path, let stack): "set \(path.isEmpty ? "/" : Self.text(path)) in \(stack)"
    case .selectTab(let tab): "select \(tab)"
    case .setTabs(let tabs, let selected): "tabs \(tabs.map { "\($0)" }.joined(separator: ", ")), select \(selected)"
    case .present(let modal): "present \(modal.style) \(modal.id.rawValue): \(modal.root)\(Self.text(modal.path))"
    case .dismiss(let id): "dismiss \(id.rawValue)"
    }
  }

  private static func text(_ path: [Route]) -> String { path.map { "/\($0)" }.joined() }
}

/// How much a shell does in one step.
public struct StepLimits: Hashable, Sendable {
  /// How many screens a step may put on top of what is shown. The root of a modal counts as one.
  public let pushes: Int
  /// How many modals a step may dismiss.
  public let dismissals: Int

  /// Limits of a shell. Stops the program when one is below 1: it could do nothing at all.
  ///
  /// - Parameters:
  ///   - pushes: How many screens a step may put on top; as many as there are unless told otherwise.
  ///   - dismissals: How many modals a step may dismiss; as many as there are unless told otherwise. Pass 1 for a shell
  ///     that dismisses one modal at a time.
  public init(pushes: Int = .max, dismissals: Int = .max) {
    guard pushes >= 1, dismissals >= 1 else {
      fatalError("StepLimits(pushes: \(pushes), dismissals: \(dismissals)): a step does at least one. Pass 1 or more.")
    }
    self.pushes = pushes
    self.dismissals = dismissals
  }
}
