internal import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A sample of a release, as a contract contains it.
struct ContractItem: Equatable {
  enum Sample: Equatable {
    case state(SavedSample)
    /// The state that the link opened.
    case link(SavedSample, isFromApp: Bool)
    /// The lines of an action log.
    case session([JSONValue])
  }

  /// The name of a state or session, or the URL of a link.
  let title: String
  let sample: Sample

  /// The version of the saved state, or `nil` for a session.
  var schema: Int? {
    switch sample {
    case .state(let saved), .link(let saved, _): saved.schema
    case .session: nil
    }
  }

  /// The kind and the title, such as `link myapp://song/7`.
  var name: String {
    switch sample {
    case .state: "state \(title)"
    case .link: "link \(title)"
    case .session: "session \(title)"
    }
  }
}

/// The JSON of a saved state, with the version of its schema.
struct SavedSample: Equatable {
  let schema: Int
  let value: JSONValue
}

/// The contract of a release: a JSON array with one sample in each line, and a session in several lines.
struct ContractFile {
  let release: String
  let items: [ContractItem]

  private static var format: Int { 1 }

  static func files(in folder: URL) throws -> [URL] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted()
      .map { folder.appendingPathComponent($0) }
  }
}

// MARK: - Writing

extension ContractFile {
  var text: String {
    get throws {
      let head: JSONValue = ["contract": .string(release), "format": .integer(Self.format)]
      let lines = try ([head] + items.flatMap(\.lines)).map { String(decoding: try $0.canonicalBytes, as: UTF8.self) }
      return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    }
  }

  func write(in folder: URL) throws {
    guard !release.isEmpty, !release.hasPrefix("."), !release.contains(where: { "/\\:".contains($0) }) else {
      throw ContractError("\"\(release)\" cannot be the name of a file. Name the release as in \"1.0\".")
    }
    guard !items.isEmpty else {
      throw ContractError("The contract of release \(release) has no samples. Add states, links or sessions.")
    }
    let text = try text
    let url = folder.appendingPathComponent("\(release).json")
    if FileManager.default.fileExists(atPath: url.path) {
      let old = String(decoding: try Data(contentsOf: url), as: UTF8.self)
      guard old != text else { return }
      throw ContractError(
        """
        \(url.path) is not overwritten: today's samples differ from it.
        \(Self.firstDifference(old, text))
        If \(release) was released, record today's code under the name of the next release. If not, delete the file and \
        record it again.
        """)
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url, options: .withoutOverwriting)
  }

  private static func firstDifference(_ old: String, _ new: String) -> String {
    let (old, new) = (old.split(separator: "\n"), new.split(separator: "\n"))
    let line = zip(old, new).prefix { $0 == $1 }.count
    func shown(_ lines: [Substring]) -> String {
      line < lines.count ? String(lines[line]).printable(limit: 400) : "the end of the file"
    }
    return "Line \(line + 1), recorded (−) and today (+):\n− \(shown(old))\n+ \(shown(new))"
  }
}

extension ContractItem {
  fileprivate var lines: [JSONValue] {
    switch sample {
    case .state(let saved):
      [["state": .string(title), "schema": .integer(saved.schema), "value": saved.value]]
    case .link(let saved, isFromApp: false):
      [["link": .string(title), "schema": .integer(saved.schema), "opens": saved.value]]
    case .link(let saved, isFromApp: true):
      [["linkFromApp": .string(title), "schema": .integer(saved.schema), "opens": saved.value]]
    case .session(let lines): lines
    }
  }
}

// MARK: - Reading

extension ContractFile {
  init(contentsOf url: URL) throws {
    let value = try JSONValue(parsing: try Data(contentsOf: url))
    guard case .array(let lines) = value, let head = lines.first, case .string(let release)? = head["contract"],
      case .integer(let format)? = head["format"]
    else {
      throw ContractError("it does not begin with the name of a release.")
    }
    guard format == Self.format else {
      throw ContractError("it has format \(format). Check it with a later version of NavStore.")
    }
    self.release = release
    var items: [ContractItem] = []
    for (number, line) in lines.enumerated().dropFirst() {
      if let item = ContractItem(line) {
        items.append(item)
      } else if line["t"] != nil, let last = items.last, case .session(let lines) = last.sample {
        items[items.count - 1] = ContractItem(title: last.title, sample: .session(lines + [line]))
      } else {
        throw ContractError("line \(number + 2) is neither a state, a link nor a part of a session.")
      }
    }
    self.items = items
  }
}

extension ContractItem {
  /// Returns `nil` for a line that continues a session, and for a line that is no sample.
  fileprivate init?(_ line: JSONValue) {
    func saved(_ key: String) -> SavedSample? {
      guard case .integer(let schema)? = line["schema"], schema >= 0, let value = line[key] else { return nil }
      return SavedSample(schema: schema, value: value)
    }
    if case .string(let name)? = line["state"], let saved = saved("value") {
      self.init(title: name, sample: .state(saved))
    } else if case .string(let url)? = line["link"], let saved = saved("opens") {
      self.init(title: url, sample: .link(saved, isFromApp: false))
    } else if case .string(let url)? = line["linkFromApp"], let saved = saved("opens") {
      self.init(title: url, sample: .link(saved, isFromApp: true))
    } else if line["t"] == "header", case .string(let name)? = line["session"] {
      self.init(title: name, sample: .session([line]))
    } else {
      return nil
    }
  }
}

struct ContractError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
