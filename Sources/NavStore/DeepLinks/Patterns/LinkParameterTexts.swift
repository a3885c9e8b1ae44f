/// The texts that stand in a URL for a parameter. Mostly they are one, which needs no array.
@usableFromInline
enum LinkParameterTexts: Sendable {
  case none
  case one(String)
  case many([String])

  init(_ texts: [String]) {
    switch texts.count {
    case 0: self = .none
    case 1: self = .one(texts[0])
    default: self = .many(texts)
    }
  }

  @usableFromInline var isEmpty: Bool { first == nil }

  @usableFromInline var first: String? {
    switch self {
    case .none: nil
    case .one(let text): text
    case .many(let texts): texts.first
    }
  }

  /// The first one, of a parameter that must have one.
  @usableFromInline
  func one() throws(InvalidLinkParameter) -> String {
    guard let first else { throw InvalidLinkParameter() }
    return first
  }

  /// All of them, in the order in which they stand there.
  @usableFromInline var all: [String] {
    switch self {
    case .none: []
    case .one(let text): [text]
    case .many(let texts): texts
    }
  }
}

/// The texts of a parameter are no value of its.
@usableFromInline
struct InvalidLinkParameter: Error {
  @usableFromInline init() {}
}
