import Foundation
@testable import NavStoreCore
import Testing

/// A main loop whose turns a test runs.
final class TestMainLoop: Sendable {
  /// The thread of the loop, or `nil` for a thread that does not run the code of the test.
  private let thread: ObjectIdentifier?
  private let updates = Locked<[@Sendable () -> Void]>([])
  private let work = Locked<[@Sendable () -> Void]>([])

  /// - Parameter isOnThisThread: Whether the calling thread runs the loop.
  init(isOnThisThread: Bool = true) {
    thread = isOnThisThread ? ObjectIdentifier(Thread.current) : nil
  }

  private var loop: MainLoop {
    MainLoop(
      isCurrent: { [thread] in ObjectIdentifier(Thread.current) == thread },
      inNextTurn: { [work] new in work.withLock { $0.append(new) } })
  }

  /// The number of closures that the next turn will run.
  var scheduledCount: Int { work.withLock(\.count) }

  /// Runs a closure when the framework updates its views at the end of the current turn.
  func whenViewsAreUpdated(_ update: @escaping @Sendable () -> Void) {
    updates.withLock { $0.append(update) }
  }

  /// Ends the current turn: the framework updates its views, and then the closures run that were scheduled in the turn.
  func runTurn() {
    for scheduled in [updates, work] {
      let closures = scheduled.withLock { closures in
        defer { closures = [] }
        return closures
      }
      for closure in closures { closure() }
    }
  }

  /// Shows a tab bar, which reads its selection in the turn that ends here.
  func showTabBar(of navigator: Navigator<AppTab, Route>) {
    _ = navigator.selectedTab
    runTurn()
  }

  /// Runs a closure. This loop updates the views of the stores that the closure creates.
  func withStores<Result>(_ body: () throws -> Result) rethrows -> Result {
    try MainLoop.$current.withValue(loop, operation: body)
  }
}

/// A trait for suites whose stores have no main loop on any platform. They count notifications, and a main loop repeats
/// the notifications of other threads.
struct NoMainLoop: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await MainLoop.$current.withValue(nil) { try await function() }
  }
}

extension Trait where Self == NoMainLoop {
  static var noMainLoop: NoMainLoop { NoMainLoop() }
}

/// Creates a store of a navigation. The test's main loop updates its views.
func makeStore(
  _ state: NavigationState<AppTab, Route>, on mainLoop: TestMainLoop,
  refusing isRefused: @escaping @Sendable (NavigationAction<AppTab, Route>) -> Bool = { _ in false }
) -> Store<NavigationState<AppTab, Route>, NavigationAction<AppTab, Route>> {
  let navigation = NavigationReducer<AppTab, Route>()
  return mainLoop.withStores {
    Store(
      initialState: state,
      reducer: Reduce<NavigationState<AppTab, Route>, NavigationAction<AppTab, Route>> { state, action in
        isRefused(action) ? .none : navigation.reduce(into: &state, action: action)
      })
  }
}

/// A reported behavior of a framework, with the version of the system and the public report. The reports do not contain
/// the order of the writes; the tests add it.
struct ReportedBehavior: CustomStringConvertible, Sendable {
  let system: String
  let report: String

  var description: String { "\(system), \(report)" }

  static let tabsDoNotPop = ReportedBehavior(system: "iOS 17", report: "https://github.com/ruddarr/app/issues/43")
  static let tabsScroll = ReportedBehavior(
    system: "iOS 18", report: "https://github.com/tryswift/try-swift-tokyo/issues/94")
  static let tabsPop = ReportedBehavior(system: "iOS 26", report: "https://github.com/mlemgroup/mlem/pull/2457")
  static let tabsResetAtLaunch = ReportedBehavior(
    system: "iOS 26", report: "https://github.com/OpenCoven/coven-cave/pull/1373")
  static let sheetsShowTheirLastValue = ReportedBehavior(
    system: "iOS 16 and later", report: "https://github.com/pointfreeco/sqlite-data/pull/13")
  static let contentDisappearsTooSoon = ReportedBehavior(
    system: "iOS 15", report: "https://github.com/ZeeZide/ViewController/issues/6")
  static let sheetsReportLate = ReportedBehavior(
    system: "iOS 17", report: "https://github.com/johnpatrickmorgan/FlowStacks/issues/69")
  static let clearedPathsStay = ReportedBehavior(
    system: "iOS 17 and 18", report: "https://github.com/swiftlang/swift/issues/77088")
  static let hiddenPathsAreNotShown = ReportedBehavior(
    system: "iOS 26", report: "https://github.com/manaflow-ai/cmux/pull/9820")
}
