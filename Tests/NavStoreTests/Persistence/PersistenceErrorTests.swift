import NavStore
import Testing

@Suite struct PersistenceErrorTests {
  @Test func `each error says what happened to which file`() {
    let messages: [(PersistenceError, String)] = [
      (.encodingFailed("it is infinite"), "The state cannot be encoded: it is infinite"),
      (
        .storage(
          StorageError(action: .save, file: "/a", reason: "no space", code: 28, consequence: "It is unchanged.")),
        "Cannot save /a: no space (error 28). It is unchanged."
      ),
      (
        .newerSchema(file: "/a", found: 3, expected: 2),
        "/a was saved by a later version of the app (schema 3, this one writes 2) and is left alone: nothing is saved."
      ),
      (
        .newerFormat(file: "/a", found: 2),
        "/a was saved by a later version of NavStore (format 2) and is left alone: nothing is saved."
      ),
      (.stopped, "The persistence was stopped before this state was saved."),
    ]
    for (error, message) in messages { #expect(error.description == message) }
  }
}
