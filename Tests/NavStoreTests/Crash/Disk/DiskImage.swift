import NavStore

/// The contents of a disk, and the changes that a power cut can undo.
///
/// The rules are the minimum that POSIX promises, which is less than any journaling file system promises:
///
/// - A file's bytes are durable after `fsync` on the file. Its name is durable only after `fsync` on the directory
///   (fsync(2), notes). The name of a directory is an entry in its parent directory.
/// - A rename is one step for other processes and for a crash (rename(2)). So are a link, a removal, and the creation
///   of a file or directory. Each of these calls changes one or two names in one step.
/// - Nothing else is ordered. Any unsynced change to a directory may be on the disk without the others. The same is
///   true of the writes to a file. An unsynced write may also be on the disk in part, or as zeros of its length.
///   Pillai and others found all of these: "All File Systems Are Not Created Equal", OSDI 2014, sections 2 and 3.
/// - After a file's sync has failed, a later sync does not cover the same writes: Rebello and others, "Can
///   Applications Recover from fsync Failures?", USENIX ATC 2020. Changes to a directory are in a journal. If the
///   journal cannot be written, the file system writes nothing more. So a later sync that succeeds covers these
///   changes. With `abandonsNames`, it does not cover them either.
///
/// A real file system that orders more changes can leave only some of these disks. The kill of a process does not
/// change the image.
struct DiskImage {
  /// A write of bytes at an offset, or a truncation to zero bytes.
  enum DataChange {
    case write([UInt8], at: Int)
    case truncate
  }

  /// The new node of each changed name; `nil` for a name that is removed.
  typealias NameChange = [(name: String, node: Int?)]

  enum Node {
    /// `bytes` are the contents that processes read.
    case file(bytes: [UInt8], log: ChangeLog<DataChange>)
    /// `names` are the names that processes read.
    case directory(names: [String: Int], log: ChangeLog<NameChange>)
  }

  /// All files and directories that were ever created. The first is the root directory.
  var nodes: [Node] = [.directory(names: [:], log: ChangeLog())]

  static func apply(_ change: NameChange, to names: [String: Int]) -> [String: Int] {
    var names = names
    for (name, node) in change { names[name] = node }
    return names
  }

  static func apply(_ change: DataChange, to bytes: [UInt8]) -> [UInt8] {
    guard case .write(let new, let place) = change else { return [] }
    // A write beyond the end of a file leaves zeros before the new bytes.
    var bytes = bytes + [UInt8](repeating: 0, count: max(0, place + new.count - bytes.count))
    bytes.replaceSubrange(place..<place + new.count, with: new)
    return bytes
  }

  // MARK: - Paths

  /// Returns the node at a path, or `nil` if the path does not exist.
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

  /// Returns the number of names of a file.
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
    // If both paths are names of one file, rename(2) does nothing.
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

  /// Applies a sync of a file or directory that fails.
  mutating func failSync(of node: Int, abandonsNames: Bool) {
    if case .directory = nodes[node], !abandonsNames { return }
    endSync(of: node, .abandoned)
  }

  /// The disk after a power cut that undoes every change that is not synced.
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

  /// Puts bytes in a new file, and syncs the file and its directory.
  ///
  /// Histories use it for contents that another program wrote, or that were on the disk before the history.
  mutating func put(_ bytes: [UInt8], at path: String) {
    do {
      if node(at: path) != nil { try remove(path) }
      let file = try make(.file(bytes: [], log: ChangeLog()), at: path)
      change(data: .write(bytes, at: 0), of: file)
      synchronize(file)
      synchronize(try place(of: path).directory)
    } catch {
      fatalError("The directory of \(path) does not exist. Create it first.")
    }
  }
}
