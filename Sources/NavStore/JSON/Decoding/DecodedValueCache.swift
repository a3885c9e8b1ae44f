/// Recently decoded values, keyed by their type and bytes.
///
/// A log repeats the same routes many times, and a lookup takes a tenth of the time that the `init(from:)` of a typical
/// enum takes.
///
/// Without the cache, a replay of 10,000 transactions with typed routes takes about 1.5 times as long and misses its
/// performance target. See `Docs/Decisions/0017-action-logs.md`.
///
/// Use the cache only for types whose decoding depends on nothing but the bytes. The cache has a fixed number of slots,
/// and a hash of the type and the bytes selects the slot. A new value replaces the earlier value in its slot.
package final class DecodedValueCache {
  private final class Entry<Value> {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private struct Slot {
    var type: ObjectIdentifier?
    var bytes: [UInt8] = []
    var entry: AnyObject?
  }

  private static let count = 4_096
  /// The maximum number of encoded bytes of a cached value. Longer values rarely repeat.
  private static let longest = 256

  private var slots = [Slot](repeating: Slot(), count: count)

  init() {}

  func value<Value>(_ type: Value.Type, _ bytes: UnsafeRawBufferPointer, _ decode: () throws -> Value) rethrows -> Value
  {
    guard bytes.count <= Self.longest else { return try decode() }
    let type = ObjectIdentifier(type)
    let hash = Checksum.xxh64(bytes, seed: UInt64(truncatingIfNeeded: UInt(bitPattern: type)))
    let index = Int(truncatingIfNeeded: hash) & (Self.count - 1)
    if slots[index].type == type, slots[index].bytes.count == bytes.count, let entry = slots[index].entry,
      slots[index].bytes.withUnsafeBytes({ haveEqualBytes($0, bytes, bytes.count) })
    {
      return unsafeDowncast(entry, to: Entry<Value>.self).value
    }
    let value = try decode()
    slots[index] = Slot(type: type, bytes: Array(bytes), entry: Entry(value))
    return value
  }
}
