import Foundation

/// Prepares and checks the static site of the documentation. `.ci/docs` builds and runs it.
///
///     site guides <folder of pages> <catalogue> [<address of the files in the repository>]
///     site check <site>
@main struct DocumentationSite {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.count) {
    case ("guides"?, 3...4):
      let parts = Array(arguments)
      let guides = try Guides(
        pages: URL(filePath: parts[1]).standardizedFileURL, repository: parts.count > 3 ? parts[3] : nil)
      try guides.write(to: URL(filePath: parts[2]))
    case ("check"?, 2):
      let site = try Site(folder: URL(filePath: arguments.last ?? ""))
      for problem in site.problems { print(problem) }
      if !site.problems.isEmpty { exit(1) }
      print("\(site.linkCount) links of \(site.pages.count) pages lead to a page of the site.")
    default:
      print("usage: site guides <folder of pages> <catalogue> [<address>], or site check <site>")
      exit(2)
    }
  }
}

/// Stops with a message.
func fail(_ message: String) -> Never {
  print(message)
  exit(1)
}
