extension JSONReader {
  /// Goes past a value that was skipped before and writes it in the canonical form. Of members with the same key the first
  /// one counts. Throws when there is a number that a `Double` cannot hold.
  mutating func rewrite(onto scratch: inout JSONScratch) throws(JSONError) {
    skipWhitespace()
    switch next {
    case UInt8(ascii: "\""):
      scratch.write(try string())
    case UInt8(ascii: "["):
      try enterArray()
      scratch.bytes.append(UInt8(ascii: "["))
      var isFirst = true
      while true {
        let comma = !isFirst
        guard try nextElement(isFirst: &isFirst) else { break }
        if comma { scratch.bytes.append(UInt8(ascii: ",")) }
        try rewrite(onto: &scratch)
      }
      scratch.bytes.append(UInt8(ascii: "]"))
    case UInt8(ascii: "{"):
      try rewriteObject(onto: &scratch)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try rewriteNumber(onto: &scratch)
    default:
      let start = position
      skipChecked()
      scratch.bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: position - start))
    }
  }

  private mutating func rewriteObject(onto scratch: inout JSONScratch) throws(JSONError) {
    try enterObject()
    var members: [String: Int] = [:]
    var isFirst = true
    while let key = try nextKey(isFirst: &isFirst) {
      let name = text(of: key)
      if members[name] == nil { members[name] = position }
      skipChecked()
    }
    let after = position
    let ordered = members.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
    scratch.bytes.append(UInt8(ascii: "{"))
    for (index, member) in ordered.enumerated() {
      if index > 0 { scratch.bytes.append(UInt8(ascii: ",")) }
      scratch.write(member.key)
      scratch.bytes.append(UInt8(ascii: ":"))
      position = member.value
      try rewrite(onto: &scratch)
    }
    scratch.bytes.append(UInt8(ascii: "}"))
    position = after
  }

  private mutating func rewriteNumber(onto scratch: inout JSONScratch) throws(JSONError) {
    let start = position
    let number = try number()
    if number.isCanonical {
      scratch.bytes.append(contentsOf: text(of: number).utf8)
    } else {
      position = start
      // What is finite can be written.
      _ = scratch.write(number: try double())
    }
  }
}
