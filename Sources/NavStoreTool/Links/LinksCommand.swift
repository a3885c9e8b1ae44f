internal import NavStore
internal import NavStoreInspection

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The command `navtool links`, which writes files for other systems from an exported table of links.
package struct LinksCommand: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case aasa
    case intentFilters = "intent-filters"
  }

  package let kind: Kind
  package let table: String
  package var appIDs: [String] = []
  package var host: String?

  /// Reads the arguments; returns `nil` if they request help.
  init?(_ arguments: ArraySlice<String>) throws {
    var list = ArgumentList(arguments)
    let kinds = Kind.allCases.map(\.rawValue)
    var words: [String] = []
    while let argument = try list.next() {
      switch argument {
      case .option("--app-id"): appIDs.append(try list.value())
      case .option("--host"): host = try list.value()
      case .option("--help"), .option("-h"):
        try list.requireNoValue()
        return nil
      case .option(let name): throw UsageError(unknown: "option", name, among: ["--app-id", "--host", "--help"])
      case .word(let word): words.append(word)
      }
    }
    guard let name = words.first else { throw UsageError("links needs one of \(kinds.joined(separator: ", ")).") }
    guard let kind = Kind(rawValue: name) else { throw UsageError(unknown: "links command", name, among: kinds) }
    guard words.count == 2 else { throw UsageError("links \(name) needs one file with an exported table.") }
    self.kind = kind
    table = words[1]
    switch kind {
    case .aasa where appIDs.isEmpty: throw UsageError("links aasa needs --app-id, such as ABCDE12345.com.example.app.")
    case .intentFilters where !appIDs.isEmpty || host != nil:
      throw UsageError("links intent-filters accepts neither --app-id nor --host.")
    case .aasa, .intentFilters: break
    }
  }

  func run() throws(ExitStatus) -> ExitStatus {
    var text: String
    do throws(TextFile.Problem) { text = try TextFile.text(of: table) } catch {
      Descriptor.report("the table \(table) \(error).")
      return .noInput
    }
    let export: LinkTableExport
    do { export = try JSONDecoder().decode(LinkTableExport.self, from: Data(text.utf8)) } catch {
      Descriptor.report("\(table) is not an exported table of links. Encode a LinkTableExport as JSON.")
      return .dataError
    }
    do {
      text = try output(export)
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
    case .intentFilters: return try export.androidIntentFilters()
    case .aasa:
      let hosts = export.hosts.filter { !$0.hasPrefix("*") }
      guard let host = host ?? (hosts.count == 1 ? hosts[0] : nil) else {
        throw UsageError("the table has \(hosts.count.counting("host")). Name the one of the file with --host.")
      }
      return try export.appleAppSiteAssociation(appIDs: appIDs, host: host)
    }
  }
}
