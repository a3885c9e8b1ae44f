internal import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The command `navstore log`.
struct LogCommand {
  let subcommand: LogSubcommand
  let options: LogOptions

  /// Runs the command, and returns its exit status.
  ///
  /// - Throws: An ``ExitStatus`` if the output cannot be written.
  @MainActor
  func run() async throws -> ExitStatus {
    let showsAtOnce = subcommand == .replay && !options.isLastOnly || subcommand == .show
    let output = LogOutput(
      color: options.color, isEager: showsAtOnce && (Descriptor.standardOutput.isTerminal || options.speed != nil),
      isQuiet: !showsAtOnce)
    do {
      let succeeded = try await run(output)
      output.endProgress()
      try output.flush()
      return succeeded ? .success : .mismatch
    } catch let failure as LogFailure {
      // Lines of the output precede the message in a terminal.
      output.endProgress()
      try output.flush()
      if !failure.isReported { output.warn(failure.description) }
      return failure.status
    }
  }

  @MainActor
  private func run(_ output: LogOutput) async throws -> Bool {
    var succeeded = true
    switch subcommand {
    case .show:
      let filterCheck = FilterCheck(options)
      let sessions = sessions
      var name = ""
      for file in sessions {
        let log = try open(file, output)
        name = log.name
        succeeded = try LogShow(log, options, filterCheck, output).run() && succeeded
      }
      for problem in filterCheck.problems(in: sessions.count == 1 ? name : nil) {
        try output.flush()
        output.warn(problem)
        succeeded = false
      }
    case .replay:
      succeeded = try await LogReplay(log: try open(options.files[0], output), options: options, output: output)
        .run()
    case .verify:
      var failure: LogFailure?
      for file in sessions {
        do {
          succeeded = try LogVerify(log: try open(file, output), options: options, output: output).run() && succeeded
        } catch let error as LogFailure {
          // The other logs are verified after a failure.
          try output.flush()
          output.warn(error.description)
          failure = failure ?? error
        }
      }
      if let failure { throw failure.reported }
    case .stats:
      let stats = LogStats(options)
      for file in sessions { succeeded = try stats.count(try open(file, output), output) && succeeded }
      output.endProgress()
      try stats.write(to: output)
    case .diff:
      succeeded = try LogDiff(
        first: try open(options.files[0], output), second: try open(options.files[1], output), output: output
      ).run()
    case .graph:
      let graph = LogGraph(options)
      for file in sessions { succeeded = try graph.count(try open(file, output), output) && succeeded }
      output.endProgress()
      try graph.write(to: output)
    case .test:
      succeeded = try LogTest(try open(options.files[0], output), options, output).run()
    }
    return succeeded
  }

  /// The files without those that continue the session of an earlier file. A replay of the earlier file reads them.
  private var sessions: [String] {
    var files: [String] = []
    // The last file of each session that begins a part, and its header.
    var last: [String: (file: String, header: LogHeader)] = [:]
    for file in options.files {
      // Files that cannot be read are reported later. A pipe can be read only once.
      guard Self.isRegular(file), let header = try? ActionLog(path: file).header() else {
        files.append(file)
        continue
      }
      let before = last[header.session]
      if let before, header.part == before.header.part, header.kept != nil,
        ActionLog(path: before.file).isFollowed(by: file)
      {
        // The recorder continued the part in this file after a failed sync.
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

  private func open(_ file: String, _ output: LogOutput) throws -> NavigationLog {
    let log = try NavigationLog(file, backRule: options.backRule)
    for warning in log.warnings { output.warn("\(log.name): \(warning)") }
    return log
  }
}
