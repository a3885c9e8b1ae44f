import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// The end of a recording whose files must not remain.
@Suite(.hangLimit) struct RecorderDiscardTests {
  private let directory: TemporaryDirectory
  private let store = makeTallyStore()

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func recorder(
    _ options: ActionLogOptions = ActionLogOptions(), fileSystem: any FileSystem = POSIXFileSystem()
  ) throws -> ActionLogRecorder<Tally, TallyAction> {
    try ActionLogRecorder(of: store, TallySchema(), directory.path("s.navlog"), options, fileSystem: fileSystem)
  }

  @Test func `discard deletes the files of this session and of earlier ones, and no other files`() async throws {
    try directory.put("mine", "s.notes.navlog")
    try directory.put("mine", "t.navlog")
    for _ in 1...2 {
      let earlier = try recorder(ActionLogOptions(transactionsPerFile: 1))
      for number in 1...3 { store.send(.add(number)) }
      try await earlier.close()
    }
    let recorder = try recorder()
    store.send(.add(1))
    try await recorder.flush()
    #expect(directory.names.count == 9)
    store.send(.add(2))
    try await recorder.discard()
    #expect(directory.names == ["s.notes.navlog", "t.navlog"])
    #expect(recorder.status.hasEnded)
    #expect(recorder.status.files == [])
    #expect(store.core.recorderCount == 0)
  }

  @Test func `100 sign-outs in cancelled tasks leave no log, and nothing is written afterwards`() async throws {
    for number in 1...100 {
      let recorder = try recorder()
      let run = number % 3 == 0 ? nil : Task { await recorder.run() }
      store.send(.add(number))
      if number % 2 == 0 { try await recorder.flush() }
      store.send(.add(-number))
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await recorder.discard()
      }.value
      store.send(.say("secret"))
      recorder.mark("late")
      try await recorder.flush()
      try await recorder.close()
      await recorder.run()
      await run?.value
      #expect(directory.names == [])
    }
  }

  @Test func `discard after close deletes the log, and a later discard not the log of the next session`() async throws {
    let first = try recorder()
    store.send(.add(1))
    try await first.close()
    try await first.discard()
    #expect(directory.names == [])
    let second = try recorder()
    store.send(.add(1))
    try await second.flush()
    try await first.discard()
    #expect(directory.names == ["s.navlog"])
    try await second.close()
  }

  @Test func `discard works although nothing can be written`() async throws {
    let system = RecordingFileSystem()
    let recorder = try recorder(fileSystem: system)
    store.send(.add(1))
    try await recorder.flush()
    system.fail(["write": .noSpace])
    store.send(.add(2))
    await #expect(throws: ActionLogError.self) { try await recorder.flush() }
    try await recorder.discard()
    #expect(directory.names == [])
  }

  @Test func `files that cannot be deleted are named, and discard may be called again`() async throws {
    let system = RecordingFileSystem()
    let recorder = try recorder(ActionLogOptions(transactionsPerFile: 1), fileSystem: system)
    for number in 1...3 { store.send(.add(number)) }
    try await recorder.flush()
    system.fail(["remove s.2.navlog": .permissionDenied])
    let error = await #expect(throws: ActionLogError.self) { try await recorder.discard() }
    #expect(error?.description.hasPrefix("deleting \(directory.path("s.2.navlog")) failed: ") == true)
    #expect(recorder.status.files == [directory.path("s.2.navlog")])
    #expect(directory.names == ["s.2.navlog"])
    store.send(.add(4))
    try await recorder.flush()
    try await recorder.close()
    #expect(directory.names == ["s.2.navlog"])
    system.fail([:])
    try await recorder.discard()
    #expect(directory.names == [])
  }

  @Test func `discard of a log that was never written creates nothing`() async throws {
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path("new/s.navlog"))
    try await recorder.discard()
    #expect(directory.names == [])
  }

  @Test func `two discards and a close at the same time all return`() async throws {
    for _ in 1...20 {
      let recorder = try recorder()
      let run = Task { await recorder.run() }
      store.send(.add(1))
      async let close: Void = recorder.close()
      async let first: Void = recorder.discard()
      async let second: Void = recorder.discard()
      _ = try await (close, first, second)
      await run.value
      #expect(directory.names == [])
    }
  }
}
