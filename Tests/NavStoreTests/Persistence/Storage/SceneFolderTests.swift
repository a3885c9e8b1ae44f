import Foundation
import NavStore
import Testing

@Suite struct SceneFolderTests {
  private let directory: TemporaryDirectory
  private let folder: SceneFolder

  init() throws {
    directory = try TemporaryDirectory()
    folder = SceneFolder(path: directory.path)
  }

  private func save(_ scene: String, times: Int = 1) throws -> FileStorage {
    let file = try FileStorage(path: folder.file(of: scene))
    for number in 1...times { try file.write(Data("\(number)".utf8), keepingCurrentAsPrevious: true) }
    return file
  }

  @Test func `each scene has its own file`() throws {
    let (lower, upper) = (try save("a"), try save("A", times: 2))
    #expect(try lower.read(.current) == Data("1".utf8))
    #expect(try upper.read(.current) == Data("2".utf8))
    #expect(directory.names == ["%41.state", "%41.state.previous", "a.state"])
  }

  @Test func `the scenes that have files are listed by their keys`() throws {
    for scene in ["b", "A/1", "c"] { _ = try save(scene, times: 2) }
    try directory.put("", "a.state.navstore-owner")
    try directory.put("", "d.state.aside-1")
    // A crash on a file system without hard links can leave only the previous generation.
    try directory.put("", "e.state.previous")
    #expect(try folder.scenes() == ["A/1", "b", "c", "e"])
  }

  @Test func `without a folder there are no scenes`() throws {
    let folder = SceneFolder(path: directory.path("none"))
    #expect(try folder.scenes() == [])
    #expect(try folder.removeScenes(keeping: []) == 0)
    #expect(directory.names == [])
  }

  @Test func `a folder that cannot be read is an error that names it`() throws {
    try directory.put("", "file")
    let folder = SceneFolder(path: directory.path("file"))
    let error = #expect(throws: StorageError.self) { try folder.scenes() }
    #expect(error?.description.hasPrefix("Cannot read \(directory.path("file")): listing it failed") == true)
    #expect(throws: StorageError.self) { try folder.removeScenes(keeping: []) }
  }

  @Test func `discarded scenes are removed with all their files`() throws {
    let long = String(repeating: "L", count: 500)
    for scene in ["a", "b", "C", long, long + "L"] { _ = try save(scene, times: 2) }
    try directory.put("", "a.state.aside-1")
    try directory.put("", "a.state.navstore-tmp-999999999-1")
    try directory.put("", "a.state.navstore-restores")
    try directory.put("", "notes.txt")
    #expect(try folder.removeScenes(keeping: ["b", long, "never saved"]) == 3)
    #expect(try folder.scenes() == ["b"])
    let kept = SceneFileName.name(for: long)
    #expect(
      directory.names
        == [kept, kept + ".previous", "b.state", "b.state.previous", "notes.txt"].sorted())
  }

  @Test func `a removal of a scene that fails or is interrupted leaves the newest state`() throws {
    _ = try save("a", times: 2)
    let system = RecordingFileSystem()
    let folder = SceneFolder(path: directory.path, fileSystem: system)
    // Five calls come first: openlock, lock, readlock, and the removals of the counter and the previous generation.
    // The sixth call removes the current generation.
    system.fail(after: 5)
    let error = #expect(throws: StorageError.self) { try folder.removeScenes(keeping: []) }
    #expect(
      error?.description
        == "Cannot remove \(directory.path("a.state")): removing \(directory.path("a.state")) failed: "
        + "\(SystemError.inputOutput.reason) (error 5). These files are left: \(directory.path("a.state")).")
    #expect(directory.text("a.state") == "2")
    #expect(directory.names == ["a.state", "a.state.navstore-owner"])
    #expect(try folder.removeScenes(keeping: []) == 1)
    #expect(directory.names == [])
  }

  @Test func `a scene that has an owner is not removed until the owner releases it`() throws {
    let storage = try FileStorage(path: folder.file(of: "a"))
    let file = SavedStateStore(storage: storage, owner: StorageOwner())
    _ = try file.save(Data("1".utf8), revision: 1)
    #expect(try folder.removeScenes(keeping: []) == 0)
    #expect(try folder.scenes() == ["a"])
    file.end()
    #expect(try folder.removeScenes(keeping: []) == 1)
    #expect(directory.names == [])
    // The owner can save again.
    _ = try file.save(Data("2".utf8), revision: 2)
    #expect(directory.names == ["a.state", "a.state.navstore-owner"])
  }

  @Test func `the files of scenes are in a folder that no other storage name refers to`() throws {
    let file = try FileStorage(name: "tabs", application: "app", scene: "S")
    let plain = try FileStorage(name: "tabs", application: "app")
    #expect(file.path == plain.path.dropLast(".state".count) + ".scenes/%53.state")
    let error = #expect(throws: StorageError.self) { try FileStorage(name: "tabs", application: "app", scene: "") }
    #expect(error?.description.contains("the key of a scene must not be empty") == true)
    #expect(throws: StorageError.self) { try FileStorage(name: "a/b", application: "app", scene: "s") }
    #expect(throws: StorageError.self) { try FileStorage.scenes(name: "") }
  }
}
