import NavStore

/// What is on a disk, with what of it a power cut can take away.
///
/// The rules are the least that POSIX promises, which is less than any journal keeps:
///
/// - A file's bytes are durable after `fsync` on the file, its name only after `fsync` on the directory (manual page of
///   fsync(2), notes). The name of a directory is one in the directory above it.
/// - A rename is one step for other processes and for a crash (rename(2)). So are a link, a removal, the making of a
///   file or directory: each sets one name, or two, at once.
/// - Nothing else is ordered. Of the changes to a directory that were not synced any may be there without the others,
///   and so may the writes to a file. An unsynced write may also be there in part, or as zeros of its length: Pillai
///   and others, "All File Systems Are Not Created Equal", OSDI 2014, sections 2 and 3, found all of these.
/// - After a sync of a file that failed, a later one does not cover the same writes: Rebello and others, "Can
///   Applications Recover from fsync Failures?", USENIX ATC 2020. The changes to a directory are in a journal, and one
///   that cannot be written lets nothing more be written: a later sync that succeeds covers them. `abandonsNames`
///   denies this, too.
///
/// An order that a real file system keeps only leaves out disks that are looked at here. A killed process leaves the
/// image as it is.
struct DiskImage {
  /// The bytes that a write puts at a place, or the end that a truncation sets.
  enum DataChange {
    case write([UInt8], at: Int)
    case truncate
  }

  /// What names stand for afterwards: a node, or nothing.
  typealias NameChange = [(name: String, node: Int?)]

  enum Node {
    /// `bytes` is what processes see.
    case file(bytes: [UInt8], log: ChangeLog<DataChange>)
    /// `names` is what processes see.
    case directory(names: [String: Int], log: ChangeLog<NameChange>)
  }

  /// All that was ever made; the first is the root.
  var nodes: [Node] = [.directory(names: [:], log: ChangeLog())]

  static func apply(_ change: NameChange, to names: [String: Int]) -> [String: Int] {
    var names = names
    for (name, node) in change { names[name] = node }
    return names
  }

  static func apply(_ change: DataChange, to bytes: [UInt8]) -> [UInt8] {
    guard case .write(let new, let place) = change else { return [] }
    // A write beyond the end leaves zeros before it.
    var bytes = bytes + [UInt8](repeating: 0, count: max(0, place + new.count - bytes.count))
    bytes.replaceSubrange(place..<place + new.count, with: new)
    return bytes
  }

  // MARK: - Paths

  /// The node that a path names, or nil.
  func node(at path: String) -> Int? {
    var node = 0
    for name in path.split(separator: "/") {
      guard case .directory(let names, _) = nodes[node], let next = names[String(name)] else { return nil }
      node = next
    }
    return node
  }

  func bytes(at path: String) -> [UInt8]? {
    guard let node = node(at: path), case .file(let bytes, _) = nodes[node] else { return nil }
    return bytes
  }

  /// How many names a file has.
  func nameCount(of node: Int) -> Int {
    nodes.reduce(0) { count, other in
      guard case .directory(let names, _) = other else { return count }
      return count + names.values.count { $0 == node }
    }
  }

  func names(inDirectory path: String) -> [String]? {
    guard let node = node(at: path), case .directory(let names, _) = nodes[node] else { return nil }
    return names.keys.sorted()
  }

  private func place(of path: String) throws(SystemError) -> (directory: Int, name: String) {
    var parts = path.split(separator: "/").map(String.init)
    guard let name = parts.popLast(), let directory = node(at: parts.joined(separator: "/")) else { throw .missing }
    return (directory, name)
  }

  // MARK: - Names

  private mutating func change(_ directory: Int, _ change: NameChange) {
    guard case .directory(var names, var log) = nodes[directory] else { return }
    names = Self.apply(change, to: names)
    log.append(change)
    nodes[directory] = .directory(names: names, log: log)
  }

  mutating func make(_ node: Node, at path: String) throws(SystemError) -> Int {
    let (directory, name) = try place(of: path)
    guard self.node(at: path) == nil else { throw .exists }
    nodes.append(node)
    change(directory, [(name, nodes.count - 1)])
    return nodes.count - 1
  }

  mutating func link(_ path: String, to newPath: String) throws(SystemError) {
    guard let node = node(at: path) else { throw .missing }
    let (directory, name) = try place(of: newPath)
    guard self.node(at: newPath) == nil else { throw .exists }
    change(directory, [(name, node)])
  }

  mutating func rename(_ path: String, to newPath: String) throws(SystemError) {
    guard let node = node(at: path) else { throw .missing }
    let (directory, name) = try place(of: path)
    let (newDirectory, newName) = try place(of: newPath)
    guard directory == newDirectory else {
      fatalError("The model has no rename from one directory to another. Add it to DiskImage.")
    }
    // Two names of one file: rename(2) does nothing.
    if self.node(at: newPath) == node { return }
    change(directory, [(name, nil), (newName, node)])
  }

  mutating func remove(_ path: String) throws(SystemError) {
    guard let node = node(at: path) else { throw .missing }
    guard case .file = nodes[node] else { throw .isDirectory }
    let (directory, name) = try place(of: path)
    change(directory, [(name, nil)])
  }

  // MARK: - Data

  mutating func change(data change: DataChange, of node: Int) {
    guard case .file(let bytes, var log) = nodes[node] else { return }
    log.append(change)
    nodes[node] = .file(bytes: Self.apply(change, to: bytes), log: log)
  }

  mutating func synchronize(_ node: Int) { endSync(of: node, .synced) }

  /// A sync of a file or directory that reports an error.
  mutating func failSync(of node: Int, abandonsNames: Bool) {
    if case .directory = nodes[node], !abandonsNames { return }
    endSync(of: node, .abandoned)
  }

  /// What a power cut leaves of the disk when it takes everything that no sync has covered.
  var leastAfterPowerCut: DiskImage {
    var image = self
    for (index, node) in nodes.enumerated() {
      switch node {
      case .file(_, let log):
        let bytes = log.synced.reduce(into: [UInt8]()) { $0 = Self.apply($1, to: $0) }
        image.nodes[index] = .file(bytes: bytes, log: ChangeLog())
      case .directory(_, let log):
        let names = log.synced.reduce(into: [String: Int]()) { $0 = Self.apply($1, to: $0) }
        image.nodes[index] = .directory(names: names, log: ChangeLog())
      }
    }
    return image
  }

  private mutating func endSync(of node: Int, _ fate: SyncFate) {
    switch nodes[node] {
    case .file(let bytes, var log):
      log.synchronize(fate)
      nodes[node] = .file(bytes: bytes, log: log)
    case .directory(let names, var log):
      log.synchronize(fate)
      nodes[node] = .directory(names: names, log: log)
    }
  }

  /// Puts bytes where they are durable at once: what was there before the history begins, or came from elsewhere.
  mutating func put(_ bytes: [UInt8], at path: String) {
    do {
      if node(at: path) != nil { try remove(path) }
      let file = try make(.file(bytes: [], log: ChangeLog()), at: path)
      change(data: .write(bytes, at: 0), of: file)
      synchronize(file)
      synchronize(try place(of: path).directory)
    } catch {
      fatalError("There is no directory for \(path). Make it first.")
    }
  }
}
