#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Returns whether two buffers start with the same bytes. Both buffers must have at least `count` bytes.
func haveEqualBytes(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, _ count: Int) -> Bool {
  guard let first = first.baseAddress, let second = second.baseAddress else { return count == 0 }
  return first == second || memcmp(first, second, count) == 0
}

extension UnsafeRawBufferPointer {
  package func lineFeed(from start: Int) -> Int? {
    guard start < count, let base = baseAddress, let found = memchr(base + start, 0x0A, count - start) else {
      return nil
    }
    return UnsafeRawPointer(found) - base
  }
}
