extension JSONReader {
  /// A value that was skipped.
  package struct Skipped: Hashable, Sendable {
    package let range: Range<Int>
    /// Whether the bytes are surely what ``CanonicalJSONEncoder`` writes for the value. False says nothing when there
    /// is a number with a fraction, an escape of four digits or an escape in a key.
    package let isCanonical: Bool
  }

  /// Goes past any value and checks it whole: what was skipped once is JSON. Nothing is allocated.
  package mutating func skipValue() throws(JSONSyntaxError) -> Skipped {
    skipWhitespace()
    let start = position
    isCanonical = true
    try skip()
    return Skipped(range: start..<position, isCanonical: isCanonical)
  }

  private mutating func skip() throws(JSONSyntaxError) {
    var isFirst = true
    switch next {
    case UInt8(ascii: "\""):
      _ = try rawString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try skipNumber()
    case UInt8(ascii: "["):
      try enterArray()
      while try nextElement(isFirst: &isFirst) { try skip() }
    case UInt8(ascii: "{"):
      try enterObject()
      var previous: JSONStringToken?
      while let key = try nextKey(isFirst: &isFirst) {
        isCanonical = isCanonical && key.isPlain && (previous.map { isOrdered($0, before: key) } ?? true)
        previous = key
        try skip()
      }
    default:
      guard consume("true") || consume("false") || consume("null") else { throw error("a value") }
    }
  }

  private func isOrdered(_ first: JSONStringToken, before second: JSONStringToken) -> Bool {
    KeyOrder.areInOrder(bytes(first.range), bytes(second.range))
  }

  /// Goes past an array and returns where its elements stand.
  mutating func elements() throws(JSONSyntaxError) -> [Int] {
    var places: [Int] = []
    var isFirst = true
    try enterArray()
    while try nextElement(isFirst: &isFirst) {
      places.append(position)
      try skip()
    }
    return places
  }

  /// Goes past an object and returns where the values of its members stand: of those with the same key the first one.
  mutating func members() throws(JSONSyntaxError) -> [String: Int] {
    var places: [String: Int] = [:]
    var isFirst = true
    try enterObject()
    while let key = try nextKey(isFirst: &isFirst) {
      let name = text(of: key)
      if places[name] == nil { places[name] = position }
      try skip()
    }
    return places
  }
}
