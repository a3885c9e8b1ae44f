#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The standard error stream, without a buffer. A written string appears even if the process ends immediately
/// afterward.
package enum StandardError {
  /// Writes a string in one system call where the system allows it, so that threads do not mix their lines.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = systemWrite(rest)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        } else if errno != EINTR {
          // The stream is closed, and there is no other place to report an error.
          return
        }
      }
    }
  }
}

// This function is outside of the type, because `write` inside the type refers to the function of the type.
private func systemWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
  write(STDERR_FILENO, bytes.baseAddress, bytes.count)
}
