import Foundation
import NavStore

/// The entry point for libFuzzer. It searches for bytes that stop a restore, or that are restored as a state that breaks
/// its rules. `.ci/fuzz-state` builds and runs it.
///
/// Nearly all inputs have a wrong checksum. Therefore, the bytes are also used as the content of two valid files: one of
/// the current version, and one of an older version.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzState(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeRawBufferPointer(start: start, count: count))
  if let envelope = try? Envelope.open(data) {
    precondition(envelope.encode() == data, "two files for one state")
  }
  check(data)
  check(Envelope(schema: 2, revision: 1, payload: data).encode())
  check(Envelope(schema: 1, revision: 1, payload: data).encode())
  return 0
}

private func check(_ data: Data) {
  let strict = Persistence.restored(numbers, from: data, schema: schema)
  checkInvariants(strict.state, strict.report)
  let mixed = Persistence.restored(anything, from: data, schema: asSaved)
  checkInvariants(mixed.state, mixed.report)
}

/// Checks the invariants of a restored state.
private func checkInvariants<Tab: Codable, Route: Codable>(
  _ state: NavigationState<Tab, Route>, _ report: RestoreReport
) {
  precondition(!state.tabs.isEmpty && Set(state.tabs).count == state.tabs.count, "\(state)")
  precondition(state.visits.last == state.selectedTab && state.tabs.contains(state.initialTab), "\(state)")
  precondition(zip(state.visits, state.visits.dropFirst()).allSatisfy { $0 != $1 }, "\(state)")
  precondition(Set(state.visits).isSubset(of: state.tabs), "\(state)")
  precondition(Set(state.modals.map(\.id)).count == state.modals.count, "\(state)")
  precondition(state.tabs.allSatisfy { state.path(of: $0).count <= 8 } && state.modals.count <= 3, "\(state)")
  var next = state
  next.back()
  precondition(!report.description.isEmpty)
  // A restored state is saved and restored without a change.
  guard report.generation != nil else { return }
  do {
    let again = Persistence.restored(state, from: try Persistence.encoded(state, schema: schema), schema: schema)
    precondition(again.state == state && again.report.repairs.isEmpty, "\(state) became \(again.state)")
  } catch {
    fatalError("The restored state cannot be saved: \(error)")
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
  version: 2, migrations: migrations, routes: registry, restoring: RestoreRules(maxDepth: 8, maxModals: 3))
private let asSaved = StateSchema(
  version: 2, migrations: migrations, routes: registry,
  restoring: RestoreRules(tabs: .asSaved, maxDepth: 8, maxModals: 3, backRule: .history))
private let numbers = NavigationState<Int, Int>(tabs: [0, 1, 2])
private let anything = NavigationState<String, AnyRoute>(tabs: ["a", "b"])
