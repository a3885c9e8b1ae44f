internal import NavStore

/// One run of the demo: commands come in, the store changes, the app is drawn, and what was done is saved meanwhile.
@MainActor
struct DemoSession {
  private let store: Store<DemoState, DemoAction>
  private let persistence: Persistence<DemoNavigation>
  /// Nil when time runs by itself.
  private let time: ScriptedTime?
  /// Nil when nothing is recorded.
  private let recording: DemoRecording?
  private var input: StandardInput
  private var output: Output
  private let beginning: Answer
  private let wasRestored: Bool
  private let hasPrompt: Bool
  private let echoesCommands: Bool

  private var changes = 0
  /// The revisions of changes that were not saved when that was last looked at.
  private var unsavedRevisions: [Int] = []
  private var toldFailures = 0

  init(_ options: DemoOptions, signals: Descriptor?) throws {
    let beginning = try DemoBeginning(options)
    let store = Store(initialState: beginning.state, reducer: DemoReducer())
    if options.isScripted {
      let clock = ManualClock()
      persistence = Persistence(of: store, to: beginning.storage, saving: \.navigation, clock: clock)
      time = ScriptedTime(clock: clock, persistence: persistence)
    } else {
      persistence = Persistence(of: store, to: beginning.storage, saving: \.navigation)
      time = nil
    }
    self.store = store
    let clock = time?.clock
    recording = try options.record.map { try DemoRecording(of: store, to: $0, options, clock: clock) }
    self.beginning = beginning.answer
    wasRestored = beginning.wasRestored
    input = StandardInput(signals: signals, firstLine: options.firstLine)
    output = Output(isMerged: options.isScripted)
    echoesCommands = !Descriptor.standardInput.isTerminal
    hasPrompt = !echoesCommands && Descriptor.standardOutput.isTerminal
  }

  // MARK: Running

  mutating func run() async -> ExitStatus {
    // Detached, because this actor's thread is blocked while the session waits for input.
    let saving = Task.detached { [persistence] in await persistence.run() }
    defer { saving.cancel() }
    let log = recording.map { recording in Task.detached { await recording.run() } }
    defer { log?.cancel() }
    var beginning = beginning
    await recording?.begin(&beginning)
    output.write(beginning)
    if hasPrompt { output.write(Answer(lines: ["\"help\" lists the commands."])) }
    // The cursor stands behind the prompt when no line ends it.
    let lineEnd = Answer(lines: hasPrompt ? [""] : [])
    while output.isOpen {
      if hasPrompt { output.prompt() }
      switch input.next() {
      case .line(let line):
        guard let (answer, isLast) = await answer(line) else { continue }
        if isLast { return await leave(.success, saying: answer) }
        output.write(answer)
      case .end: return await leave(.success, saying: lineEnd)
      case .signal(let number): return await leave(.signal(number), saying: lineEnd)
      }
    }
    return await leave(.unread, saying: Answer())
  }

  /// Saves, and says so.
  private mutating func leave(_ status: ExitStatus, saying answer: Answer) async -> ExitStatus {
    var answer = answer
    let isSaved = await flush(&answer)
    let isRecorded = await recording?.end(&answer) ?? true
    answer.lines.append("  \(tally())")
    output.write(answer)
    return isSaved && isRecorded || status != .success ? status : .notSaved
  }

  /// Does what a line asks for, and says whether it asks to leave. Nil for a line that asks for nothing.
  private mutating func answer(_ line: InputLine) async -> (answer: Answer, isLast: Bool)? {
    var answer = Answer()
    if echoesCommands, case .success(let text) = line.text { answer.lines.append("> \(text)") }
    do {
      guard let command = try DemoCommand(line: line.text.get()) else { return nil }
      await perform(command, &answer)
      if time != nil { await recording?.flush(&answer) }
      noteFailures(&answer)
      return (answer, command == .quit)
    } catch {
      noteFailures(&answer)
      answer.problems.append("line \(line.number): \(error)")
      return (answer, false)
    }
  }

  // MARK: Commands

  private mutating func perform(_ command: DemoCommand, _ answer: inout Answer) async {
    switch command {
    case .send(let actions): send(actions, &answer)
    case .show: answer.lines += drawing
    case .items: answer.lines += MediaLibrary.routes.map { "  \($0)".padded(to: 20) + MediaLibrary.title(of: $0) }
    case .links: answer.lines += DemoLinks.table.listing.split(separator: "\n").map { "  " + $0 }
    case .url: answer.lines.append("  " + url)
    case .flush: await flush(&answer)
    case .status:
      await time?.settle(revision: store.revision)
      answer.lines += [tally().description, phase].map { "  " + $0 }
    case .wait(let duration): await wait(duration, &answer)
    case .help: answer.lines += Usage.commands.map { "  " + $0 }
    case .quit: break
    }
  }

  private mutating func send(_ actions: [DemoNavigationAction], _ answer: inout Answer) {
    let before = store.state.navigation
    store.send(DemoAction.transaction(actions), origin: Self.origin(of: actions))
    let state = store.state
    if state.navigation != before {
      changes += 1
      unsavedRevisions.append(store.revision)
    }
    answer.lines += state.notes.map { "  " + $0 } + drawing
  }

  private static func origin(of actions: [DemoNavigationAction]) -> ActionOrigin {
    if case .deepLink? = actions.first { .deepLink } else { .user }
  }

  /// Saves now, and says whether that went well.
  @discardableResult
  private mutating func flush(_ answer: inout Answer) async -> Bool {
    do {
      try await persistence.flush()
      answer.lines.append("  " + saved(persistence.status))
      return true
    } catch {
      noteFailures(&answer)
      return false
    }
  }

  private mutating func wait(_ duration: Duration, _ answer: inout Answer) async {
    guard let time else {
      answer.lines.append("  time runs by itself here: wait is for a session that is played")
      return
    }
    let saves = await time.pass(duration, revision: store.revision)
    for save in saves {
      let result =
        switch save.result {
        case .failed: "could not save"
        case .unchanged: "nothing to write, the state is the saved one"
        case .written: saved(save.status)
        }
      answer.lines.append("  at \(save.instant.inSeconds): \(result)")
    }
    answer.lines.append("  now \(time.clock.now.offset.inSeconds)\(saves.isEmpty ? ": nothing was due" : "")")
  }

  // MARK: Words

  private var drawing: [String] {
    ScreenDrawing(store.state.navigation).lines.map { "    " + $0 }
  }

  /// The URL of what is shown, or why there is none.
  private var url: String {
    do throws(LinkPrintError) {
      let url = try DemoLinks.url(of: store.state.navigation)
      return DemoLinks.isForOthers(url) ? url : "\(url), which only the app itself may open"
    } catch {
      return error.description
    }
  }

  /// Tells which state is safe now. In a session that is played, this is what must come back after the kill.
  private func saved(_ status: PersistenceStatus) -> String {
    if status.savedRevision == 0, !wasRestored { return "nothing was changed, so there is nothing to save" }
    return "saved revision \(status.savedRevision), state \(Fingerprint(of: store.state.navigation))"
  }

  private mutating func tally() -> Tally {
    let status = persistence.status
    unsavedRevisions.removeAll { $0 <= status.savedRevision }
    return Tally(changes: changes, saves: status.writes, unsaved: unsavedRevisions.count)
  }

  private var phase: String {
    let status = persistence.status
    let phase = status.phase
    if let time, let next = phase.nextSave { return "next save in \((next - time.clock.now.offset).inSeconds)" }
    return switch phase {
    case .idle where status.seenRevision >= store.revision: "everything is saved"
    case .idle, .waiting: "saving when nothing has changed for a moment"
    case .writing: "saving"
    case .retrying: "the last save failed and will be tried again"
    case .readOnly: "the state file belongs to a later version and is not written over"
    case .stopped: "stopped"
    }
  }

  private mutating func noteFailures(_ answer: inout Answer) {
    let status = persistence.status
    guard status.failures > toldFailures, let failure = status.lastFailure else { return }
    toldFailures = status.failures
    answer.problems.append("not saved: \(failure)")
  }
}

extension Duration {
  /// The duration in seconds, to the millisecond: `0.5 s`.
  fileprivate var inSeconds: String {
    let milliseconds = Int(self / .milliseconds(1))
    return "\(Double(milliseconds) / 1000) s"
  }
}
