import Foundation
import NavStore
import NavStoreTesting
import Testing

/// The library's files next to a saved state never replace the files of another program.
@Suite struct ForeignFilesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Runs an app twice. Each run loads from a file, saves to it twice and stops.
  private func runApp(file name: String = "yarn") async throws {
    let storage = try FileStorage(path: directory.path(name))
    let schema = StateSchema(maxUnfinishedRestores: 2)
    let start = Persistence.load(0, from: storage).state
    for _ in 0..<2 {
      let store = ModelStore(Persistence.load(0, from: storage, schema: schema).state)
      let persistence = Persistence(source: store.source, to: storage, schema: schema)
      for _ in 0..<2 {
        store.set(store.state + 1)
        try await persistence.flush()
      }
      try await persistence.stop()
    }
    #expect(Persistence.load(0, from: storage).state == start + 4)
  }

  private func setPermissions(_ permissions: Int, _ name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: directory.path(name))
  }

  @Test(arguments: [
    "yarn.lock", "yarn.restores", "yarn.tmp-\(Int32.max)-1", "yarn.owner", "yarn.navstore-owner",
    "yarn.navstore-restores",
  ])
  func `a file of another program is not written, emptied or removed`(name: String) async throws {
    // The contents decide whether a file with a name of the library is another program's. "1" is a valid count.
    for text in name.contains("navstore") ? ["# yarn"] : ["# yarn", "1", ""] {
      try directory.put(text, name)
      try setPermissions(0o600, name)
      try await runApp()
      #expect(directory.text(name) == text)
      try FileManager.default.removeItem(atPath: directory.path("yarn"))
    }
  }

  @Test(arguments: ["yarn.lock", "yarn.navstore-owner", "yarn.navstore-restores"])
  func `a file with a hard link keeps its contents`(name: String) async throws {
    let record = String(decoding: OwnerRecord(process: .max, start: nil, owner: 1).encoded, as: UTF8.self)
    for text in ["precious", "", record] {
      try directory.put(text, "other")
      try setPermissions(0o600, "other")
      try FileManager.default.linkItem(atPath: directory.path("other"), toPath: directory.path(name))
      try await runApp()
      #expect(directory.text("other") == text)
      for name in ["yarn", "other"] { try directory.remove(name) }
      try? directory.remove(name)
    }
  }

  @Test(arguments: ["yarn.navstore-owner", "yarn.navstore-restores"])
  func `a link, a pipe or a directory with the name of a library file is not changed`(name: String) async throws {
    let files = FileManager.default
    try directory.put("7", "other")
    try files.createSymbolicLink(atPath: directory.path(name), withDestinationPath: directory.path("other"))
    try await runApp()
    #expect(directory.text("other") == "7")
    #expect((try? files.destinationOfSymbolicLink(atPath: directory.path(name))) == directory.path("other"))
    try directory.remove(name)
    try directory.remove("yarn")

    try #require(mkfifo(directory.path(name), 0o600) == 0)
    try await runApp()
    #expect(try files.attributesOfItem(atPath: directory.path(name))[.type] as? FileAttributeType != .typeRegular)
    try directory.remove(name)
    try directory.remove("yarn")

    try files.createDirectory(atPath: directory.path(name), withIntermediateDirectories: false)
    try directory.put("inside", name + "/note")
    try await runApp()
    #expect(directory.text(name + "/note") == "inside")
  }

  @Test func `removing the file leaves a count that another program has written`() throws {
    try directory.put("seven", "yarn.navstore-restores")
    let storage = try FileStorage(path: directory.path("yarn"))
    try storage.write(Data("1".utf8), keepingCurrentAsPrevious: false)
    try storage.remove()
    #expect(directory.text("yarn.navstore-restores") == "seven")
  }
}
