internal import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
      if !failure.wasTold { terminal.warn(failure.description) }
      return failure.status
    }
  }

  @MainActor
  private func run(_ terminal: LogTerminal) async throws -> Bool {
    var isFine = true
    switch subcommand {
    case .show:
      let names = ShownNames(options)
      let sessions = sessions
      var name = ""
      for file in sessions {
        let log = try open(file, terminal)
        name = log.name
        isFine = try LogShow(log, options, names, terminal).run() && isFine
      }
      for mistake in names.mistakes(in: sessions.count == 1 ? name : nil) {
        try terminal.flush()
        terminal.warn(mistake)
        isFine = false
      }
    case .replay:
      isFine = try await LogReplay(log: try open(options.files[0], terminal), options: options, terminal: terminal)
        .run()
    case .verify:
      var failure: LogFailure?
      for file in sessions {
        do {
          isFine = try LogVerify(log: try open(file, terminal), options: options, terminal: terminal).run() && isFine
        } catch let error as LogFailure {
          // The others are verified all the same.
          try terminal.flush()
          terminal.warn(error.description)
          failure = failure ?? error
        }
      }
      if let failure { throw failure.isTold }
    case .stats:
      let stats = LogStats(options)
      for file in sessions { isFine = try stats.count(try open(file, terminal), terminal) && isFine }
      terminal.endProgress()
      try stats.write(to: terminal)
    case .diff:
      isFine = try LogDiff(
        first: try open(options.files[0], terminal), second: try open(options.files[1], terminal), terminal: terminal
      ).run()
    case .graph:
      let graph = LogGraph(options)
      for file in sessions { isFine = try graph.count(try open(file, terminal), terminal) && isFine }
      terminal.endProgress()
      try graph.write(to: terminal)
    case .test:
      isFine = try LogTest(try open(options.files[0], terminal), options, terminal).run()
    }
    return isFine
  }

  /// The files but for those that continue the session of one before them, which is read with that.
  private var sessions: [String] {
    var files: [String] = []
    // The last file of each session that begins a part, and its header.
    var last: [String: (file: String, header: LogHeader)] = [:]
    for file in options.files {
      // What cannot be read is told when its turn comes, and a pipe can be read once only.
      guard Self.isRegular(file), let header = try? ActionLog(path: file).header() else {
        files.append(file)
        continue
      }
      let before = last[header.session]
      if let before, header.part == before.header.part, header.kept != nil,
        ActionLog(path: before.file).isFollowed(by: file)
      {
        // The recorder continued the part in this file after a sync that failed.
        continue
      }
      last[header.session] = (file, header)
      let isContinuation = before.map { before in
        let next = try? ActionLog(path: before.file).path(after: before.file, part: header.part, header: before.header)
        return header.part == before.header.part + 1 && next == file
      }
      if isContinuation != true { files.append(file) }
    }
    return files
  }

  private static func isRegular(_ file: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  private func open(_ file: String, _ terminal: LogTerminal) throws -> NavigationLog {
    let log = try NavigationLog(file, backRule: options.backRule)
    for warning in log.warnings { terminal.warn("\(log.name): \(warning)") }
    return log
  }
}
