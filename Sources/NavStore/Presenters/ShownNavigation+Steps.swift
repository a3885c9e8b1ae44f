extension ShownNavigation {
  /// The shortest list of steps after which a shell shows a state.
  ///
  /// What is in the way is dismissed first; then come the tabs, then the paths of what stays, then what is presented.
  /// What is in both stays throughout: a tab by its value, and a modal whose identity, style and root are the same, if
  /// all below it stay too. A path takes one step, a modal one, several dismissals one, the tabs with their selection
  /// one; more only where the limits ask.
  ///
  /// Animated is what the user goes on seeing: a dismissal, and what concerns the stack that has the focus in the end;
  /// the tabs, if a tab's has. A shell that has shown nothing appears as it is.
  ///
  /// The cost grows with the length of the paths.
  public func steps(
    to state: NavigationState<Tab, Route>, limits: StepLimits = StepLimits()
  ) -> [NavigationStep<Tab, Route>] {
    StepList(from: self, to: state, limits: limits).steps
  }
}

extension NavigationState {
  /// The shortest list of steps that leads a shell from one state to this one; see
  /// ``ShownNavigation/steps(to:limits:)``.
  public func steps(
    from old: NavigationState, limits: StepLimits = StepLimits()
  ) -> [NavigationStep<Tab, Route>] {
    ShownNavigation(old).steps(to: self, limits: limits)
  }
}

/// The list as it is written, part by part.
private struct StepList<Tab: Hashable & Sendable, Route: Hashable & Sendable> {
  private(set) var steps: [NavigationStep<Tab, Route>] = []
  private let limits: StepLimits
  private let isFirst: Bool
  /// What the user sees in the end.
  private let focus: StackID<Tab>

  init(from shown: ShownNavigation<Tab, Route>, to state: NavigationState<Tab, Route>, limits: StepLimits) {
    self.limits = limits
    isFirst = shown.selectedTab == nil
    focus = state.modals.last.map { .modal($0.id) } ?? .tab(state.selectedTab)
    let kept = zip(shown.modals, state.modals).prefix { $0.id == $1.id && $0.style == $1.style && $0.root == $1.root }
      .count

    dismiss(shown.modals[kept...])
    changeTabs(from: shown, to: state)
    for tab in state.tabs { changePath(of: .tab(tab), from: shown.path(of: .tab(tab)) ?? [], to: state.path(of: tab)) }
    for (old, new) in zip(shown.modals, state.modals).prefix(kept) {
      changePath(of: .modal(new.id), from: old.path, to: new.path)
    }
    for modal in state.modals[kept...] { present(modal) }
  }

  private mutating func add(_ change: NavigationStep<Tab, Route>.Change, isSeen: Bool) {
    steps.append(NavigationStep(change, isAnimated: isSeen && !isFirst))
  }

  private mutating func dismiss(_ modals: ArraySlice<Modal<Route>>) {
    var rest = modals
    while !rest.isEmpty {
      let top = rest.suffix(limits.dismissals)
      add(.dismiss(top[top.startIndex].id), isSeen: true)
      rest.removeLast(top.count)
    }
  }

  private mutating func changeTabs(from shown: ShownNavigation<Tab, Route>, to state: NavigationState<Tab, Route>) {
    let isSeen = focus == .tab(state.selectedTab)
    if shown.tabs != state.tabs {
      add(.setTabs(state.tabs, selecting: state.selectedTab), isSeen: isSeen)
    } else if shown.selectedTab != state.selectedTab {
      add(.selectTab(state.selectedTab), isSeen: isSeen)
    }
  }

  private mutating func changePath(of stack: StackID<Tab>, from old: [Route], to new: [Route]) {
    let isSeen = stack == focus
    switch PathChange(from: old, to: new) {
    case nil: break
    case .popped(let count): add(.pop(count, in: stack), isSeen: isSeen)
    case .pushed(let added):
      grow(stack, from: new.count - added, to: new, isSeen: isSeen)
    case .replaced(_, let added):
      let depth = new.count - added + min(added, limits.pushes)
      add(.setPath(Array(new[..<depth]), in: stack), isSeen: isSeen)
      grow(stack, from: depth, to: new, isSeen: isSeen)
    }
  }

  /// Adds to a stack what a path has above that depth.
  private mutating func grow(_ stack: StackID<Tab>, from depth: Int, to path: [Route], isSeen: Bool) {
    var depth = depth
    while depth < path.count {
      let added = min(path.count - depth, limits.pushes)
      depth += added
      add(added == 1 ? .push(path[depth - 1], in: stack) : .setPath(Array(path[..<depth]), in: stack), isSeen: isSeen)
    }
  }

  private mutating func present(_ modal: Modal<Route>) {
    let stack = StackID<Tab>.modal(modal.id)
    var first = modal
    first.path = Array(modal.path.prefix(limits.pushes - 1))
    add(.present(first), isSeen: stack == focus)
    grow(stack, from: first.path.count, to: modal.path, isSeen: stack == focus)
  }
}
