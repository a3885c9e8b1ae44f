internal import NavStore

/// Runs `navstore log`.
struct LogCommand {
  let subcommand: LogSubcommand
  let options: LogOptions

  /// Returns how it ended. Throws an ``ExitStatus`` that ends it early.
  @MainActor
  func run() async throws -> ExitStatus {
    let showsAtOnce = subcommand == .replay && !options.isLastOnly || subcommand == .show
    let terminal = LogTerminal(
      color: options.color, isEager: showsAtOnce && (Descriptor.standardOutput.isTerminal || options.speed != nil),
      isQuiet: !showsAtOnce)
    do {
      let isFine = try await run(terminal)
      terminal.endProgress()
      try terminal.flush()
      return isFine ? .success : .mismatch
    } catch let failure as LogFailure {
      // What was shown before comes before.
      terminal.endProgress()
      try terminal.flush()
      terminal.warn(failure.description)
      return failure.status
    }
  }

  @MainActor
  private func run(_ terminal: LogTerminal) async throws -> Bool {
    var isFine = true
    switch subcommand {
    case .show:
      for file in options.files {
        let show = LogShow(try open(file, terminal), options, terminal)
        isFine = try show.run() && isFine
      }
    case .replay:
      isFine = try await LogReplay(log: try open(options.files[0], terminal), options: options, terminal: terminal)
        .run()
    case .verify:
      for file in options.files {
        isFine = try LogVerify(log: try open(file, terminal), options: options, terminal: terminal).run() && isFine
      }
    case .stats:
      let stats = LogStats(options)
      for file in options.files { isFine = try stats.count(try open(file, terminal), terminal) && isFine }
      terminal.endProgress()
      try stats.write(to: terminal)
    case .diff:
      isFine = try LogDiff(
        first: try open(options.files[0], terminal), second: try open(options.files[1], terminal), terminal: terminal
      ).run()
    case .graph:
      let graph = LogGraph(options)
      for file in options.files { isFine = try graph.count(try open(file, terminal), terminal) && isFine }
      terminal.endProgress()
      try graph.write(to: terminal)
    case .test:
      isFine = try LogTest(try open(options.files[0], terminal), options, terminal).run()
    }
    return isFine
  }

  private func open(_ file: String, _ terminal: LogTerminal) throws -> NavigationLog {
    let log = try NavigationLog(file, backRule: options.backRule)
    for warning in log.warnings { terminal.warn("\(log.name): \(warning)") }
    return log
  }
}
