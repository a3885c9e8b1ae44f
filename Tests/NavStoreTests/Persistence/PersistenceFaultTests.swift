import Foundation
import NavStore
import NavStoreTesting
import Testing

/// Saves in which each call to the file system fails, with each error.
///
/// No saved state is lost, a save that fails reports the error, and a later save succeeds.
@Suite(.hangLimit) struct PersistenceFaultTests {
  enum Failing: CaseIterable, Sendable {
    case noSpace, permissionDenied, operationNotPermitted, inputOutput, missing, readOnly

    var error: SystemError {
      switch self {
      case .noSpace: .noSpace
      case .permissionDenied: .permissionDenied
      case .operationNotPermitted: .operationNotPermitted
      case .inputOutput: .inputOutput
      case .missing: .missing
      case .readOnly: .readOnly
      }
    }
  }

  private static let path = ModelProcess.path

  /// Returns a disk with an empty directory `/home`.
  private func makeDisk(hasHardLinks: Bool) throws -> ModelDisk {
    var image = DiskImage()
    _ = try image.make(.directory(names: [:], log: ChangeLog()), at: "/home")
    image.synchronize(0)
    return ModelDisk(image, progress: SaveProgress(), processID: 7, hasHardLinks: hasHardLinks)
  }

  /// Returns the state that the next process restores from the image.
  private func restored(from image: DiskImage) throws -> Int {
    let disk = ModelDisk(image, progress: SaveProgress(), processID: 8)
    return Persistence.load(0, from: try FileStorage(path: Self.path, fileSystem: disk)).state
  }

  private func restoredAfterPowerCuts(of image: DiskImage) throws -> Set<Int> {
    var images: [DiskImage] = []
    image.powerCuts { image, _ in images.append(image) }
    return Set(try images.map(restored))
  }

  /// Saves some states, and then another one while a call fails.
  ///
  /// - Returns: Whether the failing call was made, and the error of the save, if the save failed.
  private func save(
    after states: Int, unusable: [UInt8]? = nil, _ fault: ModelDisk.Fault, hasHardLinks: Bool = true
  ) async throws -> (wasMade: Bool, error: PersistenceError?) {
    let disk = try makeDisk(hasHardLinks: hasHardLinks)
    let clock = TestClock()
    let store = ModelStore(0)
    let storage = try FileStorage(path: Self.path, fileSystem: disk)
    let persistence = Persistence(source: store.source, to: storage, clock: clock)
    for _ in 0..<states {
      store.set(store.state + 1)
      try await persistence.flush()
    }
    if let unusable { disk.change { $0.put(unusable, at: Self.path) } }
    // If the current generation is unusable, the last saved state is in the previous one.
    let saved = unusable == nil ? states : max(0, states - 1)
    let new = store.set(states + 1)
    let comment = "\(fault) after \(states), hard links: \(hasHardLinks)"

    disk.fail(fault)
    var failure: PersistenceError?
    do { try await persistence.flush() } catch let error as PersistenceError { failure = error }
    let wasMade = disk.callCount > fault.call
    disk.fail(nil)

    let status = try #require(await persistence.status { $0.attempts == states + 1 })
    #expect(status.failures == (failure == nil ? 0 : 1), "\(comment)")
    #expect(status.lastFailure == failure, "\(comment)")
    #expect(status.savedRevision == (failure == nil ? new : states), "\(comment)")
    #expect(status.phase == (failure == nil ? .idle : .retrying(at: .seconds(1))), "\(comment)")
    if let failure { #expect("\(failure)".contains(fault.error.reason), "\(comment)") }

    let allowed: Set<Int> = failure == nil ? [new] : [saved, new]
    // A directory above that the app may not open can never be synced. The save succeeds nevertheless, because
    // otherwise the app could never save.
    let isOutOfReach =
      failure == nil && fault.error == .permissionDenied
      && disk.crashPoints.contains { $0.calls.contains { ["syncdir home (fails)", "syncdir / (fails)"].contains($0) } }
    let left = isOutOfReach ? [try restored(from: disk.image)] : try restoredAfterPowerCuts(of: disk.image)
    #expect(allowed.isSuperset(of: left), "\(comment): \(left)")

    // The disk works again. After a failure, the persistence saves the newest state without a flush.
    let newest = store.set(new + 1)
    if failure == nil {
      try await persistence.flush()
    } else {
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(1))
      _ = await persistence.status { $0.savedRevision == newest }
    }
    #expect(persistence.status.phase == .idle, "\(comment)")
    #expect(try restored(from: disk.image) == newest, "\(comment)")
    if !isOutOfReach { #expect(try restoredAfterPowerCuts(of: disk.image) == [newest], "\(comment)") }
    if let unusable {
      let names = disk.image.names(inDirectory: "/home/app") ?? []
      #expect(names.contains { disk.image.bytes(at: "/home/app/" + $0) == unusable }, "\(comment): \(names)")
    }
    return (wasMade, failure)
  }

  @Test(arguments: Failing.allCases)
  func `a save with any failing call is reported and repeated, and the last good state stays`(
    failing: Failing
  ) async throws {
    var failures = 0
    for (states, hasHardLinks) in [(0, true), (2, true), (2, false)] {
      for lasts in [false, true] {
        var fault = ModelDisk.Fault(error: failing.error, lasts: lasts)
        while case let (wasMade, error) = try await save(after: states, fault, hasHardLinks: hasHardLinks), wasMade {
          if error != nil { failures += 1 }
          fault.call += 1
        }
      }
    }
    // A smaller number would mean that the faults affected mostly calls that a save can do without.
    #expect(failures >= 40)
  }

  @Test(arguments: Failing.allCases)
  func `a file that cannot be used is neither lost nor used when any call of the save over it fails`(
    failing: Failing
  ) async throws {
    let foreign = Array("not ours".utf8)
    for lasts in [false, true] {
      var fault = ModelDisk.Fault(error: failing.error, lasts: lasts)
      while try await save(after: 2, unusable: foreign, fault).wasMade { fault.call += 1 }
    }
  }

  @Test func `a directory that was removed is created again`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("sub/a.state")
    let store = ModelStore(0)
    let persistence = Persistence(source: store.source, to: try FileStorage(path: path), clock: TestClock())
    for number in 1...2 {
      store.set(number)
      try await persistence.flush()
      #expect(Persistence.load(0, from: try FileStorage(path: path)).state == number)
      try directory.remove("sub")
    }
  }
}
