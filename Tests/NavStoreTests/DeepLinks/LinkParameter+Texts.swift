@testable import NavStore
@testable import NavStoreCore

extension LinkParameter {
  /// The value of the texts that stand in a URL; nil if they are none.
  func value(of texts: [String]) -> Value? {
    do throws(InvalidLinkParameter) { return try read(LinkParameterTexts(texts)) } catch { return nil }
  }
}
