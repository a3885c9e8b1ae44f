import Foundation
@testable import NavStoreCore

/// A main loop whose turns a test runs, on the thread that created it.
final class TestMainLoop: Sendable {
  private let thread = ObjectIdentifier(Thread.current)
  private let work = Locked<[@Sendable () -> Void]>([])

  /// The loop for `store.core.mainLoop`.
  var loop: MainLoop {
    MainLoop(
      isCurrent: { [thread] in ObjectIdentifier(Thread.current) == thread },
      inNextTurn: { [work] new in work.withLock { $0.append(new) } })
  }

  /// How many closures the next turn will run.
  var scheduledCount: Int { work.withLock(\.count) }

  /// Ends the current turn and runs the closures that were scheduled in it.
  func runTurn() {
    let scheduled = work.withLock { work in
      defer { work = [] }
      return work
    }
    for work in scheduled { work() }
  }
}

/// A store of a navigation, whose views are updated by a test's main loop.
func makeStore(
  _ state: NavigationState<AppTab, Route>, on mainLoop: TestMainLoop,
  refusing isRefused: @escaping @Sendable (NavigationAction<AppTab, Route>) -> Bool = { _ in false }
) -> Store<NavigationState<AppTab, Route>, NavigationAction<AppTab, Route>> {
  let navigation = NavigationReducer<AppTab, Route>()
  let store = Store(
    initialState: state,
    reducer: Reduce<NavigationState<AppTab, Route>, NavigationAction<AppTab, Route>> { state, action in
      isRefused(action) ? .none : navigation.reduce(into: &state, action: action)
    })
  store.core.mainLoop = mainLoop.loop
  return store
}

/// What a framework does, with the version of the system and the public report.
struct ReportedBehavior: CustomStringConvertible, Sendable {
  let system: String
  let report: String

  var description: String { "\(system), \(report)" }

  static let iOS17TabsDoNotPop = ReportedBehavior(
    system: "iOS 17", report: "https://github.com/ruddarr/app/issues/43")
  static let iOS18TabsScroll = ReportedBehavior(
    system: "iOS 18", report: "https://github.com/tryswift/try-swift-tokyo/issues/94")
  static let iOS26TabsPop = ReportedBehavior(
    system: "iOS 26", report: "https://github.com/mlemgroup/mlem/pull/2457")
  static let sheetsShowTheirLastValue = ReportedBehavior(
    system: "iOS 16 to 26", report: "https://github.com/pointfreeco/sqlite-data/pull/13")
  static let contentGoesTooSoon = ReportedBehavior(
    system: "iOS 15", report: "https://github.com/ZeeZide/ViewController/issues/6")
  static let sheetsReportLate = ReportedBehavior(
    system: "iOS 17", report: "https://github.com/johnpatrickmorgan/FlowStacks/issues/69")
  static let sheetsCascade = ReportedBehavior(
    system: "iOS 15 and 16", report: "https://github.com/johnpatrickmorgan/FlowStacks/issues/44")
  static let chainLeavesInOneAnimation = ReportedBehavior(
    system: "iOS 26", report: "https://github.com/code-payments/code-ios-app/pull/296")
  static let changeBeforeInstallation = ReportedBehavior(
    system: "iOS 17 and later", report: "https://github.com/swiftlang/swift/pull/86719")
  static let changeAfterHop = ReportedBehavior(
    system: "iOS 17 and later", report: "https://github.com/ReactorKit/ReactorKit/pull/262")
  static let refusedPop = ReportedBehavior(
    system: "iOS 16", report: "https://github.com/react-navigation/react-navigation/issues/11011")
}
