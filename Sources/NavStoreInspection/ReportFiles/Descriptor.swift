#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A file descriptor. If a signal interrupts a read or a write, the operation is repeated.
package struct Descriptor: Sendable {
  package let number: Int32

  package init(number: Int32) {
    self.number = number
  }

  /// Reads the available bytes, at most 64 KiB. Waits until at least one byte is available. Returns an empty array at
  /// the end of the input, and `nil` after an error.
  package func read() -> [UInt8]? {
    while true {
      var result = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        result = systemRead(number, buffer.baseAddress, buffer.count)
        count = max(0, result)
      }
      if result >= 0 { return bytes }
      guard shouldTryAgain(for: POLLIN) else { return nil }
    }
  }

  @discardableResult
  package func write(_ text: String) -> Bool {
    writeError(text) == nil
  }

  package func writeError(_ text: String) -> SystemFailure? {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  package func write(_ bytes: [UInt8]) -> Bool {
    writeError(bytes) == nil
  }

  package func writeError(_ bytes: [UInt8]) -> SystemFailure? {
    bytes.withUnsafeBytes { write($0) }
  }

  /// The reason why the last system call failed, with the number of the error, for example `Is a directory (error 21)`.
  package static var lastError: String { SystemFailure(code: errno).description }

  package struct SystemFailure: CustomStringConvertible {
    fileprivate let code: Int32

    package var isBrokenPipe: Bool { code == EPIPE }

    package var description: String { "\(String(cString: strerror(code))) (error \(code))" }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> SystemFailure? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemWrite(number, UnsafeRawBufferPointer(rebasing: rest))
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        let code = errno
        guard shouldTryAgain(for: POLLOUT) else { return SystemFailure(code: code) }
      }
    }
    return nil
  }

  /// Returns whether the last call failed only temporarily. Waits until a retry can succeed.
  ///
  /// A standard descriptor can be non-blocking even if this process did not request that, because all processes that
  /// use the same terminal share the flag.
  private func shouldTryAgain(for event: Int32) -> Bool {
    guard errno == EAGAIN else { return errno == EINTR }
    var watched = pollfd(fd: number, events: Int16(event), revents: 0)
    _ = poll(&watched, 1, -1)
    return true
  }

  package func close() {
    systemClose(number)
  }
}

// These functions are outside `Descriptor`, because `read`, `write` and `close` inside the type refer to its
// methods.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemClose(_ descriptor: Int32) {
  _ = close(descriptor)
}
