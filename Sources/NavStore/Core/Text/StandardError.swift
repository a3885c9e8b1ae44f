#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Standard error, without a buffer: what was written is out, even if the process ends at once.
package enum StandardError {
  /// Writes the whole text, in one piece where the system allows it, so that threads do not mix their lines.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = systemWrite(rest)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        } else if errno != EINTR {
          // Closed: there is nobody left to tell.
          return
        }
      }
    }
  }
}

// Inside the type, `write` would mean its own function.
private func systemWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
  write(STDERR_FILENO, bytes.baseAddress, bytes.count)
}
