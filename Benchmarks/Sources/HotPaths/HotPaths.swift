import AllocationCounter
import Foundation

/// Repeats one of the library's hottest operations and ends, for a program that counts instructions.
///
///     .ci/hot-paths              # compares all of them with Benchmarks/hot-paths.txt
///     .ci/hot-paths --update     # writes that file
///
/// `HotPaths <name> <count>` prints the number of allocations of the repetitions. `HotPaths --list` prints the names,
/// each with two numbers of repetitions. The cost of a repetition is computed from the difference of the two runs, so
/// it excludes what happens once. The work of each path but `effect-run` and `send-flight-recorded` happens on one
/// thread, in the same order in every run.
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
    // Using the result prevents the compiler from removing the work.
    print(after - before, "allocations;", result)
  }
}
