internal import NavStore
internal import NavStoreInspection

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The running demo app: its store, its persistence, its recording, and its counts of changes and saves.
///
/// A ``LineSession`` or a ``ScreenSession`` shows the app to the user.
@MainActor
final class DemoApp {
  let store: Store<DemoState, DemoAction>
  let persistence: Persistence<DemoNavigation>
  /// The scripted time of a played session, or `nil` if the app uses real time.
  let time: ScriptedTime?
  private let recording: DemoRecording?
  private let start: DemoStart

  private var tasks: [Task<Void, Never>] = []
  private var changes = 0
  /// The revisions of all changes, except those that ``saveCounts()`` has found to be saved.
  private var unsavedRevisions: [Int] = []
  private var reportedFailures = 0

  init(_ options: DemoOptions) throws {
    start = try DemoStart(options)
    let store = Store(initialState: start.state, reducer: DemoReducer())
    if options.isScripted {
      let clock = ManualClock()
      persistence = Persistence(of: store, to: start.storage, saving: \.navigation, clock: clock)
      time = ScriptedTime(clock: clock, persistence: persistence)
    } else {
      persistence = Persistence(of: store, to: start.storage, saving: \.navigation)
      time = nil
    }
    self.store = store
    let clock = time?.clock
    recording = try options.record.map { try DemoRecording(of: store, to: $0, options, clock: clock) }
  }

  // MARK: Running

  func begin() async -> Response {
    // The tasks are detached, because a session can block this actor's thread while it waits for input.
    tasks.append(Task.detached { [persistence] in await persistence.run() })
    if let recording { tasks.append(Task.detached { await recording.run() }) }
    var response = start.response
    await recording?.begin(&response)
    return response
  }

  /// Saves the state and ends the log. Returns whether saving and recording succeeded.
  func end(_ response: inout Response) async -> Bool {
    let isSaved = await flush(&response)
    let isRecorded = await recording?.end(&response) ?? true
    response.lines.append("  \(saveCounts())")
    // Without this call, the process could end during the last save of the cancelled `run`. Errors are ignored here,
    // because `flush` has already reported them.
    try? await persistence.stop()
    for task in tasks { task.cancel() }
    return isSaved && isRecorded
  }

  // MARK: Actions

  /// Sends actions as one transaction. Returns a sentence for each action, which describes the changes that it made.
  func send(_ actions: [DemoNavigationAction]) -> [String] {
    let before = store.state.navigation
    store.send(DemoAction.transaction(actions), origin: Self.origin(of: actions))
    let state = store.state
    if state.navigation != before {
      changes += 1
      unsavedRevisions.append(store.revision)
    }
    return state.notes
  }

  private static func origin(of actions: [DemoNavigationAction]) -> ActionOrigin {
    if case .deepLink? = actions.first { .deepLink } else { .user }
  }

  @discardableResult
  func flush(_ response: inout Response) async -> Bool {
    do {
      try await persistence.flush()
      response.lines.append("  " + describeSavedState(persistence.status))
      return true
    } catch {
      reportFailures(&response)
      return false
    }
  }

  func flushRecording(_ response: inout Response) async {
    await recording?.flush(&response)
  }

  // MARK: Text

  /// A sentence about the state with which the session began, or an empty string for the initial state.
  var beginning: String { start.sentence }

  var url: String {
    do throws(LinkPrintError) {
      let url = try DemoLinks.url(of: store.state.navigation)
      return DemoLinks.isPublic(url) ? url : "\(url) (only the app itself can open it)"
    } catch {
      return error.description
    }
  }

  /// Returns a line that identifies the saved state. A played session reads this line to check that the same state is
  /// restored after the process is killed.
  func describeSavedState(_ status: PersistenceStatus) -> String {
    if status.savedRevision == 0, !start.wasRestored { return "no changes to save" }
    return "saved revision \(status.savedRevision), state \(StateFingerprint(of: store.state.navigation))"
  }

  func saveCounts() -> SaveCounts {
    let status = persistence.status
    unsavedRevisions.removeAll { $0 <= status.savedRevision }
    return SaveCounts(changes: changes, saves: status.writes, unsaved: unsavedRevisions.count)
  }

  func reportFailures(_ response: inout Response) {
    let status = persistence.status
    guard status.failures > reportedFailures, let failure = status.lastFailure else { return }
    reportedFailures = status.failures
    response.problems.append("not saved: \(failure)")
  }
}

/// The state at the start of a session, which is the saved or the initial state, and the messages about that state.
private struct DemoStart {
  let storage: FileStorage
  var state = DemoState()
  var response = Response()
  var wasRestored = false
  private(set) var sentence = ""

  init(_ options: DemoOptions) throws {
    storage =
      if let path = options.state {
        try FileStorage(path: path)
      } else {
        try Self.defaultStorage()
      }
    response.lines = ["state file: \(storage.path)"]
    if options.isReset { quarantineSavedStates() } else { restore() }
  }

  /// Returns the file in the system's folder for application states. If only the command's first name, `navstore`, has
  /// one, that file is used.
  private static func defaultStorage() throws -> FileStorage {
    let storage = try FileStorage(name: "demo", application: "navtool")
    let earlier = try FileStorage(name: "demo", application: "navstore")
    return hasSaved(earlier) && !hasSaved(storage) ? earlier : storage
  }

  private static func hasSaved(_ storage: FileStorage) -> Bool {
    [storage.path, storage.path + ".previous"].contains { FileManager.default.fileExists(atPath: $0) }
  }

  private mutating func restore() {
    let restored = Persistence.load(state, from: storage, saving: \.navigation)
    state = restored.state
    let report = restored.report
    wasRestored = report.generation != nil
    if wasRestored { sentence = "restored the state of the last session" }
    if !report.isUnchanged { response.problems = report.description.split(separator: "\n").map(String.init) }
    let origin = wasRestored ? "restored" : "initial"
    let fingerprint = StateFingerprint(of: state.navigation)
    response.lines.append("\(origin) revision \(restored.revision ?? 0), state \(fingerprint)")
  }

  private mutating func quarantineSavedStates() {
    response.lines.append("initial revision 0, state \(StateFingerprint(of: state.navigation))")
    for (generation, name) in [(StateGeneration.current, "the saved state"), (.previous, "the previous saved state")] {
      do {
        guard let path = try storage.withSession(of: nil, { try $0.quarantine(generation) }) else { continue }
        sentence = "\(name) was moved to \(path)"
        response.lines.append(sentence)
      } catch {
        response.problems.append("\(error)")
      }
    }
  }
}
