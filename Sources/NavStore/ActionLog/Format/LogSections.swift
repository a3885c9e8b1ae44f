/// A file of a log, or its valid bytes.
package struct LogSection: Sendable {
  package var path: String
  /// The number of valid bytes, from the start of the file; `nil` if all bytes are valid.
  package var count: Int?
}

extension ActionLog {
  /// Returns the files of the part that begins in a file, in the order in which they are read.
  ///
  /// Usually, the part has only one file. After a failed sync, the recorder continues in another file. The header of
  /// that file has the number of valid bytes in each earlier file.
  package func sections(of path: String) -> [LogSection] {
    guard followsParts, POSIXFileSystem.isRegularFile(path),
      let later = try? LogFileNames.following(path, in: POSIXFileSystem()), !later.isEmpty
    else { return [LogSection(path: path)] }
    return Self.sections(of: Self.file(path), among: later.lazy.map(Self.file)).sections
  }

  fileprivate typealias File = (path: String, header: LogHeader?)

  /// Returns a file with its header. A file that cannot be read causes an error only when its lines are read.
  fileprivate static func file(_ path: String) -> File {
    (path, POSIXFileSystem.isRegularFile(path) ? try? LogHeader(ofFile: path) : nil)
  }

  /// Returns the sections of a part, and all files that they replace.
  ///
  /// - Parameters:
  ///   - file: The first file of the part.
  ///   - later: The files that may continue the part, in order.
  fileprivate static func sections(
    of file: File, among later: some Sequence<File>
  ) -> (sections: [LogSection], replaced: Set<String>) {
    let path = file.path
    var header = file.header
    // If two files have lists of equal length, the last file is valid: no byte of the earlier file was synced.
    var files: [Int: String] = [:]
    var kept: [Int] = header?.kept ?? []
    let first = kept.count
    files[first] = path
    var replaced: Set<String> = []
    for (next, found) in later {
      guard let found else { continue }
      if header == nil {
        // The first line cannot be read, and this file continues or replaces the file before it.
        guard found.kept != nil else { break }
        header = found
      }
      guard found.session == header?.session else { continue }
      guard found.part == header?.part else {
        // The part has ended.
        if found.part > header?.part ?? .max { break }
        continue
      }
      guard let list = found.kept, list.count >= first else { continue }
      replaced.insert(next)
      guard list.count >= kept.count else { continue }
      kept = list
      files[list.count] = next
    }
    let earlier = (first..<kept.count).compactMap { index in
      files[index].map { LogSection(path: $0, count: kept[index]) }
    }
    return (earlier + [LogSection(path: files[kept.count] ?? path)], replaced)
  }
}

/// The files of a log, in the order in which they are read.
struct LogSections {
  private let log: ActionLog
  private var waiting: ArraySlice<LogSection>
  /// The path of the file that was returned last.
  private(set) var path = ""

  init(_ log: ActionLog) {
    self.log = log
    waiting = log.firstSections[...]
  }

  /// Returns the next file; `nil` after the last one.
  ///
  /// - Parameters:
  ///   - part: The number of the part that follows, from the last line of the file that was returned last.
  ///   - header: The header of that file, if it can be read.
  mutating func next(part: Int?, header: LogHeader?) throws(ActionLogError) -> LogSection? {
    if waiting.isEmpty, let part, let next = try log.path(after: path, part: part, header: header) {
      waiting = log.sections(of: next)[...]
    }
    guard let section = waiting.popFirst() else { return nil }
    path = section.path
    return section
  }
}

extension ActionLog {
  /// The files that are known before the lines of any file are read.
  fileprivate var firstSections: [LogSection] {
    if followsParts { return sections(of: paths[0]) }
    var sections: [LogSection] = []
    var replaced: Set<String> = []
    let files = paths.map(Self.file)
    for (index, file) in files.enumerated() where !replaced.contains(file.path) {
      guard file.header != nil || POSIXFileSystem.isRegularFile(file.path) else {
        sections.append(LogSection(path: file.path))
        continue
      }
      let found = Self.sections(of: file, among: files[(index + 1)...])
      sections += found.sections
      replaced.formUnion(found.replaced)
    }
    return sections
  }
}
