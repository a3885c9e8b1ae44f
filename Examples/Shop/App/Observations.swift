#if DEBUG
  import Foundation
  import NavStore
  import ShopCore
  import SwiftUI

  /// What ShopUITests read after a test: the actions, in a log, and events that are no actions, in a text.
  ///
  /// The tests name a folder in the environment variable `SHOP_OBSERVATIONS`. The app then saves its state
  /// there, too. Without the variable, nothing is observed. Arguments choose how the app begins:
  ///
  /// - `--tab-items`: with the tabs of iOS 17, on a newer system, too
  /// - `--signed-in`
  /// - `--link <url>`: with a link that arrives before the first view
  /// - `--sheets`: with a sheet over a sheet
  /// - `--cover`: with a full-screen cover, two seconds after the start
  /// - `--second-window`
  struct Observations: Sendable {
    static let shared = ProcessInfo.processInfo.environment["SHOP_OBSERVATIONS"].map {
      Observations(folder: $0)
    }

    private let folder: String
    private let start = ContinuousClock.now
    private let arguments = ProcessInfo.processInfo.arguments

    private init(folder: String) {
      self.folder = folder
      mkdir(folder, 0o700)
      record("start \(arguments.dropFirst().joined(separator: " "))")
    }

    var showsTabItems: Bool { arguments.contains("--tab-items") }
    var showsSecondWindow: Bool { arguments.contains("--second-window") }

    // snippet: storage of a UI test
    /// Where the app saves its state while it is observed. If the environment variable `SHOP_STATE` has a
    /// saved state, the app begins with it.
    func storage() throws -> FileStorage {
      let file = URL(fileURLWithPath: folder).appendingPathComponent("shop.state")
      if let state = ProcessInfo.processInfo.environment["SHOP_STATE"] { try Data(state.utf8).write(to: file) }
      return try FileStorage(url: file)
    }
    // end

    /// Adds a line to the text, with the milliseconds since the start.
    func record(_ event: String) {
      guard let file = fopen("\(folder)/events.txt", "a") else { return }
      fputs("\(Int((ContinuousClock.now - start) / .milliseconds(1))) ms: \(event)\n", file)
      fclose(file)
    }

    /// Records the actions of the navigation, and does what the arguments say.
    @MainActor func begin(of shop: ShopModel) {
      do {
        let recorder = try ActionLogRecorder(
          of: shop.store, state: \.navigation,
          action: { if case .screens(.navigation(let action)) = $0 { action } else { nil } },
          schema: ActionLogSchema<ShopNavigation, NavigationAction<ShopTab, ShopRoute>>(),
          to: "\(folder)/session.navlog")
        Task { await recorder.run() }
      } catch {
        record("no action log: \(error)")
      }
      record("restored \(shop.navigator.current)")
      if arguments.contains("--signed-in") { shop.store.send(.signedIn("Ada")) }
      if arguments.contains("--sheets") {
        shop.store.send(.navigation(.present(.signIn)))
        shop.store.send(.navigation(.present(.address)))
      }
      if let index = arguments.firstIndex(of: "--link"), index + 1 < arguments.count {
        shop.store.send(.linkOpened(arguments[index + 1]), origin: .deepLink)
      }
      if arguments.contains("--cover") {
        Task {
          try? await Task.sleep(for: .seconds(2))
          shop.store.send(.navigation(.present(.signIn, style: .cover)))
        }
      }
    }
  }

  /// Records the life of a window's root.
  struct ObservedRoot: ViewModifier {
    @Environment(\.openWindow) private var openWindow
    @Environment(\.scenePhase) private var scenePhase
    private static var hasSecondWindow = false

    func body(content: Content) -> some View {
      content
        .onAppear { Observations.shared?.record("root appeared") }
        .onDisappear { Observations.shared?.record("root disappeared") }
        .onChange(of: scenePhase) { _, phase in Observations.shared?.record("scene is \(phase)") }
        .task {
          guard let observations = Observations.shared else { return }
          observations.record("task of the root began")
          if observations.showsSecondWindow, !Self.hasSecondWindow {
            Self.hasSecondWindow = true
            openWindow(id: "shop")
          }
          try? await Task.sleep(for: .seconds(86_400))
          observations.record("task of the root ended")
        }
    }
  }

  /// In a debug build, `@Bindable` is this type and not SwiftUI's: its bindings also record what SwiftUI
  /// writes.
  ///
  /// The bindings are key paths, as SwiftUI's are. Bindings of closures would not be equal from one update
  /// to the next, and the app would behave differently while it is observed.
  @propertyWrapper @dynamicMemberLookup struct Bindable {
    var wrappedValue: ShopNavigator
    var projectedValue: Bindable { self }

    @MainActor subscript<Value>(
      dynamicMember part: ReferenceWritableKeyPath<ShopNavigator, Value>
    ) -> Binding<Value> {
      SwiftUI.Bindable(wrappedValue)[dynamicMember: \.[recording: part]]
    }
  }

  extension ShopNavigator {
    fileprivate subscript<Value>(recording part: ReferenceWritableKeyPath<ShopNavigator, Value>) -> Value {
      get { self[keyPath: part] }
      set {
        Observations.shared?.record("\(Self.name(of: part)) = \(newValue)")
        self[keyPath: part] = newValue
      }
    }

    private static func name(of part: AnyKeyPath) -> String {
      if part == \ShopNavigator.selectedTab { return "selected tab" }
      let tab = ShopTab.allCases.first { part == \ShopNavigator[pathOf: $0] }
      return tab.map { "path of \($0)" } ?? "path of a sheet"
    }
  }
#endif
