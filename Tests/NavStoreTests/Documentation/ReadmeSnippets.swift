// snippet: import
import NavStore
// end

import Foundation
import Testing

@Suite(.startsProcess) struct ReadmeSnippets {
  @Test func `the quick start of README runs`() async {
    // In a separate process, because it saves to the system's folder for states.
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let folder = FileManager.default.temporaryDirectory.appending(path: "quick-start-\(UUID().uuidString)")
      setenv("XDG_STATE_HOME", folder.path, 1)
      defer { try? FileManager.default.removeItem(at: folder) }
      for expected in [[], [3, 7]] {
        let saved = try await quickStart()
        precondition(saved == expected, "The run before had saved \(expected), and this one restored \(saved).")
      }
    }
    // `.ci/printed` compares it with README.
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }
}

/// Returns the songs in the library's path that were restored.
private func quickStart() async throws -> [Int] {
  // snippet: quick start
  enum AppTab: String, Codable, CaseIterable { case home, library }
  enum Route: Hashable, Codable { case song(Int), settings }

  let file = try FileStorage(name: "navigation")
  let initial = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
  let restored = Persistence.load(initial, from: file)
  let store = Store(initialState: restored.state, reducer: NavigationReducer())
  let persistence = Persistence(of: store, to: file)
  persistence.start()  // saves half a second after the last change

  store.send(.tabTapped(.library))
  store.send(.popToRoot)
  store.send([.push(.song(3)), .push(.song(7))])  // one transaction
  store.send(.tabTapped(.home))
  store.send(.tabTapped(.library))  // selects the tab again, which has kept its path
  print(store.state)  // home / | [library] /song(3)/song(7)

  try await persistence.flush()  // returns when the state is on the disk

  store.send(.tabTapped(.library))  // a second tap pops to the root
  print(store.state)  // home / | [library] /
  // end
  precondition(store.state.path(of: .library).isEmpty)
  try await persistence.flush()
  store.send([.push(.song(3)), .push(.song(7))])
  try await persistence.stop()
  return restored.state.path(of: .library).map { if case .song(let number) = $0 { number } else { 0 } }
}
