internal import NavStore
internal import NavStoreInspection

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

@main
struct NavStoreTool {
  static func main() async {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // Xcode builds this program for these platforms too if a scheme builds the whole package.
      Descriptor.report("this platform has neither terminals nor child processes. Run navtool on macOS or Linux.")
      exit(ExitStatus.unavailable.code)
    #else
      exit(await run(Array(CommandLine.arguments.dropFirst())).code)
    #endif
  }

  @MainActor
  private static func run(_ arguments: [String]) async -> ExitStatus {
    Descriptor.openMissingStandardDescriptors()
    TerminationSignals.ignoreBrokenPipes()
    do {
      switch try Invocation(arguments: arguments) {
      case .help: try Descriptor.print(Usage.general + "\n")
      case .version: try Descriptor.print("navtool \(libraryVersion)\n")
      case .guideHelp: try Descriptor.print(Usage.guide + "\n")
      case .guide(let name): try printGuide(name)
      case .demoHelp: try Descriptor.print(Usage.demo + "\n")
      case .demo(let options):
        guard let session = options.session else {
          if !options.usesLines, !options.isScripted, ScreenTerminal.isUsable, let terminal = ScreenTerminal() {
            return try await ScreenSession(options, on: terminal, signals: TerminationSignals.listen()).run()
          }
          var session = try LineSession(options, signals: TerminationSignals.listen())
          return await session.run()
        }
        try play(session, recordingTo: options.record)
      case .linksHelp: try Descriptor.print(Usage.links + "\n")
      case .links(let command): return try command.run()
      case .logHelp(let subcommand):
        try Descriptor.print((subcommand.map(Usage.log) ?? Usage.log) + "\n")
      case .log(let subcommand, let options):
        TerminationSignals.acceptTermination()
        return try await LogCommand(subcommand: subcommand, options: options).run()
      }
      return .success
    } catch let status as ExitStatus {
      return status
    } catch {
      // The error is a `UsageError`, or it is a `StorageError` or an `ActionLogError` because a path is invalid.
      Descriptor.report("\(error)")
      Descriptor.standardError.write(Usage.hint(for: arguments) + "\n")
      return .usage
    }
  }

  private static func printGuide(_ name: String?) throws {
    do {
      let guide = try Guide()
      try Descriptor.print(try name.map { try guide.page($0) } ?? guide.list())
    } catch let problem as TextFile.Problem {
      Descriptor.report("the guides \(problem).")
      throw ExitStatus.noInput
    }
  }

  private static func play(_ session: String, recordingTo log: String?) throws {
    let text: String
    do {
      text = try TextFile.text(of: session)
    } catch {
      Descriptor.report("the session \(TextFile.name(of: session)) \(error).")
      Descriptor.standardError.write(Usage.hint(for: ["demo"]) + "\n")
      throw ExitStatus.noInput
    }
    guard let folder = TemporaryFolder() else {
      Descriptor.report(
        "a temporary folder cannot be created in \(TemporaryFiles.folder): \(Descriptor.lastError). Set TMPDIR to "
          + "another folder.")
      throw ExitStatus.software
    }
    defer { folder.remove() }
    let script = SessionScript(text)
    var played = PlayedSession(script, folder: folder, log: log, signals: TerminationSignals.listen())
    try played.play()
  }
}
