/// A URL beside a pattern that its path fits: where the texts of the parameters stand.
struct LinkMatch {
  let address: LinkAddress
  let places: [LinkShape.Place]

  /// The texts of a parameter, by its number: none where it is absent.
  func texts(of number: Int) -> [String] {
    switch places[number] {
    case .segment(let index): [address.segments[index].text]
    case .segmentFromEnd(let index): [address.segments[address.segments.count - index].text]
    case .segments(let start, let dropped):
      address.segments[start..<max(start, address.segments.count - dropped)].map(\.text)
    case .query(let key): address.query.compactMap { $0.key == key ? $0.value : nil }
    case .fragment: address.fragment.map { [$0.text] } ?? []
    case .absent: []
    }
  }

  /// Where the first text of a parameter stands in the URL.
  func offset(of number: Int) -> Int? {
    switch places[number] {
    case .segment(let index): address.segments[index].offset
    case .segmentFromEnd(let index): address.segments[address.segments.count - index].offset
    case .segments(let start, _): start < address.segments.count ? address.segments[start].offset : nil
    case .query(let key): address.query.first { $0.key == key }?.offset
    case .fragment: address.fragment?.offset
    case .absent: nil
    }
  }
}
