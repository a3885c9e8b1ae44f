import NavStore

private typealias Numbered = NavigationState<Int, Route>
private typealias NumberedAction = NavigationAction<Int, Route>

extension Suite {
  /// The cost of each action compared with the same change of arrays by hand, and its growth with the depth or the
  /// number of tabs. Only the reducer runs, without a store.
  static var navigation: Suite {
    Suite("navigation", pathActions + setActions + otherActions + [tabs])
  }

  /// Actions at the end of a path, and actions that search it.
  private static var pathActions: [Series] {
    let (item, other) = (Route.item(-1), Route.item(-2))
    return [
      action("push, pop", [.push(item), .pop()]) { state, count in
        for _ in 0..<count { state.atEnd(push: item) }
      },
      action("pushUnlessTop of the top", { [.pushUnlessTop(.item($0 - 1))] }) { state, count in
        let top = state.paths[0][state.paths[0].count - 1]
        for _ in 0..<count { state.pushUnlessTop(top) }
      },
      action("navigate to a new route, pop", grows: true, { _ in [.navigate(to: item), .pop()] }) { state, count in
        for _ in 0..<count {
          if let index = state.paths[state.selected].lastIndex(of: item) {
            state.paths[state.selected].removeLast(state.paths[state.selected].count - index - 1)
            state.paths[state.selected].removeLast()
          } else {
            state.atEnd(push: item)
          }
        }
      },
      action("bringToFront of the first route", grows: true, { depth in (0..<depth).map { .bringToFront(.item($0)) } })
      {
        state, count in
        let depth = state.paths[0].count
        for _ in 0..<count {
          for number in 0..<depth {
            guard let index = state.paths[state.selected].lastIndex(of: .item(number)) else { continue }
            if index == depth - 1 { continue }
            let route = state.paths[state.selected].remove(at: index)
            state.paths[state.selected].append(route)
          }
        }
      },
      action("push, popTo the route beneath", { [.push(item), .popTo(.item($0 - 1))] }) { state, count in
        let wanted = Route.item(state.paths[0].count - 1)
        for _ in 0..<count {
          state.paths[state.selected].append(item)
          guard let index = state.paths[state.selected].lastIndex(of: wanted) else { continue }
          state.paths[state.selected].removeLast(state.paths[state.selected].count - index - 1)
        }
      },
      action("push, popTo its depth", { [.push(item), .popTo(depth: $0)] }) { state, count in
        for _ in 0..<count { state.atEnd(push: item) }
      },
      action("replaceTop", [.replaceTop(other), .replaceTop(item)]) { state, count in
        for _ in 0..<count {
          state.replaceTop(other)
          state.replaceTop(item)
        }
      },
      action("back, push", [.push(item), .back]) { state, count in
        for _ in 0..<count { state.atEnd(push: item) }
      },
      action(
        "refresh of the top",
        {
          [
            .replaceOrDrop(.item($0 - 1), at: $0 - 1, in: .focused, with: item),
            .replaceOrDrop(item, at: $0 - 1, in: .focused, with: .item($0 - 1)),
          ]
        }
      ) { state, count in
        let old = state.paths[0][state.paths[0].count - 1]
        for _ in 0..<count {
          state.replaceTop(item)
          state.replaceTop(old)
        }
      },
    ]
  }

  /// Actions that set a whole path. Their cost grows with its length.
  private static var setActions: [Series] {
    func path(_ depth: Int) -> [Route] { (0..<depth).map { .item($0) } }
    return [
      action(
        "setPath to one more, and to one less", grows: true,
        { [.setPath(path($0) + [.settings], in: .focused), .setPath(path($0), in: .focused)] }
      ) { state, count in
        let (shorter, longer) = (state.paths[0], state.paths[0] + [.settings])
        for _ in 0..<count {
          for path in [longer, shorter] where state.paths[state.selected] != path { state.paths[state.selected] = path }
        }
      },
      action("popToRoot, setPath", grows: true, { [.popToRoot, .setPath(path($0), in: .focused)] }) { state, count in
        let path = state.paths[0]
        for _ in 0..<count {
          state.paths[state.selected].removeAll(keepingCapacity: true)
          state.paths[state.selected] = path
        }
      },
      action("deepLink", grows: true, { [.deepLink(DeepLink(tab: 0, path: path($0)))] }) { state, count in
        let path = state.paths[0]
        for _ in 0..<count {
          state.selected = 0
          state.modals.removeAll(keepingCapacity: true)
          state.paths[0] = path
        }
      },
    ]
  }

  /// Actions that do not change the path.
  private static var otherActions: [Series] {
    let sheet = Route.settings
    return [
      action("tabTapped of another tab", [.tabTapped(1), .tabTapped(0)]) { state, count in
        for _ in 0..<count {
          state.select(1)
          state.select(0)
        }
      },
      action("selectTab", [.selectTab(2), .selectTab(0)]) { state, count in
        for _ in 0..<count {
          state.select(2)
          state.select(0)
        }
      },
      action("present, dismiss", [.present(sheet), .dismiss]) { state, count in
        for _ in 0..<count {
          state.modals.append(sheet)
          state.modals.removeLast()
        }
      },
      action("present, dismissAll", [.present(sheet), .dismissAll]) { state, count in
        for _ in 0..<count {
          state.modals.append(sheet)
          state.modals.removeAll(keepingCapacity: true)
        }
      },
      action("setTabs to two of three, and back", depths: [0], { _ in [.setTabs([0, 1]), .setTabs([0, 1, 2])] }) {
        state, count in
        for _ in 0..<count {
          state.paths.removeLast()
          state.paths.append([])
        }
      },
      action("push, reset", depths: [0], { _ in [.push(sheet), .reset] }) { state, count in
        for _ in 0..<count { state.atEnd(push: sheet) }
      },
      action("push, reset of the tab", depths: [0], { _ in [.push(sheet), .reset(0)] }) { state, count in
        for _ in 0..<count { state.atEnd(push: sheet) }
      },
    ]
  }

  /// Frequent actions in apps with more tabs.
  private static var tabs: Series {
    let runs = 2_000
    return Series(
      "what grows with the number of tabs", over: "tabs",
      [3, 5, 20].flatMap { tabs in
        let kinds: [(name: String, actions: [NumberedAction])] = [
          ("tabTapped", (0..<60).map { .tabTapped($0 % tabs) }),
          ("push", (0..<60).map { $0 % 20 == 19 ? .popToRoot : .push(.item($0)) }),
          ("pop", (0..<60).map { $0 % 20 == 0 ? .setPath(HandNavigation.twenty, in: .focused) : .pop() }),
        ]
        return kinds.map { name, actions in
          let limits: [Limit] = tabs == 5 ? [.times(1.1, at: 3), .noAllocations] : [.noAllocations]
          return Point(
            tabs, operations: runs * actions.count,
            floor: Contender("\(name), arrays by hand") {
              Run {
                var state = HandNavigation(tabs: tabs, depth: 0)
                state.selected = tabs - 1
                for _ in 0..<runs { state.repeatUsersActions(name) }
                return { [state] in state }
              }
            },
            [
              // In the last tab, which takes the longest to find.
              .cycle(name, limits, actions, runs: runs) {
                Numbered(tabs: Array(0..<tabs), selectedTab: tabs - 1)
              }
            ])
        }
      })
  }

  private static func action(
    _ name: String, _ cycle: [NumberedAction], byHand: @escaping @Sendable (inout HandNavigation, Int) -> Void
  ) -> Series {
    action(name, { _ in cycle }, byHand: byHand)
  }

  /// Returns a series for a list of actions whose last state is the first, at several depths.
  ///
  /// - Parameter grows: Whether the cost grows with the depth, so that deeper paths need fewer repetitions.
  private static func action(
    _ name: String, depths: [Int] = [1, 10, 100, 1_000, 10_000], grows: Bool = false,
    _ cycle: (_ depth: Int) -> [NumberedAction],
    byHand: @escaping @Sendable (inout HandNavigation, _ runs: Int) -> Void
  ) -> Series {
    Series(
      name, over: depths == [0] ? nil : "depth",
      depths.map { depth in
        let actions = cycle(depth)
        let runs = max(10_000 / actions.count / (grows ? max(depth / 10, 1) : 1), 1)
        return Point(
          depths == [0] ? nil : depth, operations: runs * actions.count,
          floor: Contender("arrays by hand") {
            let initial = Handover(HandNavigation(tabs: 3, depth: depth))
            return Run {
              var state = try initial.take()
              byHand(&state, runs)
              return { [state] in state }
            }
          },
          [
            .cycle("NavigationReducer", [], actions, runs: runs) {
              Numbered(tabs: [0, 1, 2], paths: [0: (0..<depth).map { .item($0) }])
            }
          ])
      })
  }
}

extension Contender {
  /// Repeats a list of actions.
  fileprivate static func cycle(
    _ name: String, _ limits: [Limit], _ actions: [NumberedAction], runs: Int,
    from initial: @escaping @Sendable () -> Numbered
  ) -> Contender {
    Contender(name, limits: limits) {
      let reducer = NavigationReducer<Int, Route>()
      let initial = Handover(initial())
      return Run {
        var state = try initial.take()
        for _ in 0..<runs {
          for action in actions { _ = reducer.reduce(into: &state, action: action) }
        }
        return { [state] in HandNavigation(state) }
      }
    }
  }
}
