import Foundation

/// Draws the picture of Docs/Performance.md from what `Ratios` has measured, and prints the lines of its first table.
///
///     swift run -c release --package-path Benchmarks Ratios --json results.json
///     swift run -c release --package-path Benchmarks Chart results.json Docs/Performance.svg
///
/// The same results give the same bytes. A suite that was not measured is left out of the picture.
@main
struct Chart {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let input = arguments.first, let output = arguments.last else {
      fail("usage: Chart <results of Ratios --json> <picture.svg>", status: 2)
    }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: input))
      let results = try JSONDecoder().decode(Results.self, from: data)
      let wanted = try WantedPath.all(in: results)
      let picture = Picture(wanted: wanted, panels: try GrowthPanel.all(in: results), rounds: results.rounds)
      try Data(picture.svg.utf8).write(to: URL(fileURLWithPath: output))
      for path in wanted { print(path.markdown) }
    } catch let error as Results.Missing {
      fail("\(input): \(error.description) Was it written by today's Ratios?")
    } catch {
      fail("\(input) could not become \(output): \(error)")
    }
  }

  private static func fail(_ message: String, status: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(status)
  }
}
