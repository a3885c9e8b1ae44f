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
    var sessions: [(path: String, header: LogHeader?)] = []
    var positions: [String: Int] = [:]
    for path in names.map({ "\(folder)/\($0)" }) {
      let header = try? ActionLog(path: path).header()
      guard let header, let position = positions[header.session], let first = sessions[position].header else {
        if let header { positions[header.session] = sessions.count }
        sessions.append((path, header))
        continue
      }
      if header.isEarlier(than: first) { sessions[position] = (path, header) }
    }
    return sessions.map { ActionLog(path: $0.path) }
  }
}

extension LogHeader {
  /// Whether the file is before another one of the same session. Of the files of one part, the first one has no `kept`.
  fileprivate func isEarlier(than other: LogHeader) -> Bool {
    part != other.part ? part < other.part : kept == nil && other.kept != nil
  }
}
