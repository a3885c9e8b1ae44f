import Foundation
import NavStore

/// Searches for bytes that stop a restore, or that are restored as a state that breaks
/// its rules. `.ci/fuzz state` builds and runs it.
///
/// Nearly all inputs have a wrong checksum. Therefore, the bytes are also used as the content of two valid files: one of
/// the current version, and one of an older version.
func fuzzState(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeRawBufferPointer(start: start, count: count))
  if let envelope = try? Envelope.open(data) {
    require(envelope.encode() == data, "two files for one state")
  }
  check(data)
  check(Envelope(schema: 2, revision: 1, payload: data).encode())
  check(Envelope(schema: 1, revision: 1, payload: data).encode())
  return 0
}

private func check(_ data: Data) {
  let strict = Persistence.restored(numbers, from: data, schema: schema)
  checkInvariants(strict.state)
  checkSaving(strict.state, strict.report)
  let mixed = Persistence.restored(anything, from: data, schema: asSaved)
  checkInvariants(mixed.state)
  checkSaving(mixed.state, mixed.report)
  checkScreens(ScreenNavigation<Content>(numbers), from: data)
  checkScreens(ScreenNavigation<RootedContent>(numbers), from: data)
}

private func checkScreens<Content: ScreenContent & Codable & Equatable>(
  _ initial: ScreenNavigation<Content>, from data: Data
) where Content.Tab == Int, Content.Route == Int {
  let restored = Persistence.restored(initial, from: data, schema: schema)
  checkInvariants(restored.state.navigation)
  checkScreens(restored.state)
  checkSaving(restored.state, restored.report)
}

/// Checks the invariants of a restored navigation.
private func checkInvariants<Tab, Route>(_ state: NavigationState<Tab, Route>) {
  require(!state.tabs.isEmpty && Set(state.tabs).count == state.tabs.count, "\(state)")
  require(state.visits.last == state.selectedTab && state.tabs.contains(state.initialTab), "\(state)")
  require(zip(state.visits, state.visits.dropFirst()).allSatisfy { $0 != $1 }, "\(state)")
  require(Set(state.visits).isSubset(of: state.tabs), "\(state)")
  require(Set(state.modals.map(\.id)).count == state.modals.count, "\(state)")
  require(state.tabs.allSatisfy { state.path(of: $0).count <= 8 } && state.modals.count <= 3, "\(state)")
  var next = state
  next.back()
}

/// Checks that the screens are those of the navigation, each with its own identity, and with a state if its route has
/// one. The opener of a screen is an older screen or the one below it.
private func checkScreens<Content: ScreenContent>(_ state: ScreenNavigation<Content>)
where Content.Tab == Int, Content.Route == Int {
  let navigation = state.navigation
  let all = navigation.tabs.flatMap { state.screens(of: $0) } + navigation.modals.flatMap { state.screens(of: $0.id) }
  let routes = navigation.tabs.flatMap { navigation.path(of: $0) } + navigation.modals.flatMap { [$0.root] + $0.path }
  require(all.map(\.route) == routes, "\(state)")
  let ids = Set(all.map(\.id))
  require(ids.count == all.count, "\(all)")
  require(all.allSatisfy { Content(route: $0.route) == nil || state[$0.id] != nil }, "\(state)")
  let below = Dictionary(uniqueKeysWithValues: zip(all.map(\.id).dropFirst(), all.map(\.id)))
  require(
    all.allSatisfy { screen in
      state.opener(of: screen.id).map { $0 < screen.id || $0 == below[screen.id] } ?? true
    }, "\(state)")
  var next = state
  next.navigation.push(1)
  require(next.visibleScreen.map { !ids.contains($0.id) } ?? false, "\(next)")
}

/// Checks that a restored state is saved and restored without a change.
private func checkSaving<State: Codable & Equatable & Sendable>(_ state: State, _ report: RestoreReport) {
  require(!report.description.isEmpty, "a report without a description")
  guard report.generation != nil else { return }
  do {
    let saved = try Persistence.encoded(state, schema: schema)
    let again = Persistence.restored(state, from: saved, schema: schema)
    require(again.state == state && again.report.repairs.isEmpty, "\(state) became \(again.state)")
    let savedAgain = try Persistence.encoded(again.state, schema: schema)
    require(savedAgain == saved, "\(state) has another file")
  } catch {
    fatalError("The restored state cannot be saved: \(error)")
  }
}

/// The state of a screen whose route is a number. Every fifth route has none.
private struct Content: ScreenContent, Hashable, Codable {
  typealias Tab = Int

  var text = ""

  init?(route: Int) {
    if route % 5 == 4 { return nil }
  }
}

/// The state of a screen, which can also be the root of a tab. The root of one tab has none.
private struct RootedContent: ScreenContent, Hashable, Codable {
  var text = ""

  init?(route: Int) {
    if route % 5 == 4 { return nil }
  }

  init?(root tab: Int) {
    if tab == 2 { return nil }
  }
}

private let migrations: Migrations = [
  .step(from: 1, "stacks are renamed to tabs") { state in
    if let stacks = state["stacks"] { state["tabs"] = stacks }
  }
]
private let registry = RouteRegistry(
  .route(Int.self, named: "number"), .route(String.self, named: "text", formerly: ["words"]))
private let schema = StateSchema(
  version: 2, migrations: migrations, routes: registry, restoring: RestoreOptions(maxDepth: 8, maxModals: 3))
private let asSaved = StateSchema(
  version: 2, migrations: migrations, routes: registry,
  restoring: RestoreOptions(keepsSavedTabs: true, maxDepth: 8, maxModals: 3, backRule: .history))
private let numbers = NavigationState<Int, Int>(tabs: [0, 1, 2])
private let anything = NavigationState<String, AnyRoute>(tabs: ["a", "b"])
