extension DiskImage {
  /// Calls `body` with each disk that a power cut at this point can leave, and with the number of choices among the
  /// unsynced changes that lead to it.
  ///
  /// If `tearsEverywhere` is `true`, an unsynced write may end after each of its bytes. Otherwise it may end only near
  /// its ends and in its middle.
  func powerCuts(tearsEverywhere: Bool = false, _ body: (DiskImage, _ choices: Int) -> Void) {
    resolve([0], [:], choices: 1, tearsEverywhere, body)
  }

  /// The contents of a node after a power cut.
  private enum SurvivingContents {
    case bytes([UInt8])
    case names([String: Int])
  }

  /// Tries all contents of each node in turn, from the root downward. A node without a name is skipped.
  private func resolve(
    _ waiting: [Int], _ resolved: [Int: SurvivingContents], choices: Int, _ tearsEverywhere: Bool,
    _ body: (DiskImage, Int) -> Void
  ) {
    guard let node = waiting.last else { return body(image(resolved), choices) }
    let rest = waiting.dropLast()
    if resolved[node] != nil { return resolve(Array(rest), resolved, choices: choices, tearsEverywhere, body) }
    for (contents, count) in survivingContents(of: node, tearsEverywhere) {
      var resolved = resolved
      resolved[node] = contents
      let below = if case .names(let names) = contents { names.values.sorted() } else { [Int]() }
      resolve(rest + below, resolved, choices: choices * count, tearsEverywhere, body)
    }
  }

  private func survivingContents(of node: Int, _ tearsEverywhere: Bool) -> [(SurvivingContents, Int)] {
    switch nodes[node] {
    case .directory(let names, let log):
      if log.isDurable { return [(.names(names), 1)] }
      return log.outcomes(from: [:], apply: Self.apply, variants: { [Self.apply($0, to: $1)] })
        .map { (.names($0), $1) }
    case .file(let bytes, let log):
      if log.isDurable { return [(.bytes(bytes), 1)] }
      return log.outcomes(from: [], apply: Self.apply) { change, bytes in
        Self.parts(of: change, tearsEverywhere).map { Self.apply($0, to: bytes) }
      }.map { (.bytes($0), $1) }
    }
  }

  /// Returns the effects that an unsynced change can have, apart from no effect.
  private static func parts(of change: DataChange, _ tearsEverywhere: Bool) -> [DataChange] {
    guard case .write(let bytes, let place) = change else { return [change] }
    let zeros = [UInt8](repeating: 0, count: bytes.count)
    var parts = [change, .write(zeros, at: place)]
    let lengths = tearsEverywhere ? Array(1..<max(1, bytes.count)) : [1, bytes.count / 2, bytes.count - 1]
    for length in lengths where length > 0 && length < bytes.count {
      parts.append(.write(Array(bytes[..<length]), at: place))
      parts.append(.write(Array(bytes[..<length] + zeros[length...]), at: place))
    }
    return parts
  }

  /// Returns a disk on which the resolved nodes are durable.
  private func image(_ resolved: [Int: SurvivingContents]) -> DiskImage {
    var image = DiskImage()
    image.nodes = nodes.indices.map { node in
      switch resolved[node] {
      case .names(let names):
        var log = ChangeLog<NameChange>()
        log.append(names.map { ($0, $1) }, isSynced: true)
        return .directory(names: names, log: log)
      case .bytes(let bytes):
        var log = ChangeLog<DataChange>()
        log.append(.write(bytes, at: 0), isSynced: true)
        return .file(bytes: bytes, log: log)
      case nil: return .file(bytes: [], log: ChangeLog())
      }
    }
    return image
  }

  /// The contents of the disk that a process can observe. A process cannot distinguish two disks with equal contents.
  struct Contents: Hashable {
    struct Entry: Hashable {
      var path: String
      /// A number that is equal for all names of one file.
      var file: Int
      /// The bytes of a file; `nil` for a directory.
      var bytes: [UInt8]?
    }

    var entries: [Entry]
  }

  /// The names and bytes on the disk. The names of temporary files have no numbers, because numbers differ from run to
  /// run.
  var contents: Contents {
    var entries: [Contents.Entry] = []
    var numbers: [Int: Int] = [:]
    func visit(_ directory: [String: Int], _ path: String) {
      for (name, node) in directory.sorted(by: { $0.key < $1.key }) {
        let number = numbers[node] ?? numbers.count
        numbers[node] = number
        let isTemporary = name.contains(".navstore-tmp-")
        let path = path + "/" + (isTemporary ? "temporary" : name)
        switch nodes[node] {
        case .file(let bytes, _): entries.append(.init(path: path, file: number, bytes: bytes))
        case .directory(let names, _):
          entries.append(.init(path: path, file: number, bytes: nil))
          visit(names, path)
        }
      }
    }
    if case .directory(let names, _) = nodes[0] { visit(names, "") }
    return Contents(entries: entries)
  }
}
