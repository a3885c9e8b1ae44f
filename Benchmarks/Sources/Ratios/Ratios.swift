import Foundation
import Suites

/// Compares the library with the cheapest code that does the same job, in one run.
///
///     swift run -c release --package-path Benchmarks Ratios [suite…] [--rounds n] [--long] [--json file] [--check]
///
/// Each round runs each contender of a suite. The output contains medians: nanoseconds per operation, the ratio to the
/// floor of the same round, and allocations per operation. If a contender's result differs from the floor's, or if it
/// allocates more than its limit, the program ends with status 1. With `--check`, it also does so if a contender takes
/// more time than its limit.
///
/// Work that does not wait is measured in the time of its thread, which excludes other programs. If work waits and its
/// ratio differs much from that of the fastest rounds, "at best", the machine was busy.
@main
struct Ratios {
  static func main() async throws {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp { return print(Options.usage) }
      try await run(options)
    } catch let error as Options.Mistake {
      FileHandle.standardError.write(Data("\(error.description)\n\n\(Options.usage)\n".utf8))
      exit(2)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  /// Throws, before anything is measured, if a file is not writable. Its contents do not change.
  private static func check(_ file: String) throws {
    guard let handle = fopen(file, "a") else {
      throw Options.Mistake(description: "\(file) cannot be written: \(String(cString: strerror(errno))).")
    }
    fclose(handle)
  }

  private static func run(_ options: Options) async throws {
    if let file = options.json { try check(file) }
    var results: [SuiteResult] = []
    var excesses: [Excess] = []
    for suite in options.suites {
      let measured = try await Measurement(rounds: options.rounds, isLong: options.isLong).measure(suite)
      let result = SuiteResult(measured)
      print(result.table)
      results.append(result)
      excesses += measured.flatMap(\.excesses)
    }
    if let file = options.json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try encoder.encode(Results(rounds: options.rounds, suites: results)).write(to: URL(fileURLWithPath: file))
    }
    for excess in excesses where excess.isExact || options.isCheck || options.rounds >= 7 {
      print("Too much: \(excess.description)")
    }
    if excesses.contains(where: { $0.isExact || options.isCheck }) { exit(1) }
  }
}
