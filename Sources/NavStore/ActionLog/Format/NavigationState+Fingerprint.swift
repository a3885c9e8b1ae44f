extension NavigationState: Fingerprinted where Tab: Encodable, Route: Encodable {
  package static var fingerprintName: String { "navigation" }

  /// Adds all parts of the navigation that are saved: everything except the scroll-to-top counters.
  ///
  /// - Complexity: O(n), where n is the number of routes. A route is not encoded again while it is in a cache of 4,096
  ///   routes.
  package func combine(into fingerprint: inout FingerprintBuilder) throws {
    try fingerprint.context.cache { NavigationHashCache<Tab, Route>() }.combine(self, into: &fingerprint)
  }
}

/// The caches for the hashes of a navigation's tabs and routes. Each replay and each recorder has its own.
private final class NavigationHashCache<Tab: Hashable & Sendable & Encodable, Route: Hashable & Sendable & Encodable> {
  private var tabs = ValueHashCache<Tab>(count: 16)
  private var routes = ValueHashCache<Route>(count: 4_096)

  /// Adds the parts of a navigation in the order that Docs/Reference/ActionLogFormat.md specifies.
  // Specialized for tools that replay a log without the types of the app.
  @_specialize(where Tab == JSONText, Route == JSONText)
  func combine(_ state: NavigationState<Tab, Route>, into fingerprint: inout FingerprintBuilder) throws {
    let context = fingerprint.context
    fingerprint.combine(state.entries.count)
    for index in 0..<state.entries.count {
      let entry = state.entries[index]
      fingerprint.combine(word: try tabs.word(of: entry.tab, context))
      try combine(entry.path, into: &fingerprint)
    }
    fingerprint.combine(state.selectedIndex)
    fingerprint.combine(state.visited.count)
    try tabs.combine(state.visited, into: &fingerprint)
    fingerprint.combine(word: try tabs.word(of: state.initialTab, context))
    fingerprint.combine(state.lastModalID)
    fingerprint.combine(state.presented.count)
    if state.presented.count > 0 { try combine(state.presented, into: &fingerprint) }
  }

  // A separate function, because the type of modals is looked up at run time wherever it is used.
  @inline(never)
  private func combine(_ modals: [Modal<Route>], into fingerprint: inout FingerprintBuilder) throws {
    let context = fingerprint.context
    for modal in modals {
      fingerprint.combine(modal.id.rawValue)
      fingerprint.combine(modal.style.number)
      fingerprint.combine(word: try routes.word(of: modal.root, context))
      try combine(modal.routes, into: &fingerprint)
    }
  }

  private func combine(_ path: [Route], into fingerprint: inout FingerprintBuilder) throws {
    fingerprint.combine(path.count)
    // `isEmpty` is a requirement of a protocol, which takes longer to call for an unknown type of routes.
    if path.count == 0 { return }
    var builder = FingerprintBuilder(context: fingerprint.context)
    try routes.combine(path, into: &builder)
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
/// According to the benchmark `Ratios log`, a verified replay of 10,000 actions takes a third of the time that it takes
/// without this cache. A search needs only the address of a value, so it is fast although this code is not compiled for
/// the app's types. The methods of a search are inlined, because a call would look up the type of the cache at run time.
private struct ValueHashCache<Value: Encodable> {
  private var slots: HashSlots
  private var values: [Value?]

  /// Creates an empty cache. `count` is the maximum number of values, a power of two.
  init(count: Int) {
    slots = HashSlots(count: count, size: MemoryLayout<Value>.size)
    values = Array(repeating: nil, count: count)
  }

  /// Returns the hash of a value: the XXH64 hash of its canonical JSON.
  @inline(__always)
  mutating func word(of value: Value, _ context: FingerprintContext) throws -> UInt64 {
    try withUnsafePointer(to: value) { try word(at: $0, context) }
  }

  @inline(__always)
  mutating func combine(_ values: [Value], into fingerprint: inout FingerprintBuilder) throws {
    let context = fingerprint.context
    try values.withUnsafeBufferPointer { buffer in
      guard let first = buffer.baseAddress else { return }
      for index in 0..<buffer.count { fingerprint.combine(word: try word(at: first + index, context)) }
    }
  }

  @inline(__always)
  private mutating func word(at address: UnsafePointer<Value>, _ context: FingerprintContext) throws -> UInt64 {
    // A `JSONText` stores its hash. `Value` is `JSONText` here, but the compiler cannot prove this.
    if Value.self == JSONText.self {
      return UnsafeRawPointer(address).assumingMemoryBound(to: JSONText.self).pointee.sum
    }
    let (slot, known) = slots.search(UnsafeRawPointer(address))
    if let known { return known }
    return try add(address, in: slot, context)
  }

  @inline(never)
  private mutating func add(
    _ address: UnsafePointer<Value>, in slot: Int, _ context: FingerprintContext
  ) throws -> UInt64 {
    let word = try context.encodedWord(of: address.pointee)
    values[slot] = address.pointee
    slots.store(word, for: UnsafeRawPointer(address), in: slot)
    return word
  }
}

/// The hashes of a ``ValueHashCache`` by the bytes of the values.
private struct HashSlots {
  private let size: Int
  private var bytes: [UInt8]
  private var words: [UInt64?]

  init(count: Int, size: Int) {
    self.size = size
    bytes = Array(repeating: 0, count: count * size)
    words = Array(repeating: nil, count: count)
  }

  func search(_ value: UnsafeRawPointer) -> (slot: Int, word: UInt64?) {
    let slot = Int(truncatingIfNeeded: hash(UnsafeRawBufferPointer(start: value, count: size))) & (words.count - 1)
    guard let word = words[slot] else { return (slot, nil) }
    let isSame = bytes.withUnsafeBytes { stored in
      haveEqualBytes(
        UnsafeRawBufferPointer(rebasing: stored[(slot * size)...]), UnsafeRawBufferPointer(start: value, count: size),
        size)
    }
    return (slot, isSame ? word : nil)
  }

  mutating func store(_ word: UInt64, for value: UnsafeRawPointer, in slot: Int) {
    words[slot] = word
    bytes.withUnsafeMutableBytes { stored in
      UnsafeMutableRawBufferPointer(rebasing: stored[(slot * size)..<((slot + 1) * size)])
        .copyMemory(from: UnsafeRawBufferPointer(start: value, count: size))
    }
  }

  private func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
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
