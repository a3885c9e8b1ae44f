extension NavigationState: Fingerprinted where Tab: Encodable, Route: Encodable {
  @inlinable
  package static var fingerprintName: String { "navigation" }

  /// Adds all parts of the navigation that are saved: everything except the scroll-to-top counters.
  ///
  /// - Throws: An error if a tab or a route cannot be encoded.
  /// - Complexity: O(n), where n is the number of routes. A route is not encoded again while it is in a cache of
  ///   4,096 routes.
  @inlinable
  package func combine(into fingerprint: inout FingerprintBuilder) throws {
    try fingerprint.combine(self)
  }
}

extension FingerprintBuilder {
  /// Adds a navigation as a part. The compiler can specialize the method for the caller's types.
  ///
  /// - Throws: An error if a tab or a route cannot be encoded.
  @inlinable
  package mutating func combine<Tab: Encodable, Route: Encodable>(_ navigation: NavigationState<Tab, Route>) throws {
    try context.cache { NavigationHashCache<Tab, Route>() }.combine(navigation, into: &self)
  }
}

@usableFromInline
final class NavigationHashCache<Tab: Hashable & Sendable & Encodable, Route: Hashable & Sendable & Encodable> {
  // Each replay and each recorder has its own caches, and uses them on one thread at a time.
  @exclusivity(unchecked) @usableFromInline var tabs = ValueHashCache<Tab>(count: 16)
  @exclusivity(unchecked) @usableFromInline var routes = ValueHashCache<Route>(count: 4_096)

  @inlinable
  init() {}

  /// Adds the parts of a navigation in the order that Docs/Reference/ActionLogFormat.md specifies.
  @inlinable
  func combine(_ state: NavigationState<Tab, Route>, into fingerprint: inout FingerprintBuilder) throws {
    let context = fingerprint.context
    fingerprint.combine(state.entries.count)
    for entry in state.entries {
      fingerprint.combine(word: try tabs.word(of: entry.tab, context))
      try combine(entry.path, into: &fingerprint)
    }
    fingerprint.combine(state.selectedIndex)
    fingerprint.combine(state.visited.count)
    for tab in state.visited { fingerprint.combine(word: try tabs.word(of: tab, context)) }
    fingerprint.combine(word: try tabs.word(of: state.initialTab, context))
    fingerprint.combine(state.lastModalID)
    fingerprint.combine(state.presented.count)
    for modal in state.presented {
      fingerprint.combine(modal.id.rawValue)
      fingerprint.combine(modal.style == .sheet ? 0 : 1)
      fingerprint.combine(word: try routes.word(of: modal.root, context))
      try combine(modal.routes, into: &fingerprint)
    }
  }

  /// Adds the number of routes in a path and, unless the path is empty, the combined hashes of the routes.
  @inlinable
  func combine(_ path: [Route], into fingerprint: inout FingerprintBuilder) throws {
    fingerprint.combine(path.count)
    guard !path.isEmpty else { return }
    var builder = FingerprintBuilder(context: fingerprint.context)
    for route in path { builder.combine(word: try routes.word(of: route, fingerprint.context)) }
    fingerprint.combine(word: builder.word)
  }
}

/// A cache for the hashes of encoded values. The key is the bytes of a value in memory.
///
/// Values that are equal by `==` can have different encodings, for example if an app compares items only by their
/// identifiers. Therefore, the value itself is not the key. Values with the same bytes have the same encoding: the
/// cache keeps its value alive, so the references in both values point to the same objects. A value with different
/// bytes is encoded again, even if its encoding is the same.
///
/// According to the benchmark `Ratios log`, a verified replay of 10,000 actions takes 0.19 times as long as a loop that
/// decodes each line with `JSONDecoder`. Without this cache, the replay takes 0.6 times as long as that loop.
@usableFromInline
struct ValueHashCache<Value: Encodable> {
  @usableFromInline var values: [Value?]
  @usableFromInline var words: [UInt64]

  /// Creates an empty cache.
  ///
  /// - Parameter count: The maximum number of values, a power of two.
  @inlinable
  init(count: Int) {
    values = Array(repeating: nil, count: count)
    words = Array(repeating: 0, count: count)
  }

  /// Returns the hash of a value: the XXH64 hash of its canonical JSON.
  @inlinable
  mutating func word(of value: Value, _ context: FingerprintContext) throws -> UInt64 {
    // A `JSONText` stores its hash. `Value` is `JSONText` here, but the compiler cannot prove this.
    if Value.self == JSONText.self { return unsafeBitCast(value, to: JSONText.self).sum }
    let slot = withUnsafeBytes(of: value) { Int(truncatingIfNeeded: Self.hash($0)) & (values.count - 1) }
    if let known = values[slot], Self.areIdentical(known, value) { return words[slot] }
    let word = try context.encodedWord(of: value)
    values[slot] = value
    words[slot] = word
    return word
  }

  @inlinable
  static func areIdentical(_ first: Value, _ second: Value) -> Bool {
    withUnsafeBytes(of: first) { first in
      withUnsafeBytes(of: second) { second in haveEqualBytes(first, second, MemoryLayout<Value>.size) }
    }
  }

  @inlinable
  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      offset += 8
    }
    while offset < bytes.count {
      hash = (hash ^ UInt64(bytes[offset])) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      offset += 1
    }
    return hash
  }
}
