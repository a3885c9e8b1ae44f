/// A URL beside a pattern that its path fits: where the texts of the parameters stand.
@usableFromInline
struct LinkMatch {
  let shape: LinkPatternVariant
  let address: ParsedURL

  /// The number of the pattern in the table.
  @usableFromInline var pattern: Int { shape.pattern }

  /// The texts of a parameter, by its number: none where it is absent.
  @usableFromInline
  func texts(of number: Int) -> LinkParameterTexts {
    switch shape.places[number] {
    case .segment(let index):
      return .one(address.segments[index].text)
    case .segmentFromEnd(let index):
      return .one(address.segments[address.segments.count - index].text)
    case .segments(let start, let dropped):
      return LinkParameterTexts(address.segments[start..<max(start, address.segments.count - dropped)].map(\.text))
    case .query(let key):
      return LinkParameterTexts(address.query.compactMap { $0.key == key ? $0.value.text : nil })
    case .fragment:
      return address.fragment?.value.text.map { .one($0) } ?? .none
    case .absent:
      return .none
    }
  }

  /// Where the first text of a parameter stands in the URL.
  func offset(of number: Int) -> Int? {
    switch shape.places[number] {
    case .segment(let index): address.segments[index].offset
    case .segmentFromEnd(let index): address.segments[address.segments.count - index].offset
    case .segments(let start, _): start < address.segments.count ? address.segments[start].offset : nil
    case .query(let key): address.query.first { $0.key == key }?.offset
    case .fragment: address.fragment?.offset
    case .absent: nil
    }
  }
}
