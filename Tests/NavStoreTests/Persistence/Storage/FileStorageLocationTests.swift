import Foundation
import NavStore
import Testing

@Suite struct FileStorageLocationTests {
  @Test(arguments: ["", "a/b", "/", ".", "..", ".hidden", "a\0b"])
  func `an invalid name is refused`(name: String) {
    let error = #expect(throws: StorageError.self) { try FileStorage(name: name, application: "app") }
    #expect(error?.description.contains("the name must not be empty, begin with a dot or contain a slash") == true)
    #expect(throws: StorageError.self) { try FileStorage(name: "a", application: name) }
  }

  @Test(arguments: ["", "/", "/a/", "/a/.", "/a/..", "a\0b"])
  func `a path without a file name is refused`(path: String) {
    #expect(throws: StorageError.self) { try FileStorage(path: path) }
  }

  @Test func `a URL must be a file URL`() throws {
    let url = try #require(URL(string: "https://example.com/a.state"))
    #expect(throws: StorageError.self) { try FileStorage(url: url) }
    // Foundation appends a slash to the path of a directory.
    #expect(try FileStorage(url: URL(fileURLWithPath: "/a/b", isDirectory: true)).path == "/a/b")
    #expect(throws: StorageError.self) { try FileStorage(url: URL(fileURLWithPath: "/", isDirectory: true)) }
    #expect(try FileStorage(url: URL(fileURLWithPath: "/a/b c.state")).path == "/a/b c.state")
  }

  @Test func `a relative path is relative to the working directory`() throws {
    let expected = FileManager.default.currentDirectoryPath + "/a.state"
    #expect(try FileStorage(path: "a.state").path == expected)
  }

  #if !canImport(Darwin)
    @Test func `a named file is in the system's directory for states`() throws {
      func path(_ environment: [String: String]) throws -> String {
        try FileStorage.defaultPath(name: "tabs", application: "app", environment: environment)
      }
      let home = FileManager.default.homeDirectoryForCurrentUser.path
      #expect(try path(["XDG_STATE_HOME": "/var/state"]) == "/var/state/app/tabs.state")
      #expect(try path([:]) == home + "/.local/state/app/tabs.state")
      // The XDG specification requires that a relative path is ignored.
      #expect(try path(["XDG_STATE_HOME": "state"]) == home + "/.local/state/app/tabs.state")
      #expect(try FileStorage(name: "tabs").path.hasSuffix("/tabs.state"))
    }
  #endif
}
