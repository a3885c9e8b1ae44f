extension JSONReader {
  /// A value that was skipped.
  package struct Skipped: Hashable, Sendable {
    package let range: Range<Int>
    /// Whether the bytes are surely what ``CanonicalJSONEncoder`` writes for the value. False says nothing when there is a
    /// number with a fraction or an escape in a key.
    package let isCanonical: Bool
  }

  /// Goes past any value and checks it whole: what was skipped once is JSON. Nothing is allocated.
  package mutating func skipValue() throws(JSONError) -> Skipped {
    skipWhitespace()
    let start = position
    var isCanonical = true
    try skip(&isCanonical)
    return Skipped(range: start..<position, isCanonical: isCanonical)
  }

  private mutating func skip(_ isCanonical: inout Bool) throws(JSONError) {
    switch next {
    case UInt8(ascii: "\""):
      let string = try rawString()
      isCanonical = isCanonical && string.isCanonical
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let number = try number()
      isCanonical = isCanonical && number.isCanonical
    case UInt8(ascii: "["):
      try skipArray(&isCanonical)
    case UInt8(ascii: "{"):
      try skipObject(&isCanonical)
    default:
      guard consume("true") || consume("false") || consume("null") else { throw error(.value) }
    }
  }

  private mutating func skipArray(_ isCanonical: inout Bool) throws(JSONError) {
    var tight = position + 1
    try enterArray()
    var isFirst = true
    while try nextElement(isFirst: &isFirst) {
      isCanonical = isCanonical && position == tight
      try skip(&isCanonical)
      tight = position + 1
    }
    // After elements the bracket takes the place of a comma, and in an empty array that of the first element.
    isCanonical = isCanonical && position == (isFirst ? tight + 1 : tight)
  }

  private mutating func skipObject(_ isCanonical: inout Bool) throws(JSONError) {
    var tight = position + 1
    try enterObject()
    var isFirst = true
    var previous: JSONString?
    while let key = try nextKey(isFirst: &isFirst) {
      if isCanonical {
        // The key in its quotes, a colon, and nothing else.
        let isTight = key.range.lowerBound == tight + 1 && position == key.range.upperBound + 2
        isCanonical = isTight && key.isPlain && (previous.map { isOrdered($0, before: key) } ?? true)
      }
      previous = key
      try skip(&isCanonical)
      tight = position + 1
    }
    isCanonical = isCanonical && position == (isFirst ? tight + 1 : tight)
  }

  private func isOrdered(_ first: JSONString, before second: JSONString) -> Bool {
    KeyOrder.areInOrder(
      UnsafeBufferPointer(start: base + first.range.lowerBound, count: first.range.count),
      UnsafeBufferPointer(start: base + second.range.lowerBound, count: second.range.count))
  }
}

// MARK: - What was checked before

extension JSONReader {
  /// Goes past a value in bytes that were skipped before, which takes less than checking them again.
  mutating func skipChecked() {
    skipWhitespace()
    switch next {
    case UInt8(ascii: "\""):
      skipCheckedString()
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      var open = 0
      while position < end {
        switch base[position] {
        case UInt8(ascii: "\""):
          skipCheckedString()
          continue
        case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
        default: break
        }
        position += 1
        if open == 0 { return }
      }
    default:
      while position < end {
        switch base[position] {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"): return
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): return
        default: position += 1
        }
      }
    }
  }

  private mutating func skipCheckedString() {
    position += 1
    while position < end {
      switch base[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): position = min(position + 2, end)
      default: position += 1
      }
    }
  }
}
