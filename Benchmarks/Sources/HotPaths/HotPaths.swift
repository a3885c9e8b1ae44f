import AllocationCounter
import Foundation

/// Does one of the hottest things of the library so many times and ends, for a program that counts instructions.
///
///     .ci/hot-paths              # compares all of them with Benchmarks/hot-paths.txt
///     .ci/hot-paths --update     # writes that file
///
/// `HotPaths <name> <count>` prints how many allocations the repetitions took; `HotPaths --list` prints the names, each
/// with two counts to run it with: what a repetition takes is their difference, so that nothing that happens once
/// counts. Everything happens on one thread, in the same order in every run.
@main
struct HotPaths {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--list" {
      for path in HotPath.all { print(path.name, path.counts.few, path.counts.many) }
      return
    }
    guard arguments.count == 2, let count = arguments.last.flatMap({ Int($0) }), count > 0,
      let path = HotPath.all.first(where: { $0.name == arguments.first })
    else {
      let names = HotPath.all.map(\.name).joined(separator: ", ")
      let usage = "usage: HotPaths --list, or HotPaths <name> <count> with one of \(names)\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    }
    let run = try path.prepare(count)
    let before = allocation_count()
    let result = run()
    let after = allocation_count()
    // The result is used, so that the work is done.
    print(after - before, "allocations;", result)
  }
}
