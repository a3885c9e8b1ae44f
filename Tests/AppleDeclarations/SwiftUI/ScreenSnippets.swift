import NavStore
import SwiftUI

// Views of screens: of Docs/HowTo/Flows, and of the comments in NavStore/Screens.

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension ScreensApp {
  // snippet: screens views
  struct RootView: View {
    @Bindable var navigator: Navigator<AppTab, StackEntry<Route>>
    let screens: ScreenStores<AppScreen, ScreenAction>

    var body: some View {
      TabView(selection: $navigator.selectedTab) {
        ForEach(navigator.tabs, id: \.self) { tab in
          Tab(tab.rawValue, systemImage: "circle", value: tab) {
            NavigationStack(path: $navigator[pathOf: tab]) {
              Button("Product 7") { navigator.push(.product(7)) }
                .navigationDestination(for: StackEntry<Route>.self) { screen in
                  if let store = screens[screen.id] { ScreenView(screen: store) }
                }
            }
          }
        }
      }
      .modals(of: navigator) { modal in
        if let store = screens[modal.root.id] { ScreenView(screen: store) }
      }
    }
  }

  struct ScreenView: View {
    let screen: ScreenStore<AppScreen, ScreenAction>

    var body: some View {
      switch screen.state {
      case .product(let title, let color):
        Text(title ?? "Loading")
        Button("Color: \(color)") { screen.send(.colorTapped) }
      case .colors:
        Button("Blue") { screen.send(.colorPicked("blue")) }
      case .note(let text):
        Button("Note: \(text)") { screen.send(.textChanged(text + "!")) }
      }
    }
  }
  // end

  // snippet: screens start
  static func start(load: @escaping @Sendable (Int) async -> String) -> RootView {
    let store = Store(
      initialState: AppState(NavigationState(tabs: AppTab.allCases)), reducer: reducer(load: load))
    store.send(.start, origin: .restore)
    return RootView(
      navigator: Navigator(store.scope(state: \.identified, action: AppAction.identified)),
      screens: ScreenStores(store))
  }
  // end
}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension LargerScreensApp {
  // snippet: larger screens root view
  struct RootView: View {
    let app: AppModel
    @Bindable var navigator: Navigator<AppTab, StackEntry<Route>>  // app.navigator

    var body: some View {
      TabView(selection: $navigator.selectedTab) {
        ForEach(navigator.tabs, id: \.self) { tab in
          Tab(tab.rawValue, systemImage: "circle", value: tab) {
            NavigationStack(path: $navigator[pathOf: tab]) {
              Button("Product 7") { navigator.push(.product(7)) }
                .navigationDestination(for: StackEntry<Route>.self) { OpenScreen(app: app, screen: $0) }
            }
          }
        }
      }
      .prompt(of: app.navigator) {
        app.store.value(of: \.prompt)
      } send: {
        app.store.send($0)
      }
      .modals(of: navigator) { modal in
        NavigationStack(path: $navigator[pathOf: modal.id]) {
          OpenScreen(app: app, screen: modal.root)
            .navigationDestination(for: StackEntry<Route>.self) { OpenScreen(app: app, screen: $0) }
        }
        .interactiveDismissDisabled(navigator.isDismissalGuarded(of: modal.id))
        .prompt(of: app.navigator, in: modal.id) {
          app.store.value(of: \.prompt)
        } send: {
          app.store.send($0)
        }
      }
      .saves(app.persistence)
    }
  }

  /// A screen of a stack or the root of a modal.
  struct OpenScreen: View {
    let app: AppModel
    let screen: StackEntry<Route>

    var body: some View {
      content
        .navigationBarBackButtonHidden(app.navigator.isBackGuarded)
        .toolbar {
          if app.navigator.isBackGuarded {
            ToolbarItem(placement: .cancellationAction) { Button("Cancel") { app.navigator.back() } }
          }
        }
    }

    @ViewBuilder private var content: some View {
      switch screen.route {
      case .product, .review: if let store = app.screenStores[screen.id] { ScreenView(screen: store) }
      // Screens without a state have no store.
      case .about: Text("About this shop")
      case .signIn: Button("Sign In") { app.store.send(.signedIn("Ada")) }
      }
    }
  }

  struct ScreenView: View {
    let screen: ScreenStore<AppScreen, ScreenAction>

    var body: some View {
      switch screen.state {
      case .product(let title):
        Text(title ?? "Loading")
        Button("Add to Cart") { screen.send(.addToCartTapped) }
      case .review(let text):
        Button("Review: \(text)") { screen.send(.textChanged(text + "!")) }
        Button("Send") { screen.send(.sendTapped) }
      }
    }
  }
  // end
}

extension LargerScreensApp {
  // snippet: text field of a screen
  struct ReviewForm: View {
    let screen: ScreenStore<AppScreen, ScreenAction>

    var body: some View {
      let text = screen.binding { state in
        if case .review(let text) = state { text } else { "" }
      } send: { text in
        .textChanged(text)
      }
      Form {
        TextField("Review", text: Binding(text))
        Button("Send") { screen.send(.sendTapped) }
      }
    }
  }
  // end
}

extension WizardApp {
  // snippet: wizard views
  struct WizardView: View {
    @Bindable var navigator: Navigator<AppTab, StackEntry<Route>>
    let screens: ScreenStores<AppScreen, ScreenAction>

    var body: some View {
      Button("Sign Up") { navigator.present(.signUp) }
        .modals(of: navigator) { modal in
          if let wizard = screens[modal.root.id] {
            NavigationStack(path: $navigator[pathOf: modal.id]) {
              StepView(route: modal.root.route, wizard: wizard)
                .navigationDestination(for: StackEntry<Route>.self) {
                  StepView(route: $0.route, wizard: wizard)
                }
            }
          }
        }
    }
  }

  struct StepView: View {
    let route: Route
    let wizard: ScreenStore<AppScreen, ScreenAction>

    var body: some View {
      if case .signUp(let form) = wizard.state {
        switch route {
        case .signUp: Button("Ada") { wizard.send([.nameChanged("Ada"), .nextTapped]) }
        case .address: Button("London") { wizard.send([.cityChanged("London"), .nextTapped]) }
        case .summary: Button("Sign Up \(form.name)") { wizard.send(.doneTapped) }
        }
      }
    }
  }
  // end
}

extension FeaturesApp {
  // snippet: features views
  struct NotesView: View {
    @Bindable var navigator: Navigator<AppTab, StackEntry<Route>>
    let screens: ScreenStores<AppScreen, ScreenAction>

    var body: some View {
      NavigationStack(path: $navigator[pathOf: .notes]) {
        Group {
          if let list = screens[root: .notes, as: Screens.list] { NoteListView(list: list) }
        }
        .navigationDestination(for: StackEntry<Route>.self) { screen in
          if let note = screens[screen.id, as: Screens.note] { NoteView(note: note) }
        }
      }
    }
  }

  struct NoteListView: View {
    let list: ScreenStore<NoteList.State, NoteList.Action>

    var body: some View {
      Button("Note 7, \(list.state.doneCount) done") { list.send(.noteTapped(7)) }
    }
  }

  struct NoteView: View {
    let note: ScreenStore<Note.State, Note.Action>

    var body: some View {
      Button("Color: \(note.state.color)") { note.send(.colorTapped) }
    }
  }
  // end
}

/// The code of the comments of `ScreenStore` and `ScreenStores`.
enum ScreenCommentViews {
  nonisolated enum AppTab: String, CaseIterable { case home }
  nonisolated enum Route: Hashable { case product(Int) }
  nonisolated struct ProductState: Equatable { var color = "red" }
  nonisolated enum ScreenAction: Sendable { case colorTapped }

  nonisolated enum AppScreen: ScreenContent, Equatable {
    typealias Tab = AppTab

    case product(ProductState)

    init?(route: Route) { self = .product(ProductState()) }
  }

  typealias AppState = ScreenNavigation<AppScreen>
  typealias AppAction = ScreenNavigationAction<AppTab, Route, ScreenAction>

  // snippet: comment of ScreenStore
  struct ProductView: View {
    let screen: ScreenStore<AppScreen, ScreenAction>

    var body: some View {
      if case .product(let product) = screen.state {
        Button("Color: \(product.color)") { screen.send(.colorTapped) }
      }
    }
  }
  // end

  struct HomeView: View {
    var body: some View { Text("Home") }
  }

  struct HomeStack: View {
    @Bindable var navigator: Navigator<AppTab, StackEntry<Route>>
    let screens: ScreenStores<AppScreen, ScreenAction>

    var body: some View {
      // snippet: comment of ScreenStores
      NavigationStack(path: $navigator[pathOf: .home]) {
        HomeView()
          .navigationDestination(for: StackEntry<Route>.self) { screen in
            if let product = screens[screen.id] { ProductView(screen: product) }
          }
      }
      // end
    }
  }

  static func make(_ store: Store<AppState, AppAction>) -> HomeStack {
    // snippet: comment of ScreenNavigation.identified
    let navigator = Navigator(store.scope(state: \.identified, action: AppAction.identified))
    // end
    return HomeStack(navigator: navigator, screens: ScreenStores(store))
  }
}
