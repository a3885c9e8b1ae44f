extension JSONReader {
  /// Goes past a value that was skipped before and writes it in the canonical form. Of members with the same key the
  /// first one counts. Throws when there is a number that a `Double` cannot hold.
  mutating func rewrite(onto scratch: inout JSONEncodingBuffer) throws(JSONSyntaxError) {
    skipWhitespace()
    let start = position
    switch next {
    case UInt8(ascii: "\""):
      scratch.write(try string())
    case UInt8(ascii: "["):
      scratch.bytes.append(UInt8(ascii: "["))
      for (index, place) in try elements().enumerated() {
        if index > 0 { scratch.bytes.append(UInt8(ascii: ",")) }
        try rewrite(at: place, onto: &scratch)
      }
      scratch.bytes.append(UInt8(ascii: "]"))
    case UInt8(ascii: "{"):
      let members = try members().sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
      scratch.bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { scratch.bytes.append(UInt8(ascii: ",")) }
        scratch.write(member.key)
        scratch.bytes.append(UInt8(ascii: ":"))
        try rewrite(at: member.value, onto: &scratch)
      }
      scratch.bytes.append(UInt8(ascii: "}"))
    default:
      if !(try skipValue().isCanonical) {
        position = start
        guard let number = try number(as: Double.self), scratch.write(number: number) else {
          throw error("a number that a Double can hold", at: start)
        }
      } else {
        scratch.bytes.append(contentsOf: bytes(start..<position))
      }
    }
  }

  private func rewrite(at place: Int, onto scratch: inout JSONEncodingBuffer) throws(JSONSyntaxError) {
    var part = JSONReader(source, at: place)
    try part.rewrite(onto: &scratch)
  }
}
