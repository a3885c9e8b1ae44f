/// A screen of the demo above the root of a tab.
///
/// Users type a route as text, such as `song:3`. Saved states contain the same text. A route is valid even if the
/// catalogue does not contain its item, because a saved state can contain an item that a newer version of the app has
/// removed.
package enum DemoRoute: Hashable, Sendable {
  case book(Int)
  case song(Int)
  case film(Int)
  case settings
  case setting(String)
}

extension DemoRoute: LosslessStringConvertible {
  package init?(_ text: String) {
    if text == "settings" {
      self = .settings
      return
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[0] == "setting" {
      guard Self.isSettingName(parts[1]) else { return nil }
      self = .setting(String(parts[1]))
      return
    }
    // Only digits are accepted, because `Int` also accepts "+3" and "-3".
    guard parts[1].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(parts[1])
    else { return nil }
    switch parts[0] {
    case "book": self = .book(number)
    case "song": self = .song(number)
    case "film": self = .film(number)
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .book(let number): "book:\(number)"
    case .song(let number): "song:\(number)"
    case .film(let number): "film:\(number)"
    case .settings: "settings"
    case .setting(let name): "setting:\(name)"
    }
  }

  private static func isSettingName(_ text: Substring) -> Bool {
    (1...20).contains(text.utf8.count) && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}

extension DemoRoute: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let route = DemoRoute(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is not a screen.")
    }
    self = route
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

package enum DemoTab: String, CaseIterable, Codable, Sendable, CustomStringConvertible {
  case home, search, library, settings

  package var description: String { rawValue }

  package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
