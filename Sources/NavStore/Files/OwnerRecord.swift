#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The contents of a lock file, which identify the owner of a file. A record is one line of text:
///
/// ```
/// navstore.owner 1 4711 8812309@0d1c… 5577006791947779410
/// ```
///
/// The line contains the version of the format, the number of the owner's process, the start of that process (or `-` if
/// the start is not known), and the number of the owner in the process.
package struct OwnerRecord: Equatable, Sendable {
  package var process: Int32
  /// The start of the process, as in ``ProcessState``; `nil` if the start is not known. It consists of letters, digits
  /// and `@.-`.
  package var start: String?
  package var owner: Int64

  static let longest = 256
  private static let opening = "navstore.owner 1"

  package init(process: Int32, start: String?, owner: Int64) {
    self.process = process
    self.start = start.flatMap { Self.isStart($0) ? $0 : nil }
    self.owner = owner
  }

  /// Decodes a record. Returns `nil` unless the data is exactly the encoded form of a record.
  package init?(_ data: Data) {
    guard data.count <= Self.longest, data.last == UInt8(ascii: "\n") else { return nil }
    let parts = String(decoding: data.dropLast(), as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 5, let process = Int32(parts[2]), process > 0, let owner = Int64(parts[4]), owner >= 0 else {
      return nil
    }
    self.init(process: process, start: parts[3] == "-" ? nil : String(parts[3]), owner: owner)
    // This excludes leading zeros, signs, another first word, and an invalid start.
    guard encoded == data else { return nil }
  }

  /// Returns whether the contents of a lock file may be replaced: whether they are empty, only zero bytes, or a record,
  /// even a damaged one.
  ///
  /// A power cut can leave zero bytes. Another program has written any other contents.
  package static func isReplaceable(_ data: Data) -> Bool {
    guard data.count <= longest else { return false }
    return data.allSatisfy { $0 == 0 } || data.starts(with: "navstore.owner ".utf8)
  }

  package var encoded: Data {
    Data("\(Self.opening) \(process) \(start ?? "-") \(owner)\n".utf8)
  }

  private static func isStart(_ text: String) -> Bool {
    (2...100).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "@"), UInt8(ascii: "."), UInt8(ascii: "-"): true
        default: false
        }
      }
  }
}
