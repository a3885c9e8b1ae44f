internal import NavStore
internal import NavStoreInspection

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The command `navtool links`, which uses an exported table of links: it writes files for other systems, and checks
/// lists of links.
package struct LinksCommand: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case aasa
    case intentFilters = "intent-filters"
    case check
  }

  static let optionNames = Kind.allCases.flatMap(\.options)

  package let kind: Kind
  package let table: String
  package var appIDs: [String] = []
  package var host: String?
  /// The files to check. The list is empty for the other commands.
  package var lists: [String] = []
  package var column: String?
  package var showsAll = false

  /// Reads the arguments; returns `nil` if they request help.
  init?(_ arguments: ArraySlice<String>) throws {
    var list = ArgumentList(arguments)
    let kinds = Kind.allCases.map(\.rawValue)
    var words: [String] = []
    var checkedTable: String?
    var options: [String] = []
    while let argument = try list.next() {
      switch argument {
      case .option("--help"), .option("-h"):
        try list.requireNoValue()
        return nil
      case .option(let name):
        options.append(name)
        switch name {
        case "--app-id": appIDs.append(try list.value())
        case "--host": host = try list.value()
        case "--table": checkedTable = try list.value()
        case "--column": column = try list.value()
        case "--all":
          try list.requireNoValue()
          showsAll = true
        default: throw UsageError(unknownOption: name, among: Self.optionNames + ["--help"])
        }
      case .word(let word): words.append(word)
      }
    }
    guard let name = words.first else { throw UsageError("links needs one of \(kinds.joined(separator: ", ")).") }
    guard let kind = Kind(rawValue: name) else { throw UsageError(unknown: "links command", name, among: kinds) }
    if let option = options.first(where: { !kind.options.contains($0) }) {
      throw UsageError("links \(name) does not accept \(option).")
    }
    self.kind = kind
    if kind == .check {
      guard let checkedTable else { throw UsageError("links check needs --table with an exported table.") }
      lists = Array(words.dropFirst())
      guard !lists.isEmpty else { throw UsageError("links check needs a file with a list of links.") }
      guard (lists + [checkedTable]).count(where: { $0 == "-" }) < 2 else {
        throw UsageError("standard input can be only one of the files of links check.")
      }
      table = checkedTable
      return
    }
    guard words.count == 2 else { throw UsageError("links \(name) needs one file with an exported table.") }
    table = words[1]
    if kind == .aasa, appIDs.isEmpty {
      throw UsageError("links aasa needs --app-id, such as ABCDE12345.com.example.app.")
    }
  }

  func run() throws(ExitStatus) -> ExitStatus {
    var text: String
    do throws(TextFile.Problem) { text = try TextFile.text(of: table) } catch {
      Descriptor.report("\(TextFile.name(of: table)) \(error).")
      return .noInput
    }
    let export: LinkTableExport
    do { export = try JSONDecoder().decode(LinkTableExport.self, from: Data(text.utf8)) } catch {
      Descriptor.report(
        "\(TextFile.name(of: table)) is not an exported table of links. Encode a LinkTableExport as JSON.")
      return .dataError
    }
    do {
      if kind == .check {
        var check = LinksCheck(try ExportedLinks(export), column: column, showsAll: showsAll)
        return try check.run(lists)
      }
      text = try output(export)
    } catch let status as ExitStatus {
      throw status
    } catch let error as UsageError {
      Descriptor.report(error.description)
      return .usage
    } catch {
      Descriptor.report("\(error)")
      return .dataError
    }
    try Descriptor.print(text)
    return .success
  }

  private func output(_ export: LinkTableExport) throws -> String {
    switch kind {
    case .check, .intentFilters: return try export.androidIntentFilters()
    case .aasa:
      let hosts = export.hosts.filter { !$0.hasPrefix("*") }
      guard let host = host ?? (hosts.count == 1 ? hosts[0] : nil) else {
        throw UsageError("the table has \(hosts.count.counting("host")). Name the one of the file with --host.")
      }
      return try export.appleAppSiteAssociation(appIDs: appIDs, host: host)
    }
  }
}

extension LinksCommand.Kind {
  fileprivate var options: [String] {
    switch self {
    case .aasa: ["--app-id", "--host"]
    case .intentFilters: []
    case .check: ["--table", "--column", "--all"]
    }
  }
}
