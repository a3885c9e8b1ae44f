#if !canImport(UIKit)
  import Foundation

  // Doubles of the parts of UIKit that UIKitCoordinator.swift uses, for tests where there is no UIKit. They keep what
  // is set, and end each transition in a later turn. They show nothing.

  enum UIModalPresentationStyle { case fullScreen, pageSheet }

  @MainActor class UIViewController {
    let title: String
    var modalPresentationStyle = UIModalPresentationStyle.pageSheet
    private(set) weak var presentingViewController: UIViewController?
    private(set) var presentedViewController: UIViewController?
    private(set) lazy var presentationController: UIPresentationController? = UIPresentationController(presented: self)
    fileprivate(set) var transitionCoordinator: UIViewControllerTransitionCoordinator?

    init(title: String = "") { self.title = title }

    func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)?) {
      precondition(presentedViewController == nil, "\(title) presents a controller already.")
      presentedViewController = controller
      controller.presentingViewController = self
      Task { completion?() }
    }

    func dismiss(animated: Bool, completion: (() -> Void)?) {
      presentedViewController?.presentingViewController = nil
      presentedViewController = nil
      Task { completion?() }
    }
  }

  final class UIAlertAction {
    enum Style { case `default`, cancel, destructive }

    let title: String?
    let style: Style
    let handler: (UIAlertAction) -> Void

    init(title: String?, style: Style, handler: @escaping (UIAlertAction) -> Void) {
      (self.title, self.style, self.handler) = (title, style, handler)
    }
  }

  final class UIAlertController: UIViewController {
    enum Style { case alert }

    let message: String?
    private(set) var actions: [UIAlertAction] = []

    init(title: String, message: String?, preferredStyle: Style) {
      self.message = message
      super.init(title: title)
    }

    func addAction(_ action: UIAlertAction) { actions.append(action) }

    /// Taps a button: the alert is dismissed, and the handler is called.
    func tap(_ index: Int) {
      presentingViewController?.dismiss(animated: true, completion: nil)
      actions[index].handler(actions[index])
    }
  }

  @MainActor final class UIViewControllerTransitionCoordinator {
    func animate(
      alongsideTransition animation: ((UIViewControllerTransitionCoordinator) -> Void)?,
      completion: ((UIViewControllerTransitionCoordinator) -> Void)?
    ) -> Bool {
      Task { completion?(self) }
      return true
    }
  }

  @MainActor final class UIPresentationController {
    unowned let presentedViewController: UIViewController
    weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

    init(presented: UIViewController) { presentedViewController = presented }
  }

  final class UINavigationController: UIViewController {
    private(set) var viewControllers: [UIViewController]
    weak var delegate: (any UINavigationControllerDelegate)?

    init(rootViewController: UIViewController) {
      viewControllers = [rootViewController]
      super.init()
    }

    func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
      viewControllers = controllers
      transitionCoordinator = animated ? UIViewControllerTransitionCoordinator() : nil
      reportTop()
    }

    /// What the user does with a swipe, or with the back button.
    func swipeBack() {
      viewControllers.removeLast()
      reportTop()
    }

    private func reportTop() {
      guard let top = viewControllers.last else { return }
      delegate?.navigationController(self, didShow: top, animated: true)
    }
  }

  final class UITabBarController: UIViewController {
    private(set) var viewControllers: [UIViewController] = []
    var selectedViewController: UIViewController?
    weak var delegate: (any UITabBarControllerDelegate)?

    func setViewControllers(_ controllers: [UIViewController], animated: Bool) { viewControllers = controllers }

    /// The methods of the delegate that a version of UIKit calls.
    enum Calls: CaseIterable { case ofControllers, ofTabs, both }

    /// What the user does with a tap on a tab.
    func tap(_ index: Int, calls: Calls = .ofControllers) {
      let controller = viewControllers[index]
      let tab = UITab(viewController: controller)
      if calls != .ofControllers {
        guard delegate?.tabBarController(self, shouldSelectTab: tab) != false else { return }
      }
      if calls != .ofTabs {
        guard delegate?.tabBarController(self, shouldSelect: controller) != false else { return }
      }
      selectedViewController = controller
      if calls != .ofControllers { delegate?.tabBarController(self, didSelectTab: tab, previousTab: nil) }
      if calls != .ofTabs { delegate?.tabBarController(self, didSelect: controller) }
    }
  }

  @MainActor final class UITab {
    let viewController: UIViewController?

    init(viewController: UIViewController?) { self.viewController = viewController }
  }

  @MainActor protocol UINavigationControllerDelegate: AnyObject {
    func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
  }

  @MainActor protocol UITabBarControllerDelegate: AnyObject {
    func tabBarController(
      _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool
    func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
    func tabBarController(_ tabBarController: UITabBarController, shouldSelectTab tab: UITab) -> Bool
    func tabBarController(
      _ tabBarController: UITabBarController, didSelectTab selectedTab: UITab, previousTab: UITab?)
  }

  @MainActor protocol UIAdaptivePresentationControllerDelegate: AnyObject {
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
  }
#endif
