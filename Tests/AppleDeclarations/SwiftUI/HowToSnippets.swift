import Foundation
// snippet: imports of views
import NavStore
import SwiftUI
// end

// Views of the apps in Tests/NavStoreTests/Documentation/HowToApps, and other code of Docs/HowTo.

extension UnsavedChanges {
  // snippet: unsaved changes views
  typealias AppStore = Store<AppState, AppAction>
  typealias AppNavigator = Navigator<AppTab, Route>

  struct EditorScreen: View {
    @Environment(AppStore.self) private var store
    @Environment(AppNavigator.self) private var navigator
    let draft: ValueBinding<String>  // store.binding(of: \.draft, send: AppAction.draftChanged)

    var body: some View {
      let isDirty = !store.value(of: \.draft).isEmpty
      Form {
        TextField("Text", text: Binding(draft))
        Button("Save") { store.send(.saved) }.disabled(!isDirty)
      }
      .navigationBarBackButtonHidden(navigator.isBackGuarded)
      .toolbar {
        if navigator.isBackGuarded {
          ToolbarItem(placement: .cancellationAction) { Button("Cancel") { navigator.back() } }
        }
      }
    }
  }
  // end

  static func navigator(of store: AppStore) -> AppNavigator {
    // snippet: unsaved changes navigator
    let navigator = Navigator(
      store.scope(state: \.navigation, action: AppAction.navigation), guardedBy: guards, in: store)
    // end
    return navigator
  }

  // snippet: unsaved changes question
  struct RootView: View {
    let store: AppStore
    @Bindable var navigator: AppNavigator
    let draft: ValueBinding<String>

    var body: some View {
      TabView(selection: $navigator.selectedTab) {
        Text("Notes").tag(AppTab.notes)
      }
      .prompt(of: navigator) {
        store.value(of: \.prompt)
      } send: {
        store.send($0)
      }
      .modals(of: navigator) { modal in
        EditorScreen(draft: draft)
          .prompt(of: navigator, in: modal.id) {
            store.value(of: \.prompt)
          } send: {
            store.send($0)
          }
      }
    }
  }
  // end
}

extension Prompts {
  // snippet: prompts views
  struct SongsView: View {
    let store: Store<AppState, AppAction>
    @Bindable var navigator: AppNavigator

    var body: some View {
      NavigationStack(path: $navigator[pathOf: .songs]) {
        List(store.value(of: \.songs), id: \.self) { song in
          Button("Delete song \(song)") { store.send(.deleteTapped(song)) }
        }
      }
      .prompt(of: navigator) {
        store.value(of: \.prompt)
      } send: {
        store.send($0)
      }
      .modals(of: navigator) { modal in
        SongView(route: modal.root)
          .prompt(of: navigator, in: modal.id) {
            store.value(of: \.prompt)
          } send: {
            store.send($0)
          }
      }
    }
  }
  // end

  struct SongView: View {
    let route: Route
    var body: some View { Text("Song") }
  }
}

extension Accounts {
  // snippet: accounts sign-out
  struct SignOutButton: View {
    let account: AccountModel
    let navigator: Navigator<AppTab, Route>
    @State private var prompt: Prompt<Answer>?

    init(account: AccountModel, navigator: Navigator<AppTab, Route>) {
      self.account = account
      self.navigator = navigator
    }

    nonisolated enum Answer { case signOut, stay }

    var body: some View {
      Button("Sign Out") {
        guard account.draftCount > 0 else { return answer(.signOut) }
        prompt = Prompt(
          "Discard the drafts in \(account.draftCount) windows?", style: .dialog,
          buttons: [
            .init("Discard Drafts", role: .destructive, action: .signOut), .init("Cancel", role: .cancel),
          ],
          dismissal: .stay)
      }
      .prompt(of: navigator) {
        prompt
      } send: {
        answer($0)
      }
    }

    private func answer(_ answer: Answer) {
      prompt = nil
      if answer == .signOut { Task { try await account.signOut() } }
    }
  }
  // end
}

extension SignInOnDemand {
  // snippet: refusal prompt
  /// Shows the reason of a refusal over the tabs. The content of each modal has the same modifier with `in:
  /// modal.id`.
  struct Refusal: ViewModifier {
    let store: Store<AppState, AppAction>
    let navigator: Navigator<AppTab, Route>

    func body(content: Content) -> some View {
      content.prompt(of: navigator) {
        store.value(of: \.refusal)
      } send: {
        store.send($0)
      }
    }
  }
  // end

  #if compiler(>=6.4)
    struct RefusalOfSDK27: ViewModifier {
      let refusal: ValueBinding<String?>

      func body(content: Content) -> some View {
        // snippet: refusal alert of SDK 27
        // refusal: store.binding(of: \.guarded.refusal) { _ in .guards(.cancel) }
        content.alert("That is not possible now.", item: Binding(refusal)) { _ in
          Button("OK") {}
        } message: { reason in
          Text(reason)
        }
        // end
      }
    }
  #endif
}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension SignIn {
  // snippet: sign-in views
  typealias AppStore = Store<AppState, AppAction>
  typealias AppNavigator = Navigator<AppTab, Route>

  struct RootView: View {
    let store: AppStore
    let navigator: AppNavigator  // Navigator(store.scope(state: \.navigation, action: AppAction.navigation))

    var body: some View {
      Group {
        switch store.value(of: \.phase) {
        case .onboarding: Button("Start") { store.send(.onboardingDone) }
        case .signedOut: Button("Sign In") { store.send(.signedIn) }
        case .signedIn: TabsView(navigator: navigator)
        }
      }
      .environment(navigator)
      .onOpenURL { url in
        if let link = try? AppLinks.table.parse(url) { store.send(.linkOpened(link), origin: .deepLink) }
      }
    }
  }

  struct TabsView: View {
    @Bindable var navigator: AppNavigator

    var body: some View {
      TabView(selection: $navigator.selectedTab) {
        ForEach(navigator.tabs, id: \.self) { tab in
          Tab(tab.rawValue, systemImage: "circle", value: tab) {
            NavigationStack(path: $navigator[pathOf: tab]) {
              Text(tab.rawValue)
                .navigationDestination(for: Route.self) { Text(String(describing: $0)) }
            }
          }
        }
      }
      .modals(of: navigator) { modal in Text(String(describing: modal.root)) }
    }
  }

  nonisolated enum AppLinks {
    static let table = DeepLinkTable<AppTab, Route>(schemes: ["shop"]) {
      LinkPattern(
        "order/:id", .int, in: .orders,
        make: Route.order, match: { if case .order(let id) = $0 { id } else { nil } })
    }
  }
  // end

  // snippet: user activity view
  struct HandoffView: View {
    let store: AppStore
    let navigator: AppNavigator

    var body: some View {
      TabsView(navigator: navigator)
        .userActivity("com.example.shop.screen") { activity in
          activity.deepLink = try? AppLinks.table.print(store.state.navigation)
        }
        .onContinueUserActivity("com.example.shop.screen") { activity in
          if let link = try? AppLinks.table.parse(activity) { store.send(.linkOpened(link), origin: .deepLink) }
        }
    }
  }
  // end

  // snippet: user activity of a screen
  struct OrderView: View {
    let id: Int

    var body: some View {
      Text("Order \(id)")
        .userActivity("com.example.shop.screen") { activity in
          try? activity.setDeepLink(DeepLink(tab: .orders, path: [.order(id)]), of: AppLinks.table)
        }
    }
  }
  // end
}

extension PickerResults {
  // snippet: picker views
  typealias AppStore = Store<AppState, AppAction>
  typealias AppLink<Label: View> = RouteLink<AppTab, Route, Label>

  struct FormScreen: View {
    @Environment(AppStore.self) private var store

    var body: some View {
      Form {
        LabeledContent("Colour", value: store.value(of: \.choices[.colour]) ?? "None")
        AppLink("Choose a Colour", to: .picker(.colour))
      }
    }
  }

  struct PickerScreen: View {
    @Environment(AppStore.self) private var store
    let field: Field

    var body: some View {
      List(["red", "blue"], id: \.self) { choice in
        Button {
          store.send(.picked(choice, for: field))
        } label: {
          Text(choice)
        }
      }
    }
  }
  // end
}

#if !os(tvOS) && !os(watchOS)
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  extension Badges {
    // snippet: badges view
    struct TabsView: View {
      let store: Store<AppState, AppAction>
      @Bindable var navigator: Navigator<AppTab, Route>

      var body: some View {
        TabView(selection: $navigator.selectedTab) {
          Tab("Inbox", systemImage: "tray", value: AppTab.inbox) {
            NavigationStack(path: $navigator[pathOf: .inbox]) {
              Text("Inbox")
                .navigationDestination(for: Route.self) { Text(String(describing: $0)) }
            }
          }
          .badge(store.value(of: \.unread.count))

          Tab("Settings", systemImage: "gear", value: AppTab.settings) { Text("Settings") }
        }
      }
    }
    // end
  }

  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  extension Windows {
    // snippet: windows views
    struct ShopScenes: Scene {
      let app: AppModel

      var body: some Scene {
        WindowGroup(for: UUID.self) { $id in
          if let window = try? app.window(id.uuidString) {
            WindowView(navigator: window.navigator, cart: app.cart)
              .environment(window.navigator)
              .saves(window.persistence)
              .saves(app.cartPersistence)
          }
        } defaultValue: {
          UUID()
        }
      }
    }

    struct WindowView: View {
      @Bindable var navigator: WindowNavigator
      let cart: CartStore

      var body: some View {
        let count = cart.value(of: \.products.count)
        TabView(selection: $navigator.selectedTab) {
          Tab("Products", systemImage: "bag", value: AppTab.products) {
            NavigationStack(path: $navigator[pathOf: .products]) {
              Button("Product 1") { navigator.push(.product(1)) }
                .navigationDestination(for: Route.self) { route in
                  if case .product(let id) = route { Button("Add to Cart") { cart.send(.added(id)) } }
                }
            }
          }
          Tab("Cart", systemImage: "cart", value: AppTab.cart) { Text("\(count) products") }
        }
      }
    }
    // end
  }
#endif

extension ScreenState {
  // snippet: screen state view
  typealias AppStore = Store<AppState, AppAction>

  struct AlbumScreen: View {
    @Environment(AppStore.self) private var store
    let album: Int

    var body: some View {
      switch store.value(of: \.albums[album]) {
      case .loading?, nil: Text("Loading")
      case .loaded(let title)?: Text(title)
      case .failed(let reason)?:
        Text(reason)
        Button("Try Again") { store.send(.retryTapped(album)) }
      }
    }
  }
  // end
}

// snippet: inert preview
extension MusicView {
  /// A preview in which taps do nothing, and print what they send.
  static var inertPreview: some View {
    let start = NavigationState<MusicTab, MusicRoute>(tabs: MusicTab.allCases, paths: [.home: [.album(3)]])
    let store = Store<NavigationState<MusicTab, MusicRoute>, NavigationAction<MusicTab, MusicRoute>>(
      initialState: start, reducer: Reduce { _, _ in .none })
    let navigator = MusicNavigator(store)
    return MusicView(navigator: navigator)
      .environment(navigator)
      .task {
        for await transaction in store.transactions { print(transaction.actions) }
      }
  }
}
// end

// snippet: sheet by hand
struct SettingsSheet: View {
  @Bindable var navigator: MusicNavigator

  var body: some View {
    Button("Settings") { navigator.present(.settings) }
      .sheet(item: $navigator[modal: navigator.presented()?.id]) { modal in
        NavigationStack(path: $navigator[pathOf: modal.id]) {
          MusicScreen(route: modal.root)
            .navigationDestination(for: MusicRoute.self) { MusicScreen(route: $0) }
        }
        .environment(navigator)
      }
  }
}
// end

extension Badges {
  // snippet: time travel panel
  struct TimelinePanel: View {
    let timeTravel: TimeTravel<AppState, AppAction>

    var body: some View {
      let timeline = timeTravel.timeline
      List(timeline.entries, id: \.id) { entry in
        Button("\(entry.id). \(String(describing: entry.actions))") {
          timeTravel.timeline.view(after: entry.id)
        }
        .disabled(entry.id == timeline.viewedEntry?.id)
      }
      Button("Present") { timeTravel.timeline.viewPresent() }
        .disabled(timeline.isViewingPresent)
    }
  }
  // end
}
