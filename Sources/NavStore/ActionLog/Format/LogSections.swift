/// A file of a log, or the valid bytes at the start of a file.
package struct LogSection: Sendable {
  package var path: String
  /// The number of valid bytes, from the start of the file; `nil` if all bytes are valid.
  package var count: Int?
}

extension ActionLog {
  /// Returns the files of the part that begins with the file at `path`, in the order in which they are read.
  ///
  /// Usually, a part has only one file. After a failed sync, the recorder continues the part in another file. The
  /// header of that file has the number of valid bytes in each earlier file.
  package func sections(of path: String) -> [LogSection] {
    guard followsParts, POSIXFileSystem.isRegularFile(path),
      let later = try? LogFileNames.following(path, in: POSIXFileSystem()), !later.isEmpty
    else { return [LogSection(path: path)] }
    return Self.sections(of: Self.file(path), among: later.lazy.map(Self.file)).sections
  }

  fileprivate typealias File = (path: String, header: LogHeader?)

  /// Returns a path with the header of its file. If the header cannot be read, it is `nil`. A file that cannot be
  /// opened causes an error only when its lines are read.
  fileprivate static func file(_ path: String) -> File {
    (path, POSIXFileSystem.isRegularFile(path) ? try? LogHeader(ofFile: path) : nil)
  }

  fileprivate static func sections(
    of file: File, among later: some Sequence<File>
  ) -> (sections: [LogSection], replaced: Set<String>) {
    let path = file.path
    var header = file.header
    // If the headers of two files have `kept` lists of equal length, the later file is valid, because no byte of the
    // earlier file was synced.
    var files: [Int: String] = [:]
    var kept: [Int] = header?.kept ?? []
    let first = kept.count
    files[first] = path
    var replaced: Set<String> = []
    for (next, found) in later {
      guard let found else { continue }
      if header == nil {
        // The header of the first file cannot be read. A later file with `kept` continues or replaces that file.
        guard found.kept != nil else { break }
        header = found
      }
      guard found.session == header?.session else { continue }
      guard found.part == header?.part else {
        // A later part has begun.
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

enum LogFileEnd {
  /// The file has no line with its end, because that line was lost or was never written.
  case missing
  case next(part: Int)
  case endOfSession

  init(next: Int?) {
    self = next.map(LogFileEnd.next) ?? .endOfSession
  }
}

/// An iterator over the files of a log, in the order in which they are read.
struct LogSections {
  private let log: ActionLog
  private var waiting: ArraySlice<LogSection>
  private var path = ""

  init(_ log: ActionLog) {
    self.log = log
    waiting = log.firstSections[...]
  }

  /// Returns the next file, or its valid bytes; `nil` after the last file. `header` is the header of the previous file
  /// or, if it cannot be read, of the last file of the same session; `nil` if no header was read.
  mutating func next(after end: LogFileEnd, header: LogHeader?) throws(ActionLogError) -> LogSection? {
    if waiting.isEmpty, let next = try log.path(after: path, end, header: header) {
      waiting = log.sections(of: next)[...]
    }
    guard let section = waiting.popFirst() else { return nil }
    path = section.path
    return section
  }
}

extension ActionLog {
  /// The sections that are known before any file is read beyond its header: those of the first part or, if the app
  /// passed all paths, those of all files.
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

  /// Returns the path of the file that continues the log after the file at `path`; `nil` if no file does, or if the app
  /// passed the paths of all files.
  ///
  /// The names of the files do not identify the next part, because files of other sessions may be between two parts,
  /// and files may be missing. The method returns the file whose header has the session and the number of the next
  /// part. If no such file exists, the log continues with the next later part of the session. A file with an unreadable
  /// first line may belong to the session. It is read if a later part follows it, or if it may be the next part, also
  /// after a file without an end. Therefore, a missing or damaged file results in a finding and does not end the log.
  ///
  /// If no header is known, the files of any session continue the log, up to the file that begins a session.
  fileprivate func path(
    after path: String, _ end: LogFileEnd, header: LogHeader?
  ) throws(ActionLogError) -> String? {
    let part: Int?
    switch end {
    case .missing: part = nil
    case .next(let next): part = next
    case .endOfSession: return nil
    }
    guard followsParts else { return nil }
    var unreadable: String?
    var later: (path: String, part: Int, unreadable: String?)?
    for next in try LogFileNames.following(path, in: POSIXFileSystem()) where POSIXFileSystem.isRegularFile(next) {
      guard let found = try LogHeader(ofFile: next) else {
        unreadable = unreadable ?? next
        continue
      }
      if header == nil, part == nil, found.part == 1 { break }
      guard header == nil || found.session == header?.session else { continue }
      if found.part == part { return next }
      if found.part > part ?? header?.part ?? 1, found.part < later?.part ?? .max {
        later = (next, found.part, unreadable)
      }
    }
    if let later { return later.unreadable ?? later.path }
    return part == nil && header == nil ? nil : unreadable
  }
}
