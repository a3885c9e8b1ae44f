internal import NavStore
internal import NavStoreInspection

package struct ReportAttachment: Sendable {
  /// The name of the file, for example `CartTests-12.html`.
  package let name: String
  package let bytes: [UInt8]
}

/// A source of a report, which is used for the first failure only.
final class ReportSource: Sendable {
  private let make: @Sendable (_ message: String, _ site: CallSite) -> SessionReport?
  private let isUsed = Locked(false)

  init(_ make: @escaping @Sendable (_ message: String, _ site: CallSite) -> SessionReport?) {
    self.make = make
  }

  func attachment(_ message: String, at site: CallSite) -> ReportAttachment? {
    let isFirst = isUsed.withLock { isUsed in
      defer { isUsed = true }
      return !isUsed
    }
    guard isFirst, let report = make(message, site) else { return nil }
    return ReportAttachment(name: "\(site.fileName)-\(site.line).html", bytes: report.bytes)
  }
}

extension CallSite {
  fileprivate var fileName: String {
    let name = "\(fileID)".split(separator: "/").last ?? "Report"
    return String(name.split(separator: ".").first ?? name)
  }
}
