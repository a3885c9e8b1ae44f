internal import NavStore
internal import NavStoreInspection

/// The demo app while it runs: its store, what saves it, what records it, and the count of what was done. Lines of text
/// and the full screen are two faces of it.
@MainActor
final class DemoApp {
  let store: Store<DemoState, DemoAction>
  let persistence: Persistence<DemoNavigation>
  /// Nil when time runs by itself.
  let time: ScriptedTime?
  /// Nil when nothing is recorded.
  private let recording: DemoRecording?
  private let start: DemoStart

  private var work: [Task<Void, Never>] = []
  private var changes = 0
  /// The revisions of changes that were not saved when that was last looked at.
  private var unsavedRevisions: [Int] = []
  private var reportedFailures = 0

  /// Restores the state. Throws an error if the name of a file cannot be one.
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

  /// Saves and records from now on, and says what the app begins with.
  func begin() async -> Response {
    // Detached, because this actor's thread may be blocked while a session waits for input.
    work.append(Task.detached { [persistence] in await persistence.run() })
    if let recording { work.append(Task.detached { await recording.run() }) }
    var response = start.response
    await recording?.begin(&response)
    return response
  }

  /// Saves, ends the log, says so, and returns whether both went well.
  func end(_ response: inout Response) async -> Bool {
    let isSaved = await flush(&response)
    let isRecorded = await recording?.end(&response) ?? true
    response.lines.append("  \(saveCounts())")
    // Or the last save of a run that is cancelled would be cut off by the end of the process. What it would throw was
    // told by the flush.
    try? await persistence.stop()
    for task in work { task.cancel() }
    return isSaved && isRecorded
  }

  // MARK: What is done

  /// Does these actions as one transaction, and returns what came of them, in words.
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

  /// Saves now, and says whether that went well.
  @discardableResult
  func flush(_ response: inout Response) async -> Bool {
    do {
      try await persistence.flush()
      response.lines.append("  " + saved(persistence.status))
      return true
    } catch {
      reportFailures(&response)
      return false
    }
  }

  /// Writes into the log what has happened.
  func flushRecording(_ response: inout Response) async {
    await recording?.flush(&response)
  }

  // MARK: Words

  /// The URL of what is shown, or why there is none.
  var url: String {
    do throws(LinkPrintError) {
      let url = try DemoLinks.url(of: store.state.navigation)
      return DemoLinks.isForOthers(url) ? url : "\(url), which only the app itself may open"
    } catch {
      return error.description
    }
  }

  /// Tells which state is safe now. In a session that is played, this is what must come back after the kill.
  func saved(_ status: PersistenceStatus) -> String {
    if status.savedRevision == 0, !start.wasRestored { return "nothing was changed, so there is nothing to save" }
    return "saved revision \(status.savedRevision), state \(StateFingerprint(of: store.state.navigation))"
  }

  func saveCounts() -> SaveCounts {
    let status = persistence.status
    unsavedRevisions.removeAll { $0 <= status.savedRevision }
    return SaveCounts(changes: changes, saves: status.writes, unsaved: unsavedRevisions.count)
  }

  /// Says why a save failed, once.
  func reportFailures(_ response: inout Response) {
    let status = persistence.status
    guard status.failures > reportedFailures, let failure = status.lastFailure else { return }
    reportedFailures = status.failures
    response.problems.append("not saved: \(failure)")
  }
}

/// What a session begins with: the saved state, or the initial one, and what is to be said about that.
private struct DemoStart {
  let storage: FileStorage
  var state = DemoState()
  var response = Response()
  var wasRestored = false

  /// Restores the state. Throws a `StorageError` if the name of the file cannot be one.
  init(_ options: DemoOptions) throws {
    storage =
      if let path = options.state {
        try FileStorage(path: path)
      } else {
        try FileStorage(name: "demo", application: "navstore")
      }
    response.lines = ["state file: \(storage.path)"]
    if options.isReset { setAside() } else { restore() }
  }

  private mutating func restore() {
    let restored = Persistence.load(state, from: storage, saving: \.navigation)
    state = restored.state
    let report = restored.report
    wasRestored = report.generation != nil
    if !report.isUnchanged { response.problems = report.description.split(separator: "\n").map(String.init) }
    let what = report.generation == nil ? "initial" : "restored"
    response.lines.append("\(what) revision \(restored.revision ?? 0), state \(StateFingerprint(of: state.navigation))")
  }

  /// Moves both generations to where they are found by name but by no later start.
  private mutating func setAside() {
    response.lines.append("initial revision 0, state \(StateFingerprint(of: state.navigation))")
    for (generation, name) in [(StateGeneration.current, "the saved state"), (.previous, "the one saved before it")] {
      do {
        guard let place = try storage.quarantine(generation) else { continue }
        response.lines.append("\(name) was moved to \(place)")
      } catch {
        response.problems.append("\(error)")
      }
    }
  }
}
