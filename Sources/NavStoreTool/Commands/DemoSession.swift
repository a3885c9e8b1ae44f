internal import NavStore

/// One run of the demo in lines of text: commands come in, the store changes, the app is drawn, and what was done is
/// saved meanwhile.
@MainActor
struct DemoSession {
  private let app: DemoApp
  private var input: StandardInput
  private var output: Output
  private let hasPrompt: Bool
  private let echoesCommands: Bool

  init(_ options: DemoOptions, signals: Descriptor?) throws {
    app = try DemoApp(options)
    input = StandardInput(signals: signals, firstLine: options.firstLine)
    output = Output(isMerged: options.isScripted)
    echoesCommands = !Descriptor.standardInput.isTerminal
    hasPrompt = !echoesCommands && Descriptor.standardOutput.isTerminal
  }

  // MARK: Running

  mutating func run() async -> ExitStatus {
    var beginning = await app.begin()
    beginning.lines += drawing
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
    let isSafe = await app.end(&answer)
    output.write(answer)
    return isSafe || status != .success ? status : .notSaved
  }

  /// Does what a line asks for, and says whether it asks to leave. Nil for a line that asks for nothing.
  private func answer(_ line: InputLine) async -> (answer: Answer, isLast: Bool)? {
    var answer = Answer()
    if echoesCommands, case .success(let text) = line.text { answer.lines.append("> \(text)") }
    do {
      guard let command = try DemoCommand(line: line.text.get()) else { return nil }
      await perform(command, &answer)
      if app.time != nil { await app.flushRecording(&answer) }
      app.noteFailures(&answer)
      return (answer, command == .quit)
    } catch {
      app.noteFailures(&answer)
      answer.problems.append("line \(line.number): \(error)")
      return (answer, false)
    }
  }

  // MARK: Commands

  private func perform(_ command: DemoCommand, _ answer: inout Answer) async {
    switch command {
    case .send(let actions): send(actions, &answer)
    case .show: answer.lines += drawing
    case .items: answer.lines += MediaLibrary.routes.map { "  \($0)".padded(to: 20) + MediaLibrary.title(of: $0) }
    case .links: answer.lines += DemoLinks.table.listing.split(separator: "\n").map { "  " + $0 }
    case .url: answer.lines.append("  " + app.url)
    case .flush: await app.flush(&answer)
    case .status:
      await app.time?.settle(revision: app.store.revision)
      answer.lines += [app.tally().description, phase].map { "  " + $0 }
    case .wait(let duration): await wait(duration, &answer)
    case .help: answer.lines += DemoCommand.helpLines.map { "  " + $0 }
    case .quit: break
    }
  }

  private func send(_ actions: [DemoNavigationAction], _ answer: inout Answer) {
    answer.lines += app.send(actions).map { "  " + $0 } + drawing
  }

  private func wait(_ duration: Duration, _ answer: inout Answer) async {
    guard let time = app.time else {
      answer.lines.append("  time runs by itself here: wait is for a session that is played")
      return
    }
    let saves = await time.pass(duration, revision: app.store.revision)
    for save in saves {
      let result =
        switch save.result {
        case .failed: "could not save"
        case .unchanged: "nothing to write, the state is the saved one"
        case .written: app.saved(save.status)
        }
      answer.lines.append("  at \(save.instant.inSeconds): \(result)")
    }
    answer.lines.append("  now \(time.clock.now.offset.inSeconds)\(saves.isEmpty ? ": nothing was due" : "")")
  }

  // MARK: Words

  private var drawing: [String] {
    ScreenDrawing(app.store.state.navigation).lines.map { "    " + $0 }
  }

  private var phase: String {
    let status = app.persistence.status
    let phase = status.phase
    if let time = app.time, let next = phase.nextSave {
      return "next save in \((next - time.clock.now.offset).inSeconds)"
    }
    return switch phase {
    case .idle where status.seenRevision >= app.store.revision: "everything is saved"
    case .idle, .waiting: "saving when nothing has changed for a moment"
    case .writing: "saving"
    case .retrying: "the last save failed and will be tried again"
    case .readOnly: "the state file belongs to a later version and is not written over"
    case .stopped: "stopped"
    }
  }
}

extension Duration {
  /// The duration in seconds, to the millisecond: `0.5 s`.
  fileprivate var inSeconds: String {
    let milliseconds = Int64(self / .milliseconds(1))
    return "\(Double(milliseconds) / 1000) s"
  }
}
