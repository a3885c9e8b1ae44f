// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import NavStore
import Observation

/// The app without its views: one store, what views read and set, and what saves it.
@MainActor @Observable public final class ShopModel {
  public let store: Store<ShopState, ShopAction>
  /// Views follow in steps, because the checkout may come in the place of the sign-in sheet.
  public let stepped: SteppedNavigation<ShopTab, StackEntry<ShopRoute>>
  /// The state of each screen, for its view.
  public let screens: ScreenStores<ShopScreen, ShopScreenAction>
  /// What saves the state. There is another one after each sign-out.
  public private(set) var persistence: Persistence<ShopState>
  /// What was found in the storage, for a log.
  public let report: RestoreReport
  private let file: FileStorage
  private let fileOfWindow: (String) throws -> FileStorage
  @ObservationIgnored private var productWindows: [String: ProductWindow] = [:]

  // Made once, so that a view gets the same binding in each update.
  public let query: ValueBinding<String>

  /// How the state is saved. The tabs are those that were saved, because they depend on the account that was.
  public nonisolated static let schema = StateSchema(
    version: 2, migrations: migrations, restoring: RestoreOptions(keepsSavedTabs: true),
    maxUnfinishedRestores: 2)

  /// What has changed in the form of the state since release 1.0.
  nonisolated static let migrations: Migrations = [
    .step(from: 1, "the cart is called basket, and gift cards are gone") { state in
      state["basket"] = state["cart"]
      state["cart"] = nil
      try state["navigation"]?.removeRoutes { $0["giftCard"] != nil }
    }
  ]

  /// The app as it was left.
  ///
  /// - Parameters:
  ///   - file: Where the state is saved.
  ///   - fileOfWindow: Where the navigation of a window that shows products is saved.
  ///   - stock: Asks the shop how many of a product it has; `nil` if the shop cannot be asked.
  ///   - report: Receives what the user visits and does, and mistakes of the app.
  ///   - placeOrder: Sends an order to the shop, and returns its number.
  public init(
    savingTo file: FileStorage,
    windows fileOfWindow: @escaping (String) throws -> FileStorage = {
      try FileStorage(name: "products", scene: $0)
    },
    stock: (@Sendable (Product.ID) async throws -> Int)? = nil,
    reportingTo report: (@Sendable (String) -> Void)? = nil,
    placeOrder: @escaping @Sendable ([Product.ID], Checkout) async throws -> Order.ID
  ) {
    let restored = Persistence.load(ShopState(), from: file, schema: Self.schema)
    var state = restored.state
    state.correctAfterRestoring()
    self.file = file
    self.fileOfWindow = fileOfWindow
    let mistake: (@Sendable (NavigationDiagnostic) -> Void)? =
      if let report { { report("\($0)") } } else { NavigationDiagnostic.print }
    store = Store(
      initialState: state,
      reducer: ShopReducer.guarded(stock: stock, reportingTo: mistake, placeOrder: placeOrder))
    stepped = SteppedNavigation(
      of: store.scope(state: \.screens.identified, action: { ShopAction.screens(.identified($0)) }),
      guardedBy: .shop, in: store)
    screens = ScreenStores(store.scope(state: \.screens, action: ShopAction.screens))
    persistence = Persistence(of: store, to: file, schema: Self.schema)
    self.report = restored.report

    query = store.binding(of: \.query, send: ShopAction.queryChanged)
    if let report {
      // The streams begin before the first action. They end when the store is released.
      let (visits, transactions) = (store.screenVisits(of: \.screens.identified), store.transactions)
      Task { await ShopReports.report(visits: visits, to: report) }
      Task { await ShopReports.report(transactions: transactions, to: report) }
    }
    store.send(.screens(.start), origin: .restore)
  }

  /// Starts the steps and the saving, which then do not depend on the life of a view. The app calls this
  /// method once.
  public func start() {
    stepped.start()
    persistence.start()
  }

  public var navigator: ShopNavigator { stepped.navigator }

  /// Returns a window that shows products. The first call restores the window from its file.
  public func productWindow(_ name: String) throws -> ProductWindow {
    if let window = productWindows[name] { return window }
    let window = ProductWindow(savingTo: try fileOfWindow(name))
    productWindows[name] = window
    return window
  }

  // snippet: example sign-out
  /// Signs out, and removes what was saved: older generations and files that were moved aside have the
  /// account, too.
  public func signOut() async {
    store.send(.signedOut)
    // If changes would be lost, the user is asked first, and `confirm` signs out.
    if !store.state.isSignedIn { await removeSavedState() }
  }

  private func removeSavedState() async {
    do {
      try await persistence.discard()
    } catch {
      store.send(.removalFailed)  // The error names the files that are left.
    }
    persistence = Persistence(of: store, to: file, schema: Self.schema)
    persistence.start()
  }
  // end

  /// Sends the action of a prompt.
  ///
  /// - Returns: The task that removes what was saved, after a sign-out.
  @discardableResult
  public func answer(_ action: ShopAction) -> Task<Void, Never>? {
    store.send(action)
    guard action == .guards(.confirm(.signedOut)), !store.state.isSignedIn else { return nil }
    return Task { await removeSavedState() }
  }
}

extension ShopState {
  /// What went wrong or was refused, until the user has seen it. It waits while a question is open.
  public var notice: String? { guarded.question == nil ? guarded.refusal ?? message : nil }
}
