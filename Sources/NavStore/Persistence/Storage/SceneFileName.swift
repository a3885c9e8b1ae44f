/// The name of a scene's file, derived from the key of the scene.
///
/// A key may be any string. Two keys never have the same name, even on a file system that ignores case or changes the
/// form of accents: all bytes except `a`–`z`, `0`–`9`, `-` and `_` are escaped as `%` and two hexadecimal digits. If
/// the escaped key is too long, the name contains the beginning of the escaped key and a checksum of the key.
package enum SceneFileName {
  private static let ending = ".state"

  /// The largest number of bytes of an escaped key in a name. An escaped UUID in uppercase letters fits. Even with the
  /// ending of a temporary file, a name stays below 143 bytes, which is the limit in encrypted folders on some Linux
  /// machines. The usual limit is 255 bytes.
  private static let longestKey = 100
  private static let keptOfLongKey = 60

  /// Returns the name of the file for a key that is not empty.
  package static func name(for key: String) -> String {
    let escaped = escaped(key)
    guard escaped.utf8.count > longestKey else { return escaped + ending }
    // Two 64-bit checksums are used, because one may collide by chance. The tilde before them cannot occur in an
    // escaped key.
    let sums = Array(key.utf8).withUnsafeBytes { bytes in
      [Checksum.xxh64(bytes), Checksum.xxh64(bytes, seed: 1)]
    }
    let digits = sums.map { sum in
      let digits = String(sum, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
    return "\(String(decoding: escaped.utf8.prefix(keptOfLongKey), as: UTF8.self))~\(digits.joined())\(ending)"
  }

  /// Returns the key of the scene whose current or previous generation is in the file with the given name.
  ///
  /// - Returns: The key, or `nil` if the name is not that of a scene's file, or contains only the beginning of the key.
  package static func key(of name: String) -> String? {
    guard let stem = stem(of: name) else { return nil }
    var bytes: [UInt8] = []
    var rest = stem.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    // Decoding replaces bytes that are not valid UTF-8. If decoding changes the bytes, the name is not that of a
    // scene's file. Only the spelling that `name(for:)` returns is accepted.
    let key = String(decoding: bytes, as: UTF8.self)
    guard !key.isEmpty, key.utf8.elementsEqual(bytes), self.name(for: key) == stem + ending else { return nil }
    return key
  }

  /// Returns the name of the current generation's file, given the name of the current or previous generation's file.
  ///
  /// - Returns: The name, or `nil` if the given name cannot be that of a scene's file.
  package static func currentName(of name: String) -> String? {
    guard let stem = stem(of: name) else { return nil }
    if key(of: name) != nil { return stem + ending }
    let parts = stem.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == keptOfLongKey, parts[1].count == 32 else { return nil }
    return stem + ending
  }

  private static func stem(of name: String) -> String? {
    for ending in [ending, ending + ".previous"] where name.utf8.count > ending.utf8.count && name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return nil
  }

  private static func escaped(_ key: String) -> String {
    var text = ""
    for byte in key.utf8 {
      switch byte {
      case 0x61...0x7A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "_"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += byte < 16 ? "%0\(String(byte, radix: 16))" : "%\(String(byte, radix: 16))"
      }
    }
    return text
  }
}
