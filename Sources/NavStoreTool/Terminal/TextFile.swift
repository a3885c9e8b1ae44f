internal import NavStoreInspection

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

enum TextFile {
  /// The reason why a file cannot be used, as the end of a sentence that begins with the name of the file.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  private static let longest = 1 << 20

  static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// Returns the text of a file. `-` is standard input.
  static func text(of path: String) throws(Problem) -> String {
    let isInput = path == "-"
    let file = Descriptor(number: isInput ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY))
    guard file.number >= 0 else { throw Problem(description: "cannot be read: \(Descriptor.lastError)") }
    defer { if !isInput { file.close() } }
    var text: [UInt8] = []
    while true {
      guard let bytes = file.read() else { throw Problem(description: "cannot be read: \(Descriptor.lastError)") }
      if bytes.isEmpty { return String(decoding: text, as: UTF8.self) }
      text += bytes
      if text.count > longest { throw Problem(description: "is larger than the limit of \(longest >> 20) MiB") }
    }
  }
}
