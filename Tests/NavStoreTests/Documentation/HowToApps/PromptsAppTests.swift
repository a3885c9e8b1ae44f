import Foundation
import NavStore
import NavStoreTesting
import Testing

extension Prompts {
  @Suite struct PromptsAppTests {
    // snippet: prompts test
    @Test func `a song is deleted after a question`() {
      let store = TestStore(initialState: AppState(), reducer: AppReducer())
      store.send(.deleteTapped(2)) {
        $0.prompt = Prompt(
          "Delete song 2?", message: "It is removed from all devices.", style: .dialog,
          buttons: [
            .init("Delete", role: .destructive, action: .deleteConfirmed(2)), .init("Keep", role: .cancel),
          ],
          dismissal: .promptDismissed)
      }
      store.send(.deleteConfirmed(2)) {
        $0.prompt = nil
        $0.songs = [1, 3]
      }
    }
    // end

    @Test func `the next prompt replaces the last one, and none is saved`() throws {
      let store = Store(initialState: AppState(), reducer: AppReducer())
      store.send([
        .deleteTapped(1), .deleteConfirmed(1), .deleteConfirmed(2), .deleteTapped(3), .deleteConfirmed(3),
      ])
      #expect(store.state.prompt?.title == "The last song cannot be deleted.")
      let data = try CanonicalJSONEncoder().encode(store.state)
      let restored = try JSONDecoder().decode(AppState.self, from: Data(data))
      #expect(restored.prompt == nil && restored.songs == [3])
      store.send(.promptDismissed)
      #expect(store.state.prompt == nil)
    }
  }
}
