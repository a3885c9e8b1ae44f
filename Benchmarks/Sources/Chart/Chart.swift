import Foundation

/// Draws the picture of Docs/Performance.md from the results of `Ratios`, and prints the rows of its first table.
///
///     swift run -c release --package-path Benchmarks Ratios --json results.json
///     swift run -c release --package-path Benchmarks Chart results.json Docs/Figures/Performance.svg
///
/// Equal results produce equal bytes. The picture omits a suite that was not measured, and the program reports it.
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
      guard !wanted.isEmpty else {
        throw Results.Missing(description: "None of the suites that the picture begins with was measured.")
      }
      let picture = Picture(wanted: wanted, panels: try GrowthPanel.all(in: results), rounds: results.rounds)
      try Data(picture.svg.utf8).write(to: URL(fileURLWithPath: output))
      for path in wanted { print(path.markdown) }
      for name in Results.suitesOfPicture where !results.suites.contains(where: { $0.name == name }) {
        warn("The suite \(name) was not measured, and is not in the picture.")
      }
    } catch let error as Results.Missing {
      fail("\(input): \(error.description) Write it with today's Ratios and no suite named.")
    } catch {
      fail("\(input) could not become \(output): \(error)")
    }
  }

  private static func warn(_ message: String) {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
  }

  private static func fail(_ message: String, status: Int32 = 1) -> Never {
    warn(message)
    exit(status)
  }
}
