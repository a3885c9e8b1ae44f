import Foundation
import NavStore
import NavStoreTesting
import Testing

/// Loads and saves with a generation that is not a regular file, or is too large.
@Suite struct NonRegularFilesTests {
  enum NonRegularFile: CaseIterable { case directory, pipe, socket, linkToDirectory, linkToDevice }
  enum Current: CaseIterable { case restored, neverLoaded, damaged, missing }

  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("a.state")
  }

  private func make(_ file: NonRegularFile, _ name: String) throws {
    let (files, path) = (FileManager.default, directory.path(name))
    switch file {
    case .directory:
      try files.createDirectory(atPath: path, withIntermediateDirectories: false)
      try directory.put("inside", name + "/note")
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    case .socket: try makeSocket(path)
    case .linkToDirectory: try files.createSymbolicLink(atPath: path, withDestinationPath: directory.path)
    case .linkToDevice: try files.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    }
  }

  private func makeSocket(_ path: String) throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_UNIX, kind, 0)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    try withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      try #require(path.utf8.count < bytes.count)
      bytes.copyBytes(from: path.utf8)
    }
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
  }

  /// Returns the type of a file, without following a link.
  private func type(_ name: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: directory.path(name))[.type] as? FileAttributeType
  }

  private func persistence(saving number: Int) throws -> Persistence<Int> {
    let store = ModelStore(0)
    store.set(number)
    return Persistence(source: store.source, to: try FileStorage(path: path))
  }

  @Test(arguments: NonRegularFile.allCases, Current.allCases)
  func `a previous generation that is not a file is moved aside, and the save continues`(
    file: NonRegularFile, current: Current
  ) async throws {
    switch current {
    case .restored, .neverLoaded: try Persistence.encoded(1).write(to: URL(fileURLWithPath: path))
    case .damaged: try directory.put("damaged", "a.state")
    case .missing: break
    }
    try make(file, "a.state.previous")
    let type = try type("a.state.previous")
    if current == .restored { #expect(Persistence.load(0, from: try FileStorage(path: path)).state == 1) }

    for number in 2...3 { try await persistence(saving: number).stop() }
    #expect(Persistence.load(0, from: try FileStorage(path: path)).state == 3)
    let moved = directory.names.filter { $0.hasPrefix("a.state.aside-") }
    let same = try moved.filter { try self.type($0) == type }
    #expect(same.count == 1, "\(directory.names)")
    if file == .directory, let same = same.first { #expect(directory.text(same + "/note") == "inside") }
  }

  @Test func `a directory is moved aside under an unused name`() throws {
    try make(.directory, "a.state.previous")
    try directory.put("mine", "a.state.aside-2")
    try FileManager.default.createDirectory(
      atPath: directory.path("a.state.aside-3"), withIntermediateDirectories: false)
    let storage = try FileStorage(path: path)
    #expect(try storage.quarantine(.previous) == directory.path("a.state.aside-4"))
    #expect(directory.text("a.state.aside-4/note") == "inside")
    #expect(directory.text("a.state.aside-2") == "mine")
    #expect(directory.names == ["a.state.aside-2", "a.state.aside-3", "a.state.aside-4"])
  }

  @Test func `a current generation that is not a file stays in its place, and the save is refused`()
    async throws
  {
    try make(.pipe, "a.state")
    await #expect(throws: PersistenceError.self) { try await persistence(saving: 1).stop() }
    #expect(try type("a.state") != .typeRegular)
    #expect(!directory.names.contains("a.state.aside-1"))
  }

  @Test func `removing the file leaves a directory that was moved aside`() throws {
    try make(.directory, "a.state.previous")
    let storage = try FileStorage(path: path)
    _ = try storage.quarantine(.previous)
    try make(.directory, "a.state.previous")
    try storage.write(Data("1".utf8), keepingCurrentAsPrevious: false)
    try storage.remove()
    #expect(directory.text("a.state.aside-1/note") == "inside")
    #expect(directory.text("a.state.previous/note") == "inside")
    #expect(directory.bytes("a.state") == nil)
  }

  // MARK: - Sizes

  /// Creates a file of that size that uses no space on the disk.
  private func makeFile(_ name: String, size: Int) throws {
    try directory.put("", name)
    try #require(truncate(directory.path(name), off_t(size)) == 0)
  }

  @Test(arguments: [200 << 20, 300 << 20], StateGeneration.allCases)
  func `a file that is too large is moved aside by a load, whatever its size`(
    size: Int, generation: StateGeneration
  ) throws {
    let name = generation == .current ? "a.state" : "a.state.previous"
    try makeFile(name, size: size)
    let restored = Persistence.load(0, from: try FileStorage(path: path))
    let finding = try #require(restored.report.findings.first { $0.generation == generation })
    #expect(finding.reason == .tooLarge(found: size, limit: 16 << 20))
    #expect(finding.quarantine == .moved(to: directory.path("a.state.aside-1")))
    #expect(!directory.names.contains(name))
  }

  @Test(arguments: StateGeneration.allCases)
  func `a file that is too large is moved aside by a save`(generation: StateGeneration) async throws {
    let name = generation == .current ? "a.state" : "a.state.previous"
    try makeFile(name, size: 300 << 20)
    try await persistence(saving: 1).stop()
    #expect(Persistence.load(0, from: try FileStorage(path: path)).state == 1)
    #expect(directory.names.contains("a.state.aside-1"))
  }

  @Test func `no read has a higher limit than the schema allows`() async throws {
    let system = RecordingFileSystem()
    let storage = try FileStorage(path: path, fileSystem: system)
    let schema = StateSchema(maxBytes: 1_000, maxUnfinishedRestores: 2)
    try makeFile("a.state", size: 5_000)
    let restored = Persistence.load(0, from: storage, schema: schema)
    #expect(restored.report.findings.first?.reason == .tooLarge(found: 5_000, limit: 1_000))
    let store = ModelStore(0)
    let persistence = Persistence(source: store.source, to: storage, schema: schema)
    store.set(1)
    try await persistence.stop()
    #expect(system.readLimits.max() == 1_000)
  }

  @Test func `the real file system reads nothing of a file that is too large`() throws {
    try makeFile("large", size: 1 << 40)
    let error = #expect(throws: SystemError.self) {
      try POSIXFileSystem().contents(of: directory.path("large"), limit: 100)
    }
    #expect(error?.code == EFBIG)
    try directory.put("0123456789", "small")
    #expect(try POSIXFileSystem().contents(of: directory.path("small"), limit: 10)?.count == 10)
    #expect(throws: SystemError.self) { try POSIXFileSystem().contents(of: directory.path("small"), limit: 9) }
  }

  #if os(Linux)
    @Test func `a file that has more bytes than its size says is read up to the limit`() throws {
      // The size of a file in /proc is 0.
      let data = try #require(try POSIXFileSystem().contents(of: "/proc/self/status", limit: 100))
      #expect(data.count <= 101)
    }
  #endif
}
