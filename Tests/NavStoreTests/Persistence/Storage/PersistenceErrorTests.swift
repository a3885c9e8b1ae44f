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
        "/a was saved by a later version of the app (schema 3; this version writes 2). It was not changed, and nothing was "
          + "saved. Use the later version of the app."
      ),
      (
        .newerFormat(file: "/a", found: 2),
        "/a was saved by a later version of NavStore (format 2). It was not changed, and nothing was saved. Use the later "
          + "version of NavStore."
      ),
      (
        .ownedElsewhere(file: "/a", by: .thisProcess),
        "Nothing was saved to /a: another persistence of this process saves to it. Keep one persistence for each file and "
          + "release the other one, or use a separate file for each scene (FileStorage(name:scene:))."
      ),
      (
        .ownedElsewhere(file: "/a", by: .process(71)),
        "Nothing was saved to /a: process 71 saves to it. End that process, or use a separate file for each process or "
          + "scene (FileStorage(name:scene:))."
      ),
      (
        .ownedElsewhere(file: "/a", by: .unknown),
        "Nothing was saved to /a: another process keeps /a.navstore-owner locked. Find that process, for instance with "
          + "lsof, and end it."
      ),
      (.stopped, "The persistence was stopped before this state was saved."),
    ]
    for (error, message) in messages { #expect(error.description == message) }
  }
}
