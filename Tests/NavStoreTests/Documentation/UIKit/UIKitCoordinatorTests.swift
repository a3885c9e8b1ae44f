#if !canImport(UIKit)
  import NavStore
  import NavStoreTesting
  import Testing

  @MainActor @Suite(.hangLimit) struct UIKitCoordinatorTests {
    let store = Store(
      initialState: NavigationState<MusicTab, MusicRoute>(tabs: MusicTab.allCases), reducer: NavigationReducer())
    let coordinator: Coordinator

    init() {
      coordinator = Coordinator(
        store: store, root: { UIViewController(title: $0.rawValue) }, screen: { UIViewController(title: "\($0)") })
    }

    /// The titles of the screens of a stack.
    func titles(_ controller: UIViewController?) -> [String] {
      (controller as? UINavigationController)?.viewControllers.map(\.title) ?? []
    }

    /// Runs the coordinator until its controllers are as expected.
    func show(_ isShown: () -> Bool) async {
      let running = Task { await coordinator.run() }
      for _ in 1...10_000 where !isShown() { await Task.yield() }
      #expect(isShown())
      // The steps that are left, if any.
      for _ in 1...20 { await Task.yield() }
      running.cancel()
      await running.value
    }

    @Test func `the controllers follow the store`() async {
      store.send([.push(.album(3)), .push(.song(300)), .selectTab(.library)])
      await show { titles(coordinator.tabBar.viewControllers.first) == ["home", "album(3)", "song(300)"] }
      #expect(titles(coordinator.tabBar.selectedViewController) == ["library"])

      store.send([.selectTab(.home), .popToRoot])
      await show { titles(coordinator.tabBar.viewControllers.first) == ["home"] }
      store.send(.push(.album(4)))
      await show { titles(coordinator.tabBar.viewControllers.first) == ["home", "album(4)"] }
      store.send(.setTabs([.library]))
      await show { coordinator.tabBar.viewControllers.count == 1 }
    }

    @Test func `a prompt is an alert, whose buttons send their actions`() async throws {
      let songs = Store(initialState: Prompts.AppState(), reducer: Prompts.AppReducer())
      var alert: UIAlertController? { coordinator.tabBar.presentedViewController as? UIAlertController }
      let presenting = Task { [coordinator] in
        await coordinator.present(songs.states(of: \.prompt)) { songs.send($0) }
      }
      func show(_ title: String?) async {
        for _ in 1...10_000 where alert?.title != title { await Task.yield() }
        #expect(alert?.title == title)
      }
      songs.send(.deleteTapped(1))
      await show("Delete song 1?")
      #expect(alert?.message == "It is removed from all devices.")
      #expect(alert?.actions.map(\.style) == [.destructive, .cancel])
      songs.send(.deleteTapped(2))
      await show("Delete song 2?")
      try #require(alert).tap(0)
      #expect(songs.state.songs == [1, 3])
      songs.send([.deleteConfirmed(1), .deleteTapped(3), .deleteConfirmed(3)])
      await show("The last song cannot be deleted.")
      #expect(alert?.actions.map(\.title) == ["OK"])
      try #require(alert).tap(0)
      #expect(songs.state.prompt == nil)
      await show(nil)
      presenting.cancel()
      await presenting.value
    }

    @Test func `what the user does in the controllers is in the store, once`() async {
      store.send([.push(.album(3)), .push(.song(300))])
      await show { titles(coordinator.tabBar.selectedViewController).count == 3 }
      let revision = store.revision
      (coordinator.tabBar.selectedViewController as? UINavigationController)?.swipeBack()
      #expect(store.state.path(of: .home) == [.album(3)])
      coordinator.tabBar.tap(1)
      #expect(store.state.selectedTab == .library)
      #expect(store.revision == revision + 2)

      coordinator.tabBar.tap(0)
      coordinator.tabBar.tap(0)  // the second tap
      #expect(store.state.path(of: .home) == [])
      await show { titles(coordinator.tabBar.selectedViewController) == ["home"] }
    }

    @Test(arguments: UITabBarController.Calls.allCases)
    func `a tap is one action, whichever methods of the delegate UIKit calls`(calls: UITabBarController.Calls) async {
      store.send([.push(.album(3)), .push(.song(300))])
      await show { titles(coordinator.tabBar.selectedViewController).count == 3 }
      let revision = store.revision
      coordinator.tabBar.tap(1, calls: calls)
      #expect(store.state.selectedTab == .library)
      coordinator.tabBar.tap(0, calls: calls)
      #expect("\(store.state)" == "[home] /album(3)/song(300) | library /")
      coordinator.tabBar.tap(0, calls: calls)  // the second tap
      #expect("\(store.state)" == "[home] / | library /")
      #expect(store.revision == revision + 3)
      #expect(store.state.scrollSignal(of: .home) == 0)
    }

    @Test func `modals are presented by those below them, and dismissed with those above them`() async throws {
      store.send([.present(.settings), .push(.song(1)), .present(.album(3), style: .cover)])
      await show { coordinator.tabBar.presentedViewController?.presentedViewController != nil }
      let sheet = try #require(coordinator.tabBar.presentedViewController)
      #expect(titles(sheet) == ["settings", "song(1)"])
      #expect(sheet.presentedViewController?.modalPresentationStyle == .fullScreen)

      store.send(.dismissAll)
      await show { coordinator.tabBar.presentedViewController == nil }
      store.send(.present(.settings))
      await show { coordinator.tabBar.presentedViewController != nil }

      // The user pulls the sheet down.
      let second = try #require(coordinator.tabBar.presentedViewController)
      coordinator.tabBar.dismiss(animated: true, completion: nil)
      if let presentation = second.presentationController {
        presentation.delegate?.presentationControllerDidDismiss(presentation)
      }
      #expect(store.state.modals.isEmpty)
    }
  }
#endif
