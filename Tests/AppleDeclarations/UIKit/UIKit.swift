// Declarations of UIKit, to type-check against where there is no Apple SDK. Never a target of the package.
//
// Only what the coordinator of Docs/HowTo/Views/UIKitAndAppKit.md and the scene delegate of Docs/HowTo/Links/Scenes.md
// use, for iOS. Above each declaration is the page of Apple's documentation that it follows. Nothing of it runs. The
// optional requirements of the delegates are required here, and their parameters have no default values, which is
// stricter, because the compiler runs without the Objective-C runtime. What Apple imports from Objective-C behaves as
// with `@preconcurrency`.

@_exported public import Foundation

/// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor @preconcurrency open class UIResponder: NSObject {}

/// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor @preconcurrency open class UIViewController: UIResponder {
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/modalpresentationstyle
  open var modalPresentationStyle: UIModalPresentationStyle {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/presentingviewcontroller
  open var presentingViewController: UIViewController? { fatalError() }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/presentationcontroller
  open var presentationController: UIPresentationController? { fatalError() }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/transitioncoordinator
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { fatalError() }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/present(_:animated:completion:)
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) { fatalError() }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/dismiss(animated:completion:)
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { fatalError() }
}

/// https://developer.apple.com/documentation/uikit/uialertaction
@MainActor @preconcurrency open class UIAlertAction: NSObject {
  /// https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum
  public enum Style: Int, Sendable {
    /// https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum/default
    case `default` = 0
    /// https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum/cancel
    case cancel = 1
    /// https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum/destructive
    case destructive = 2
  }
  /// https://developer.apple.com/documentation/uikit/uialertaction/init(title:style:handler:)
  public convenience init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) { fatalError() }
}

/// https://developer.apple.com/documentation/uikit/uialertcontroller
@MainActor @preconcurrency open class UIAlertController: UIViewController {
  /// https://developer.apple.com/documentation/uikit/uialertcontroller/style
  public enum Style: Int, Sendable {
    /// https://developer.apple.com/documentation/uikit/uialertcontroller/style/actionsheet
    case actionSheet = 0
    /// https://developer.apple.com/documentation/uikit/uialertcontroller/style/alert
    case alert = 1
  }
  /// https://developer.apple.com/documentation/uikit/uialertcontroller/init(title:message:preferredstyle:)
  public convenience init(title: String?, message: String?, preferredStyle: Style) { fatalError() }
  /// https://developer.apple.com/documentation/uikit/uialertcontroller/addaction(_:)
  open func addAction(_ action: UIAlertAction) { fatalError() }
}

/// https://developer.apple.com/documentation/uikit/uimodalpresentationstyle
public enum UIModalPresentationStyle: Int, Sendable {
  /// https://developer.apple.com/documentation/uikit/uimodalpresentationstyle/fullscreen
  case fullScreen = 0
  /// https://developer.apple.com/documentation/uikit/uimodalpresentationstyle/pagesheet
  @available(tvOS, unavailable)
  case pageSheet = 1
}

/// https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinatorcontext
@MainActor @preconcurrency public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {}

/// https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinator
@MainActor @preconcurrency
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
  /// https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinator/animate(alongsidetransition:completion:)
  @discardableResult func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

/// https://developer.apple.com/documentation/uikit/uipresentationcontroller
@MainActor @preconcurrency open class UIPresentationController: NSObject {
  /// https://developer.apple.com/documentation/uikit/uipresentationcontroller/presentedviewcontroller
  open var presentedViewController: UIViewController { fatalError() }
  /// https://developer.apple.com/documentation/uikit/uipresentationcontroller/delegate
  open var delegate: (any UIAdaptivePresentationControllerDelegate)? {
    get { fatalError() }
    set { fatalError() }
  }
}

/// https://developer.apple.com/documentation/uikit/uiadaptivepresentationcontrollerdelegate
@MainActor @preconcurrency public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
  /// https://developer.apple.com/documentation/uikit/uiadaptivepresentationcontrollerdelegate/presentationcontrollerdiddismiss(_:)
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

/// https://developer.apple.com/documentation/uikit/uinavigationcontroller
@MainActor @preconcurrency open class UINavigationController: UIViewController {
  /// https://developer.apple.com/documentation/uikit/uinavigationcontroller/init(rootviewcontroller:)
  public init(rootViewController: UIViewController) { fatalError() }
  /// https://developer.apple.com/documentation/uikit/uinavigationcontroller/viewcontrollers
  open var viewControllers: [UIViewController] {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/uikit/uinavigationcontroller/delegate
  open var delegate: (any UINavigationControllerDelegate)? {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/uikit/uinavigationcontroller/setviewcontrollers(_:animated:)
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) { fatalError() }
}

/// https://developer.apple.com/documentation/uikit/uinavigationcontrollerdelegate
@MainActor @preconcurrency public protocol UINavigationControllerDelegate: NSObjectProtocol {
  /// https://developer.apple.com/documentation/uikit/uinavigationcontrollerdelegate/navigationcontroller(_:didshow:animated:)
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}

/// https://developer.apple.com/documentation/uikit/uitabbarcontroller
@MainActor @preconcurrency open class UITabBarController: UIViewController {
  /// https://developer.apple.com/documentation/uikit/uitabbarcontroller/selectedviewcontroller
  open var selectedViewController: UIViewController? {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/uikit/uitabbarcontroller/delegate
  open var delegate: (any UITabBarControllerDelegate)? {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/uikit/uitabbarcontroller/setviewcontrollers(_:animated:)
  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) { fatalError() }
}

/// https://developer.apple.com/documentation/uikit/uitabbarcontrollerdelegate
@MainActor @preconcurrency public protocol UITabBarControllerDelegate: NSObjectProtocol {
  /// https://developer.apple.com/documentation/uikit/uitabbarcontrollerdelegate/tabbarcontroller(_:shouldselect:)
  func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool
  /// https://developer.apple.com/documentation/uikit/uitabbarcontrollerdelegate/tabbarcontroller(_:didselect:)
  func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
  /// https://developer.apple.com/documentation/uikit/uitabbarcontrollerdelegate/tabbarcontroller(_:shouldselecttab:)
  @available(iOS 18, tvOS 18, visionOS 2, *)
  func tabBarController(_ tabBarController: UITabBarController, shouldSelectTab tab: UITab) -> Bool
  /// https://developer.apple.com/documentation/uikit/uitabbarcontrollerdelegate/tabbarcontroller(_:didselecttab:previoustab:)
  @available(iOS 18, tvOS 18, visionOS 2, *)
  func tabBarController(_ tabBarController: UITabBarController, didSelectTab selectedTab: UITab, previousTab: UITab?)
}

/// https://developer.apple.com/documentation/uikit/uitab
@available(iOS 18, tvOS 18, visionOS 2, *)
@MainActor @preconcurrency open class UITab: NSObject {
  /// https://developer.apple.com/documentation/uikit/uitab/viewcontroller
  open var viewController: UIViewController? { fatalError() }
}

// MARK: - Scenes

/// https://developer.apple.com/documentation/uikit/uiscene
@MainActor @preconcurrency open class UIScene: UIResponder {
  /// https://developer.apple.com/documentation/uikit/uiscene/connectionoptions
  @MainActor @preconcurrency open class ConnectionOptions: NSObject {
    /// https://developer.apple.com/documentation/uikit/uiscene/connectionoptions/urlcontexts
    open var urlContexts: Set<UIOpenURLContext> { fatalError() }
    /// https://developer.apple.com/documentation/uikit/uiscene/connectionoptions/useractivities
    open var userActivities: Set<NSUserActivity> { fatalError() }
  }
}

/// https://developer.apple.com/documentation/uikit/uiwindowscene
@MainActor @preconcurrency open class UIWindowScene: UIScene {}

/// https://developer.apple.com/documentation/uikit/uiscenesession
@MainActor @preconcurrency open class UISceneSession: NSObject {
  /// https://developer.apple.com/documentation/uikit/uiscenesession/persistentidentifier
  open var persistentIdentifier: String { fatalError() }
}

/// https://developer.apple.com/documentation/uikit/uiopenurlcontext
@MainActor @preconcurrency open class UIOpenURLContext: NSObject {
  /// https://developer.apple.com/documentation/uikit/uiopenurlcontext/url
  open var url: URL { fatalError() }
}

/// https://developer.apple.com/documentation/uikit/uiscenedelegate
@MainActor @preconcurrency public protocol UISceneDelegate: NSObjectProtocol {
  /// https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:willconnectto:options:)
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
  /// https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:openurlcontexts:)
  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>)
  /// https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:continue:)
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
  /// https://developer.apple.com/documentation/uikit/uiscenedelegate/scenewillresignactive(_:)
  func sceneWillResignActive(_ scene: UIScene)
  /// https://developer.apple.com/documentation/uikit/uiscenedelegate/scenediddisconnect(_:)
  func sceneDidDisconnect(_ scene: UIScene)
}

/// https://developer.apple.com/documentation/uikit/uiwindowscenedelegate
@MainActor @preconcurrency public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// https://developer.apple.com/documentation/uikit/uiwindowscenedelegate/window
  var window: UIWindow? { get set }
}

/// https://developer.apple.com/documentation/uikit/uiview
@MainActor @preconcurrency open class UIView: UIResponder {}

/// https://developer.apple.com/documentation/uikit/uiwindow
@MainActor @preconcurrency open class UIWindow: UIView {
  /// https://developer.apple.com/documentation/uikit/uiwindow/init(windowscene:)
  public init(windowScene: UIWindowScene) { fatalError() }
  /// https://developer.apple.com/documentation/uikit/uiwindow/rootviewcontroller
  open var rootViewController: UIViewController? {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/uikit/uiwindow/makekeyandvisible()
  open func makeKeyAndVisible() { fatalError() }
}
