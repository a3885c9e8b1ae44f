/// The tabs of the demo's media library.
package enum DemoTab: String, CaseIterable, Codable, Sendable, CustomStringConvertible {
  case home, search, library, settings

  package var description: String { rawValue }

  /// What stands at the beginning of the tab's breadcrumb.
  package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
