internal import NavStore
internal import NavStoreInspection

/// A session of the demo that reads one command per line, sends actions to the store, draws the app as text and saves
/// the app's state.
@MainActor
struct LineSession {
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
    if hasPrompt { output.write(Response(lines: ["\"help\" lists the commands."])) }
    // In a terminal, the cursor is still after the prompt if the input ends or a signal arrives.
    let lineEnd = Response(lines: hasPrompt ? [""] : [])
    while output.failure == nil {
      if hasPrompt { output.prompt() }
      switch input.next() {
      case .line(let line):
        guard let (response, isLast) = await response(line) else { continue }
        if isLast { return await finish(.success, with: response) }
        output.write(response)
      case .end: return await finish(.success, with: lineEnd)
      case .signal(let number): return await finish(.signal(number), with: lineEnd)
      }
    }
    return await finish(output.failure ?? .success, with: Response())
  }

  private mutating func finish(_ status: ExitStatus, with response: Response) async -> ExitStatus {
    var response = response
    let isSaved = await app.end(&response)
    output.write(response)
    return output.status(status, isSaved: isSaved)
  }

  /// Executes the command of a line.
  ///
  /// - Returns: The response, and whether the command ends the session, or `nil` for a line without a command.
  private func response(_ line: InputLine) async -> (response: Response, isLast: Bool)? {
    var response = Response()
    if echoesCommands, case .success(let text) = line.text { response.lines.append("> \(text)") }
    do {
      guard let command = try DemoCommand(line: line.text.get()) else { return nil }
      await perform(command, &response)
      if app.time != nil { await app.flushRecording(&response) }
      app.reportFailures(&response)
      return (response, command == .quit)
    } catch {
      app.reportFailures(&response)
      response.problems.append("line \(line.number): \(error)")
      return (response, false)
    }
  }

  // MARK: Commands

  private func perform(_ command: DemoCommand, _ response: inout Response) async {
    switch command {
    case .send(let actions): send(actions, &response)
    case .show: response.lines += drawing
    case .items: response.lines += MediaLibrary.routes.map { "  \($0)".padded(to: 20) + MediaLibrary.title(of: $0) }
    case .links: response.lines += DemoLinks.table.listing.split(separator: "\n").map { "  " + $0 }
    case .url: response.lines.append("  " + app.url)
    case .flush: await app.flush(&response)
    case .status:
      await app.time?.waitUntilIdle(revision: app.store.revision)
      response.lines += [app.saveCounts().description, phase].map { "  " + $0 }
    case .wait(let duration): await wait(duration, &response)
    case .help: response.lines += DemoCommand.helpLines.map { "  " + $0 }
    case .quit: break
    }
  }

  private func send(_ actions: [DemoNavigationAction], _ response: inout Response) {
    response.lines += app.send(actions).map { "  " + $0 } + drawing
  }

  private func wait(_ duration: Duration, _ response: inout Response) async {
    guard let time = app.time else {
      response.lines.append("  wait has no effect: only a played session uses scripted time")
      return
    }
    let saves = await time.advance(by: duration, revision: app.store.revision)
    for save in saves {
      let result =
        switch save.result {
        case .failed: "could not save"
        case .unchanged: "not written, because this state is already saved"
        case .written: app.describeSavedState(save.status)
        }
      response.lines.append("  at \(save.instant.inSeconds): \(result)")
    }
    response.lines.append("  now \(time.clock.now.offset.inSeconds)\(saves.isEmpty ? ": no save was due" : "")")
  }

  // MARK: Text

  private var drawing: [String] {
    NavigationDrawing(app.store.state.navigation).lines.map { "    " + $0 }
  }

  private var phase: String {
    let status = app.persistence.status
    let phase = status.phase
    if let time = app.time, let next = phase.nextSave {
      return "next save in \((next - time.clock.now.offset).inSeconds)"
    }
    return switch phase {
    case .idle where status.seenRevision >= app.store.revision: "everything is saved"
    case .idle, .waiting: "a save is scheduled"
    case .writing: "saving"
    case .retrying: "the last save failed and will be retried"
    case .readOnly: "the state file was written by a later version and is not overwritten"
    case .stopped: "stopped"
    }
  }
}

extension Duration {
  /// The duration in seconds, with at most three digits after the decimal point, for example `0.5 s`.
  fileprivate var inSeconds: String {
    let milliseconds = wholeMilliseconds
    return "\(Double(milliseconds) / 1000) s"
  }
}
