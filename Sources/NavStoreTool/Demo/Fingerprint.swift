internal import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A short name for the saved form of a navigation: equal for equal navigations, in every process.
struct Fingerprint: Equatable, CustomStringConvertible {
  /// 16 hexadecimal digits.
  let description: String

  /// The fingerprint of the bytes that saving this navigation would write.
  init(of navigation: DemoNavigation) {
    let bytes = (try? Persistence<DemoNavigation>.encoded(navigation)) ?? Data()
    let sum = bytes.withUnsafeBytes { Checksum.xxh64($0) }
    let digits = String(sum, radix: 16)
    description = String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The fingerprint at the end of a line of output, as in `flushed revision 31, state 0123456789abcdef`.
  init?(endOf line: String) {
    guard let match = line.wholeMatch(of: /.* revision \d+, state ([0-9a-f]{16})/) else { return nil }
    description = String(match.1)
  }
}
