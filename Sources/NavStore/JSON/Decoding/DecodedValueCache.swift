/// Values that were decoded lately, by their bytes: the routes of a log come again and again, and a look-up takes a
/// tenth of the time that `init(from:)` of a typical enum does.
///
/// For types whose decoding depends on nothing but the bytes. Memory is bounded: a later value drives an earlier one
/// out.
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
  /// Longer values are seldom the same.
  private static let longest = 256

  @exclusivity(unchecked) private var slots = [Slot](repeating: Slot(), count: count)

  package init() {}

  /// The value that the bytes stand for, which `decode` gives if it is not remembered.
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
