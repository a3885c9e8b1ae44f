internal import NavStore
internal import NavStoreInspection

struct LogCommand {
  let subcommand: LogSubcommand
  let options: LogOptions

  @MainActor
  func run() async throws -> ExitStatus {
    let showsEvents = subcommand == .replay && !options.isLastOnly || subcommand == .show
    let output = ReportOutput(
      color: options.color,
      writesImmediately: showsEvents && (Descriptor.standardOutput.isTerminal || options.speed != nil),
      writesAtEnd: !showsEvents)
    do {
      let succeeded = try await run(output)
      output.endProgress()
      try output.flush()
      return succeeded ? .success : .mismatch
    } catch let failure as LogFailure {
      // The output is written first, so that it precedes the message in a terminal.
      output.endProgress()
      try output.flush()
      if !failure.isReported { output.warn(failure.description) }
      return failure.status
    }
  }

  @MainActor
  private func run(_ output: ReportOutput) async throws -> Bool {
    var succeeded = true
    let names = options.files.map(NavigationLog.name)
    switch subcommand {
    case .show:
      let filterCheck = FilterCheck(options)
      var hasSelection = false
      for file in firstFiles {
        let log = try open(file, output)
        let show = LogShow(log, options, filterCheck, output)
        succeeded = try show.run() && succeeded
        hasSelection = hasSelection || show.hasSelection
      }
      let problems = filterCheck.problems(in: names.count == 1 ? names[0] : nil)
      try output.flush()
      for problem in problems { output.warn(problem) }
      if problems.isEmpty, !hasSelection { try output.reportEmptySelection(in: names) }
      succeeded = succeeded && problems.isEmpty && hasSelection
    case .replay:
      succeeded = try await LogReplay(log: try open(options.files[0], output), options: options, output: output)
        .run()
    case .verify:
      var failure: LogFailure?
      for file in firstFiles {
        do {
          succeeded = try LogVerify(log: try open(file, output), options: options, output: output).run() && succeeded
        } catch let error as LogFailure {
          // After a failure, the command still verifies the other logs.
          try output.flush()
          output.warn(error.description)
          failure = failure ?? error
        }
      }
      if let failure { throw failure.reported }
    case .stats:
      let stats = LogStats(options)
      for file in firstFiles { succeeded = try stats.count(try open(file, output), output) && succeeded }
      output.endProgress()
      guard stats.hasSelection else {
        try output.reportEmptySelection(in: names)
        return false
      }
      try stats.write(to: output)
    case .diff:
      succeeded = try LogDiff(
        first: try open(options.files[0], output), second: try open(options.files[1], output), output: output
      ).run()
    case .graph:
      let graph = LogGraph(options)
      for file in firstFiles { succeeded = try graph.count(try open(file, output), output) && succeeded }
      output.endProgress()
      guard graph.hasSelection else {
        try output.reportEmptySelection(in: names)
        return false
      }
      try graph.write(to: output)
    case .test:
      succeeded = try LogTest(try open(options.files[0], output), options, output).run()
    case .backtest: succeeded = try await LogBackTest(options, output).run()
    case .report:
      let file = options.files[0]
      let isFile = NavigationLog.isFile(file)
      let path =
        options.output
        ?? LogReport.defaultOutput(
          for: file, isFile: isFile != false, leavingOut: options.leftOut)
      if options.follows, isFile == false || NavigationLog.isFile(path) == false {
        throw UsageError("--follow needs a log that is a file, and a file for the report.")
      }
      succeeded = try LogReport(
        log: try open(file, output), other: try options.other.map { try open($0, output) }, options: options,
        output: output
      ).run(path)
    }
    return succeeded
  }

  /// The files in the arguments, except for files that continue the log of another argument. A replay of that log also
  /// reads the files that continue it.
  private var firstFiles: [String] {
    if options.files.count == 1 { return options.files }
    let logs = options.files.map { file in
      // A file that cannot be read is reported later. A pipe must not be read here, because it can be read only once.
      (file: file, header: NavigationLog.isFile(file) == true ? try? ActionLog(path: file).header() : nil)
    }
    // Only the files of one session are compared with each other, because there can be many sessions.
    let sessions = Dictionary(grouping: logs) { $0.header?.session }
    return logs.filter { log in
      guard let header = log.header, let session = sessions[header.session], session.count > 1 else { return true }
      return !session.contains { first in
        guard let firstHeader = first.header, ActionLog(path: first.file).laterFiles.contains(log.file) else {
          return false
        }
        // After a failed sync, the recorder continues the same part in another file.
        return firstHeader.part < header.part || firstHeader.part == header.part && header.kept != nil
      }
    }.map(\.file)
  }

  private func open(_ file: String, _ output: ReportOutput) throws -> NavigationLog {
    let log = try NavigationLog(file, backRule: options.backRule)
    for warning in log.warnings { output.warn("\(log.name): \(warning)") }
    return log
  }
}
