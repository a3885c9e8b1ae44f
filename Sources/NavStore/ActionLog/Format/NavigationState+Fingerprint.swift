extension NavigationState: Fingerprinted where Tab: Encodable, Route: Encodable {
  /// "navigation".
  @inlinable
  public static var fingerprintName: String { "navigation" }

  /// Adds what is saved of a navigation, so everything but the scroll-to-top counters.
  ///
  /// The cost grows with the number of routes, but a route that the state before had in the same index is only
  /// compared.
  @inlinable
  public func combine(into fingerprint: inout FingerprintBuilder) throws {
    try fingerprint.combine(self)
  }
}

extension FingerprintBuilder {
  /// Adds a navigation, compiled for the caller's types. Throws what the encoding of a tab or route throws.
  @inlinable
  public mutating func combine<Tab: Encodable, Route: Encodable>(_ navigation: NavigationState<Tab, Route>) throws {
    try context.cache { NavigationHashCache<Tab, Route>() }.combine(navigation, into: &self)
  }
}

/// The words of the last state's context, so that those of the next one need not be encoded again.
@usableFromInline
final class NavigationHashCache<Tab: Hashable & Sendable & Encodable, Route: Hashable & Sendable & Encodable> {
  // One thread at a time uses it: see `StateReplayTarget`.
  @exclusivity(unchecked) @usableFromInline var tabs = ValueHashCache<Tab>(count: 16)
  @exclusivity(unchecked) @usableFromInline var routes = ValueHashCache<Route>(count: 4_096)
  /// By the index of the tab, then of the modal.
  @exclusivity(unchecked) @usableFromInline var paths: [PathHashCache<Route>] = []

  @inlinable
  init() {}

  @inlinable
  func combine(_ state: NavigationState<Tab, Route>, into fingerprint: inout FingerprintBuilder) throws {
    let context = fingerprint.context
    let pathCount = state.entries.count + state.presented.count
    while paths.count < pathCount { paths.append(PathHashCache()) }
    fingerprint.combine(state.entries.count)
    for index in state.entries.indices {
      fingerprint.combine(word: try tabs.word(of: state.entries[index].tab, context))
      try combine(state.entries[index].path, at: index, into: &fingerprint)
    }
    fingerprint.combine(state.selectedIndex)
    fingerprint.combine(state.visited.count)
    for tab in state.visited { fingerprint.combine(word: try tabs.word(of: tab, context)) }
    fingerprint.combine(word: try tabs.word(of: state.initialTab, context))
    fingerprint.combine(state.lastModalID)
    fingerprint.combine(state.presented.count)
    for index in state.presented.indices {
      let modal = state.presented[index]
      fingerprint.combine(modal.id.rawValue)
      fingerprint.combine(modal.style == .sheet ? 0 : 1)
      fingerprint.combine(word: try routes.word(of: modal.root, context))
      try combine(modal.routes, at: state.entries.count + index, into: &fingerprint)
    }
  }

  /// Adds how many routes a path has and, if there are any, the word they come to.
  @inlinable
  func combine(_ path: [Route], at index: Int, into fingerprint: inout FingerprintBuilder) throws {
    fingerprint.combine(path.count)
    guard !path.isEmpty else { return }
    if Route.self == JSONText.self {
      // Each knows its word, and to remember the path would have it copied at the next change.
      var builder = FingerprintBuilder(context: fingerprint.context)
      for route in path { builder.combine(word: unsafeBitCast(route, to: JSONText.self).sum) }
      return fingerprint.combine(word: builder.word)
    }
    fingerprint.combine(word: try paths[index].word(of: path, fingerprint.context, &routes))
  }
}

/// The words of values that were encoded lately, by the bits of the values.
///
/// By the bits and not by `==`, because equal values may encode differently: an app may compare items by their number
/// alone. Equal bits mean an equal encoding while the value that is remembered is kept, for then no reference in it can
/// have come to stand for something else. Different bits mean nothing but another encoding.
@usableFromInline
struct ValueHashCache<Value: Encodable> {
  @usableFromInline var values: [Value?]
  @usableFromInline var words: [UInt64]

  /// - Parameter count: How many are remembered at most, a power of two.
  @inlinable
  init(count: Int) {
    values = Array(repeating: nil, count: count)
    words = Array(repeating: 0, count: count)
  }

  @inlinable
  mutating func word(of value: Value, _ context: FingerprintContext) throws -> UInt64 {
    // The same type, so the same bits.
    if Value.self == JSONText.self { return unsafeBitCast(value, to: JSONText.self).sum }
    let slot = withUnsafeBytes(of: value) { Int(truncatingIfNeeded: hash(ofBits: $0)) & (values.count - 1) }
    if let known = values[slot], haveEqualBits(known, value) { return words[slot] }
    let word = try context.encodedWord(of: value)
    values[slot] = value
    words[slot] = word
    return word
  }

  @inlinable
  func haveEqualBits(_ first: Value, _ second: Value) -> Bool {
    withUnsafeBytes(of: first) { first in
      withUnsafeBytes(of: second) { second in countOfEqualBytes(first, second) == MemoryLayout<Value>.size }
    }
  }
}

/// A path and, for each length of it, the word that this beginning comes to.
@usableFromInline
struct PathHashCache<Route: Encodable> {
  @usableFromInline var routes: [Route] = []
  @usableFromInline var words: [UInt64] = []

  @inlinable
  init() {}

  /// The word of a path that has routes; see ``ValueHashCache`` for what is compared with the path before.
  @inlinable
  mutating func word(of path: [Route], _ context: FingerprintContext, _ known: inout ValueHashCache<Route>) throws
    -> UInt64
  {
    let common = path.withUnsafeBytes { first in
      routes.withUnsafeBytes { second in countOfEqualBytes(first, second) / MemoryLayout<Route>.stride }
    }
    if common < path.count || common < routes.count {
      words.removeSubrange(common...)
      var builder = FingerprintBuilder(context: context, word: words.last ?? 0)
      do {
        for route in path[common...] {
          builder.combine(word: try known.word(of: route, context))
          words.append(builder.word)
        }
      } catch {
        // Both have what they agreed on, or the next path would be compared with what has no words.
        routes = Array(path[..<common])
        words.removeSubrange(common...)
        throw error
      }
      routes = path
    }
    return words[path.count - 1]
  }
}

/// A word that bits with nothing in common will hardly share.
@inlinable
func hash(ofBits bits: UnsafeRawBufferPointer) -> UInt64 {
  var hash: UInt64 = 0
  var offset = 0
  while offset + 8 <= bits.count {
    hash = (hash ^ bits.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 32
    offset += 8
  }
  while offset < bits.count {
    hash = (hash ^ UInt64(bits[offset])) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 32
    offset += 1
  }
  return hash
}

/// How many bytes at the beginning are equal.
@inlinable
func countOfEqualBytes(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int {
  let count = min(first.count, second.count)
  // Mostly one is the beginning of the other.
  if haveEqualBytes(first, second, count) { return count }
  var offset = 0
  while offset + 8 <= count,
    first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      == second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  { offset += 8 }
  while offset < count, first[offset] == second[offset] { offset += 1 }
  return offset
}
