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
      (
        .ownedElsewhere(file: "/a", by: .thisProcess),
        "/a is left alone, and nothing is saved by this persistence: another persistence of this process saves to it. "
          + "Keep one persistence for each file and let go of the other, or give each scene a file of its own "
          + "(FileStorage(name:scene:))."
      ),
      (
        .ownedElsewhere(file: "/a", by: .process(71)),
        "/a is left alone, and nothing is saved by this persistence: process 71 saves to it. End that process, or give "
          + "each process or scene a file of its own (FileStorage(name:scene:))."
      ),
      (
        .ownedElsewhere(file: "/a", by: .unknown),
        "/a is left alone, and nothing is saved by this persistence: another process keeps "
          + "/a.navstore-owner locked. Find that process, for instance with lsof, and end it."
      ),
      (.stopped, "The persistence was stopped before this state was saved."),
    ]
    for (error, message) in messages { #expect(error.description == message) }
  }
}
