// The scene delegate of Docs/HowTo/Links/Scenes.md. `.ci/typecheck-apple` checks it for iOS against
// declarations of UIKit.

#if canImport(UIKit)
  // snippet: scene delegate
  import NavStore
  import UIKit

  final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    private var model: SceneModel?
    private var showing: Task<Void, Never>?

    func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      guard let scene = scene as? UIWindowScene, let model = try? SceneModel(of: session.persistentIdentifier)
      else {
        return
      }
      self.model = model  // restored from the file of this scene
      // What has launched the app, before the first screen is drawn. Later links arrive in the methods below.
      for context in connectionOptions.urlContexts { model.open(context.url) }
      for activity in connectionOptions.userActivities { model.open(activity) }

      let window = UIWindow(windowScene: scene)
      window.rootViewController = model.coordinator.tabBar
      window.makeKeyAndVisible()
      self.window = window
      showing = Task { await model.run() }
    }

    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
      for context in contexts { model?.open(context.url) }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
      model?.open(userActivity)
    }

    func sceneWillResignActive(_ scene: UIScene) {
      model?.save()
    }

    func sceneDidDisconnect(_ scene: UIScene) {
      showing?.cancel()  // saves once more; the scene may connect again
    }
  }
  // end

  // snippet: scene model
  /// The navigation of one scene, its views and its file.
  @MainActor final class SceneModel {
    typealias Navigation = NavigationState<MusicTab, MusicRoute>

    let coordinator: Coordinator
    private let persistence: Persistence<Navigation>
    private let store: Store<Navigation, NavigationAction<MusicTab, MusicRoute>>

    init(of scene: String) throws {
      let file = try FileStorage(name: "navigation", scene: scene)
      let restored = Persistence.load(Navigation(tabs: MusicTab.allCases), from: file)
      let store = Store(initialState: restored.state, reducer: NavigationReducer())
      self.store = store
      persistence = Persistence(of: store, to: file)
      coordinator = Coordinator(
        store: store, root: { _ in UIViewController() }, screen: { _ in UIViewController() })
    }

    /// Shows and saves the navigation until the task is cancelled.
    func run() async {
      async let saving: Void = persistence.run()
      await coordinator.run()
      await saving
    }

    /// Saves now, and requests the time from the system.
    func save() {
      ProcessInfo.processInfo.performExpiringActivity(withReason: "Saving the navigation") {
        [persistence] isExpired in
        if !isExpired { try? persistence.flushAndWait() }
      }
    }

    func open(_ url: URL) {
      if let link = try? musicLinks.parse(url) { store.send(.deepLink(link), origin: .deepLink) }
    }

    func open(_ activity: NSUserActivity) {
      if let link = try? musicLinks.parse(activity) { store.send(.deepLink(link), origin: .deepLink) }
    }
  }
// end
#endif
