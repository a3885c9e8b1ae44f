// The coordinator of Docs/HowTo/Views/UIKitAndAppKit.md. Tests run it with the classes of UIKitDoubles.swift.
// `.ci/typecheck-apple` checks it for iOS against declarations of UIKit.

#if canImport(UIKit)
  // snippet: uikit imports
  import NavStore
  import UIKit
// end
#else
  import Foundation
  import NavStore
#endif

// snippet: uikit coordinator
@MainActor final class Coordinator: NSObject {
  typealias Step = NavigationStep<MusicTab, MusicRoute>
  typealias Stack = StackID<MusicTab>

  let tabBar = UITabBarController()
  private let store: Store<NavigationState<MusicTab, MusicRoute>, NavigationAction<MusicTab, MusicRoute>>
  private let presenter: NavigationPresenter<MusicTab, MusicRoute>
  private let makeRoot: (MusicTab) -> UIViewController
  private let makeScreen: (MusicRoute) -> UIViewController
  private var controllers: [Stack: UINavigationController] = [:]

  init(
    store: Store<NavigationState<MusicTab, MusicRoute>, NavigationAction<MusicTab, MusicRoute>>,
    root: @escaping (MusicTab) -> UIViewController, screen: @escaping (MusicRoute) -> UIViewController
  ) {
    self.store = store
    presenter = NavigationPresenter(of: store)
    makeRoot = root
    makeScreen = screen
    super.init()
    tabBar.delegate = self
  }

  /// Shows the navigation of the store until the task is cancelled.
  func run() async {
    await presenter.run { step in await perform(step) }
  }

  private func perform(_ step: Step) async {
    switch step.change {
    case .setTabs(let tabs, let selected):
      for tab in tabs where controllers[.tab(tab)] == nil {
        controllers[.tab(tab)] = makeController(root: makeRoot(tab))
      }
      let removed = controllers.keys.filter {
        if case .tab(let tab) = $0 { !tabs.contains(tab) } else { false }
      }
      for stack in removed { controllers[stack] = nil }
      tabBar.setViewControllers(tabs.compactMap { controllers[.tab($0)] }, animated: false)
      tabBar.selectedViewController = controllers[.tab(selected)]
    case .selectTab(let tab):
      tabBar.selectedViewController = controllers[.tab(tab)]
    case .push(let route, let stack):
      await setScreens(of: stack, animated: step.isAnimated) { $0.append(makeScreen(route)) }
    case .pop(let count, let stack):
      await setScreens(of: stack, animated: step.isAnimated) { $0.removeLast(count) }
    case .setPath(let path, let stack):
      await setScreens(of: stack, animated: step.isAnimated) { $0 = Array($0.prefix(1)) + path.map(makeScreen) }
    case .present(let modal):
      let controller = makeController(root: makeScreen(modal.root))
      controller.setViewControllers(controller.viewControllers + modal.path.map(makeScreen), animated: false)
      controller.modalPresentationStyle = modal.style == .cover ? .fullScreen : .pageSheet
      controllers[.modal(modal.id)] = controller
      let top = topController
      controller.presentationController?.delegate = self
      await withCheckedContinuation { done in
        top.present(controller, animated: step.isAnimated) { done.resume() }
      }
    case .dismiss(let modal):
      guard let controller = controllers[.modal(modal)], let below = controller.presentingViewController else {
        break
      }
      await withCheckedContinuation { done in
        below.dismiss(animated: step.isAnimated) { done.resume() }
      }
      removeDismissedControllers()
    }
  }

  /// Changes the screens of a stack, and returns when the transition has ended.
  private func setScreens(
    of stack: Stack, animated: Bool, change: (inout [UIViewController]) -> Void
  ) async {
    guard let controller = controllers[stack] else { return }
    var screens = controller.viewControllers
    change(&screens)
    controller.setViewControllers(screens, animated: animated)
    guard animated, let transition = controller.transitionCoordinator else { return }
    // UIKit may call the completion even if it has not queued the animation. A stream may end twice.
    let (transitions, end) = AsyncStream.makeStream(of: Void.self)
    if !transition.animate(alongsideTransition: nil, completion: { _ in end.finish() }) { end.finish() }
    for await _ in transitions {}
  }

  private func makeController(root: UIViewController) -> UINavigationController {
    let controller = UINavigationController(rootViewController: root)
    controller.delegate = self
    return controller
  }

  private func stack(of controller: UIViewController) -> Stack? {
    controllers.first { $0.value === controller }?.key
  }

  /// The controllers of the modals, from the lowest to the top one.
  private var presentedControllers: [UIViewController] {
    presenter.shown.modals.compactMap { controllers[.modal($0.id)] }.filter {
      $0.presentingViewController != nil
    }
  }

  /// The controller on top, which can present another one.
  private var topController: UIViewController { presentedControllers.last ?? tabBar }

  private func removeDismissedControllers() {
    let shown = Set(presenter.shown.modals.map { Stack.modal($0.id) })
    controllers = controllers.filter { stack, _ in
      if case .modal = stack { shown.contains(stack) } else { true }
    }
  }
}
// end

// snippet: uikit prompts
extension Coordinator {
  /// Presents each prompt over the controller on top, until the task is cancelled. `nil` dismisses the last
  /// one.
  func present<Action: Equatable>(_ prompts: AsyncStream<Prompt<Action>?>, send: @escaping (Action) -> Void)
    async
  {
    var shown: UIAlertController?
    for await prompt in prompts {
      // A tapped button has already dismissed its alert.
      if let below = shown?.presentingViewController { await dismiss(over: below) }
      shown = prompt.map { alert(for: $0, send: send) }
      if let shown { topController.present(shown, animated: true, completion: nil) }
    }
  }

  private func alert<Action>(
    for prompt: Prompt<Action>, send: @escaping (Action) -> Void
  ) -> UIAlertController {
    let alert = UIAlertController(title: prompt.title, message: prompt.message, preferredStyle: .alert)
    let buttons = prompt.buttons.isEmpty ? [Prompt<Action>.Button("OK")] : prompt.buttons
    for button in buttons {
      let style: UIAlertAction.Style =
        switch button.role {
        case .cancel: .cancel
        case .destructive: .destructive
        case nil: .default
        }
      alert.addAction(
        UIAlertAction(title: button.title, style: style) { _ in send(prompt.action(of: button)) })
    }
    return alert
  }

  private func dismiss(over below: UIViewController) async {
    await withCheckedContinuation { done in below.dismiss(animated: true) { done.resume() } }
  }
}
// end

// snippet: uikit user
extension Coordinator: UINavigationControllerDelegate {
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
  ) {
    // After a swipe back, or the back button, the controller has fewer screens than the presenter has shown.
    guard let stack = stack(of: navigationController), let path = presenter.shown.path(of: stack) else {
      return
    }
    let depth = navigationController.viewControllers.count - 1
    if depth < path.count { presenter.userSetPath(Array(path.prefix(depth)), of: stack) }
  }
}

extension Coordinator: UITabBarControllerDelegate {
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool {
    shouldSelect(viewController)
  }

  func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {
    didSelect(viewController)
  }

  @available(iOS 18.0, *)
  func tabBarController(_ tabBarController: UITabBarController, shouldSelectTab tab: UITab) -> Bool {
    shouldSelect(tab.viewController)
  }

  @available(iOS 18.0, *)
  func tabBarController(
    _ tabBarController: UITabBarController, didSelectTab selectedTab: UITab, previousTab: UITab?
  ) {
    didSelect(selectedTab.viewController)
  }

  private func shouldSelect(_ controller: UIViewController?) -> Bool {
    guard let controller, controller === tabBar.selectedViewController else { return true }
    guard case .tab(let tab)? = stack(of: controller) else { return true }
    store.send(.tabTapped(tab))  // the second tap: the steps pop the stack
    return false
  }

  private func didSelect(_ controller: UIViewController?) {
    if let controller, case .tab(let tab)? = stack(of: controller) { presenter.userSelected(tab) }
  }
}

extension Coordinator: UIAdaptivePresentationControllerDelegate {
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
    // The user has pulled a sheet down.
    guard case .modal(let modal)? = stack(of: presentationController.presentedViewController) else { return }
    presenter.userDismissed(modal)
    removeDismissedControllers()
  }
}
// end
