internal import NavStore
internal import NavStoreInspection

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The command `navtool links check`, which says what the links of a list open. Its memory does not depend on the
/// length of the list.
struct LinksCheck {
  private let links: ExportedLinks
  private let column: String?
  private let showsAll: Bool
  private let output = ReportOutput(color: .never, writesImmediately: false, writesAtEnd: false)
  private var checked = 0
  private var failed = 0
  private var conditional = 0

  init(_ links: ExportedLinks, column: String?, showsAll: Bool) {
    (self.links, self.column, self.showsAll) = (links, column, showsAll)
  }

  /// Checks the links of files. `-` is standard input.
  mutating func run(_ files: [String]) throws -> ExitStatus {
    var status = ExitStatus.success
    for file in files {
      let before = checked
      if let problem = try check(file) {
        try output.flush()
        Descriptor.report(problem.description)
        return problem.status
      }
      if checked == before {
        try output.flush()
        Descriptor.report("\(TextFile.name(of: file)) contains no links.")
        status = .dataError
      }
    }
    if checked == 0 { return status }
    var summary = "\(checked.counting("link")): \(checked - failed) open, \(failed) do not"
    if conditional > 0 { summary += ". The app decides about \(conditional) that open" }
    try output.write(summary + ".")
    try output.flush()
    return failed > 0 ? .mismatch : status
  }

  /// Returns the reason why the file cannot be checked, or `nil` after its end.
  private mutating func check(_ path: String) throws -> (description: String, status: ExitStatus)? {
    let (isInput, name) = (path == "-", TextFile.name(of: path))
    let file = Descriptor(number: isInput ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY))
    defer { if !isInput, file.number >= 0 { file.close() } }
    var scanner = LinkListScanner(column: column.map { .named($0) } ?? (Self.isTable(path) ? .automatic : nil))
    do {
      while true {
        guard file.number >= 0, let bytes = file.read() else {
          return ("\(name) cannot be read: \(Descriptor.lastError).", .noInput)
        }
        if bytes.isEmpty { break }
        try scanner.scan(bytes) { try check($0, in: name) }
      }
      try scanner.finish { try check($0, in: name) }
    } catch let problem as ListProblem {
      return ("\(name) \(problem).", .dataError)
    }
    return nil
  }

  private static func isTable(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".csv") || name.hasSuffix(".tsv")
  }

  private mutating func check(_ link: ListedLink, in file: String) throws {
    checked += 1
    output.countEvent()
    let place = "\(file):\(link.line)"
    let url: String
    switch link.url {
    case .success(let text): url = text
    case .failure(let problem):
      failed += 1
      return try output.write("\(place) \(problem).".printable)
    }
    let opened: ExportedLinks.Opened
    do throws(LinkError) { opened = try links.open(url) } catch {
      failed += 1
      return try output.write("\(place): \(url.printable(limit: 500)): \(error)".printable)
    }
    if !opened.conditions.isEmpty { conditional += 1 }
    guard showsAll else { return }
    let conditions =
      opened.conditions.isEmpty ? "" : " if the app agrees that \(opened.conditions.joined(separator: " and "))"
    try output.write("\(place): \(url.printable(limit: 500)): opens \"\(opened.pattern)\"\(conditions)".printable)
  }
}
