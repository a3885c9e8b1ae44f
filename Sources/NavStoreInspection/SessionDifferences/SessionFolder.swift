package import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ActionLog {
  /// Returns the sessions whose files are in a folder, in the order of the names of their first files. A file that
  /// continues another one belongs to its session. A file whose header cannot be read is a session of its own.
  package static func sessions(inFolder folder: String) throws -> [ActionLog] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".navlog") }.sorted()
    var sessions: [[(path: String, header: LogHeader?)]] = []
    var positions: [String: Int] = [:]
    for path in names.map({ folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }) {
      // With all paths, a log does not list the folder to find the files that continue it.
      let header = try? ActionLog(paths: [path]).header()
      if let header, let position = positions[header.session] {
        sessions[position].append((path, header))
      } else {
        if let header { positions[header.session] = sessions.count }
        sessions.append([(path, header)])
      }
    }
    return sessions.map { files in
      ActionLog(
        paths: files.sorted { ($0.header?.place ?? (0, 0)) < ($1.header?.place ?? (0, 0)) }.map(\.path))
    }
  }
}

extension LogHeader {
  /// The part, and the number of the earlier files of that part.
  fileprivate var place: (Int, Int) { (part, kept?.count ?? 0) }
}
