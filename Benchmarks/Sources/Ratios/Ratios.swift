import Foundation
import Suites

/// Measures the library beside the cheapest thing that could do the same job, in one run.
///
///     swift run -c release --package-path Benchmarks Ratios [suite…] [--rounds n] [--long] [--json file] [--check]
///
/// All contenders of a suite have their turn in each round. What is printed are medians: nanoseconds an operation, the
/// ratio to the floor of the same round, and allocations an operation. A contender that comes to another result than
/// the floor, or allocates more than it may, ends the program with status 1; with `--check` so does one that takes more
/// time than it may.
///
/// Work that does not wait is measured in the time of its thread, so that other programs take none of it. Where work
/// waits, and the ratio is far from that of the fastest rounds, "at best", the machine was busy with something else.
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

  /// Throws before anything is measured if a file could not be written at the end. What is in it stays.
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
