#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DeepLinkTable {
  /// The place in the app that a URL names; see ``parse(_:isFromApp:)-(String,_)``.
  public func parse(_ url: URL, isFromApp: Bool = false) throws(LinkError) -> DeepLink<Tab, Route> {
    try parse(url.absoluteString, isFromApp: isFromApp)
  }
}
