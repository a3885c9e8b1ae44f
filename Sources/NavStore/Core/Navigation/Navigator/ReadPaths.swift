/// The paths of one stack that views have read, for a stack that writes late.
///
/// A framework may write the path of a stack that the user cannot see any more, for example when an animation ends. If
/// an action has changed the path since, the write would bring removed screens back.
struct ReadPaths<Route: Equatable & Sendable>: Sendable {
  static var limit: Int { 16 }

  private var last: [Route]
  /// The earlier paths that views have read since the stack was last visible. At most ``limit`` paths are kept.
  private var replaced: [[Route]] = []

  init(_ path: [Route]) {
    last = path
  }

  func isChanged(by path: [Route]) -> Bool { !replaced.isEmpty || path != last }

  mutating func record(_ path: [Route], isVisible: Bool) {
    if isVisible {
      replaced = []
    } else if path != last {
      replaced.append(last)
      replaced.removeFirst(max(0, replaced.count - Self.limit))
    }
    last = path
  }

  func contains(_ path: [Route]) -> Bool {
    last.starts(with: path) || replaced.contains { $0.starts(with: path) }
  }
}

/// A cache for the readers of the paths of tabs, and the paths that they have returned.
@usableFromInline
final class ObservedPaths<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  private struct Path: Sendable {
    let reader: ValueReader<[Route]>
    var read: ReadPaths<Route>
  }

  private let paths = Locked<[Tab: Path]>([:])

  /// Returns the path of a tab. `makeReader` is called if no reader is cached for the tab, while the lock is not held.
  /// `isVisible` returns `nil` if the read must not be recorded.
  @usableFromInline
  func value(of tab: Tab, _ makeReader: @autoclosure () -> ValueReader<[Route]>, isVisible: () -> Bool?) -> [Route] {
    guard let known = paths.withLock({ $0[tab] }) else {
      let reader = makeReader()
      let value = reader.value
      paths.withLock { $0[tab] = Path(reader: reader, read: ReadPaths(value)) }
      return value
    }
    let value = known.reader.value
    if known.read.isChanged(by: value), let isVisible = isVisible() {
      var read = known.read
      read.record(value, isVisible: isVisible)
      replace(known, with: read, of: tab)
    }
    return value
  }

  func viewSet(_ path: [Route], of tab: Tab) {
    if let known = paths.withLock({ $0[tab] }) { replace(known, with: ReadPaths(path), of: tab) }
  }

  func contains(_ path: [Route], of tab: Tab) -> Bool {
    paths.withLock { $0[tab] }?.read.contains(path) ?? false
  }

  /// Replaces the paths of a tab. `old` is released without the lock, because releasing a route may run the user's
  /// code.
  private func replace(_ old: Path, with read: ReadPaths<Route>, of tab: Tab) {
    paths.withLock { $0[tab]?.read = read }
    withExtendedLifetime(old) {}
  }
}
