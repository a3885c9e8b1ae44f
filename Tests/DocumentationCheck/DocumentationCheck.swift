import Foundation

/// Checks what DocC does not check: that every public symbol has a comment and is in a topic group of the catalogue.
/// `.ci/docs` builds and runs it.
///
/// A symbol must be in a group if the catalogue has a page for its parent: the page of the module, which lists the
/// top-level symbols, or the page of one of the larger types. For other symbols DocC's automatic groups are enough.
@main struct DocumentationCheck {
  let module: String
  let archive: URL
  let graphs: [(extended: String?, symbols: [SymbolGraph.Symbol])]
  let pages: [String]

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5 else {
      print("usage: check <module> <catalogue> <folder of symbol graphs> <archive>")
      exit(2)
    }
    let check = try DocumentationCheck(
      module: arguments[1], catalogue: URL(filePath: arguments[2]), symbols: URL(filePath: arguments[3]),
      archive: URL(filePath: arguments[4]))
    let (commented, uncommented) = check.comments()
    let ungrouped = try check.groups()
    for problem in uncommented + ungrouped { print(problem) }
    if !(uncommented + ungrouped).isEmpty { exit(1) }
    print("\(check.module): \(commented) symbols have comments, \(check.pages.count) pages list all that is theirs.")
  }

  init(module: String, catalogue: URL, symbols: URL, archive: URL) throws {
    self.module = module
    self.archive = archive
    graphs = try Self.files(in: symbols, ending: ".symbols.json").map { file in
      let names = file.lastPathComponent.replacing(".symbols.json", with: "").split(separator: "@")
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
      return (names.count > 1 ? String(names[1]) : nil, graph.symbols)
    }
    // A page begins with a link to its symbol.
    pages = try Self.files(in: catalogue, ending: ".md").compactMap { file in
      try String(contentsOf: file, encoding: .utf8).firstMatch(of: /# ``(.+)``/).map { String($0.output.1) }
    }
    guard graphs.contains(where: { $0.extended == nil && !$0.symbols.isEmpty }), pages.contains(module) else {
      print("\(module) has no symbols or no page of its own in \(catalogue.path).")
      exit(2)
    }
  }

  private static func files(in folder: URL, ending: String) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(ending) }.sorted()
      .map { folder.appending(path: $0) }
  }

  /// Returns the number of symbols with a comment, and a message for each symbol without one.
  func comments() -> (Int, [String]) {
    let symbols = graphs.flatMap(\.symbols).filter(\.needsComment)
    let without = symbols.filter { !$0.hasComment }
    return (
      symbols.count - without.count,
      (without + extensionsWithoutComment).map { symbol in
        "\(symbol.place): \(symbol.isExtension ? "the extension of " : "")\(symbol.name) has no documentation comment."
      }
    )
  }

  /// One extension of each extended type none of whose extensions has a comment.
  private var extensionsWithoutComment: [SymbolGraph.Symbol] {
    let extensions = graphs.flatMap(\.symbols).filter(\.isExtension)
    return Dictionary(grouping: extensions, by: \.name).values
      .filter { !$0.contains(where: \.hasComment) }.compactMap(\.first).sorted { $0.name < $1.name }
  }

  /// Returns a message for each symbol that is in no group.
  func groups() throws -> [String] {
    var symbols: [String: SymbolGraph.Symbol] = [:]
    for symbol in graphs.flatMap(\.symbols) { symbols[symbol.identifier.precise] = symbol }
    var problems: [String] = []
    for name in pages {
      for address in try page(at: "/documentation/\(name.lowercased())").unlisted {
        let symbol = try page(at: address).metadata.externalID.flatMap { symbols[$0] }
        // DocC lists the modules of extended types itself. They have no symbol.
        guard let symbol, !symbol.needsSwiftUI else { continue }
        problems.append("\(symbol.place): \(symbol.name) is in no topic group of the page \(name).")
      }
    }
    return problems
  }

  private func page(at address: String) throws -> Page {
    let file = archive.appending(path: "data\(address).json")
    guard let bytes = try? Data(contentsOf: file) else {
      print("\(file.path) cannot be read. DocC has made no page for \(address).")
      exit(2)
    }
    return try JSONDecoder().decode(Page.self, from: bytes)
  }
}
