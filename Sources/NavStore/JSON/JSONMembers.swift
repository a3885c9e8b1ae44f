/// Which of a source's members belong to one object, no key twice.
struct JSONMembers {
  let range: Range<Int>

  /// Above so many members they are found by a dictionary.
  private static let scanLimit = 16

  /// Goes over the members of the object that stands where the decoder is. Cost: O(n), once for each container.
  init(_ decoder: JSONValueDecoder) throws {
    let source = decoder.source
    var reader = try decoder.reader()
    guard reader.next == UInt8(ascii: "{") else {
      throw source.mismatch([String: Any].self, at: decoder.offset)
    }
    let first = source.members.count
    do throws(JSONError) {
      try reader.enterObject()
      var isFirst = true
      while let key = try reader.nextKey(isFirst: &isFirst) {
        source.members.append(.init(key: key, value: reader.position))
        reader.skipChecked()
      }
    } catch {
      throw source.decodingError(error)
    }
    if source.members.count - first > Self.scanLimit {
      Self.makeIndex(of: first, in: source)
    } else if source.members.count - first > 1 {
      Self.dropRepeated(from: first, in: source)
    }
    range = first..<source.members.count
  }

  func key(_ index: Int, in source: JSONSource) -> String {
    JSONReader(source, at: 0).text(of: source.members[index].key)
  }

  /// Where the member with a key stands among the source's. Fast when it comes after the one that was found before.
  func index(of name: String, in source: JSONSource) -> Int? {
    guard range.count <= Self.scanLimit else { return source.indexes[range.lowerBound]?[name] }
    let last = source.lastFound + 1
    let start = range.contains(last) ? last : range.lowerBound
    var name = name
    return name.withUTF8 { bytes in
      let isASCII = bytes.allSatisfy { $0 < 0x80 }
      for index in start..<range.upperBound where Self.isKey(index, bytes, isASCII, in: source) { return index }
      for index in range.lowerBound..<start where Self.isKey(index, bytes, isASCII, in: source) { return index }
      return nil
    }
  }

  private static func isKey(
    _ index: Int, _ name: UnsafeBufferPointer<UInt8>, _ isASCII: Bool, in source: JSONSource
  ) -> Bool {
    let key = source.members[index].key
    guard isASCII, key.isPlain, key.isASCII else {
      // Equal as strings are: what looks the same is the same key, whichever way it is composed.
      return JSONReader(source, at: 0).text(of: key) == String(decoding: name, as: UTF8.self)
    }
    guard key.range.count == name.count else { return false }
    let bytes = source.base + key.range.lowerBound
    for index in 0..<name.count where bytes[index] != name[index] { return false }
    return true
  }

  private static func dropRepeated(from first: Int, in source: JSONSource) {
    // Most keys differ in their length or in a letter at an end, which one look at each tells.
    var seen: UInt64 = 0
    var isRepeated = false
    for member in source.members[first...] {
      let range = member.key.range
      var hash = range.count
      if let start = range.first, member.key.isASCII, member.key.isPlain {
        hash = hash &+ Int(source.base[start]) &* 7 &+ Int(source.base[range.upperBound - 1]) &* 31
      } else if !range.isEmpty {
        isRepeated = true
      }
      let bit: UInt64 = 1 << (UInt64(truncatingIfNeeded: hash) & 63)
      isRepeated = isRepeated || seen & bit != 0
      seen |= bit
    }
    guard isRepeated else { return }
    let reader = JSONReader(source, at: 0)
    var names: Set<String> = []
    let kept = source.members[first...].filter { names.insert(reader.text(of: $0.key)).inserted }
    source.members.replaceSubrange(first..., with: kept)
  }

  private static func makeIndex(of first: Int, in source: JSONSource) {
    let reader = JSONReader(source, at: 0)
    var index: [String: Int] = [:]
    var end = first
    for member in source.members[first...] {
      let name = reader.text(of: member.key)
      guard index[name] == nil else { continue }
      index[name] = end
      source.members[end] = member
      end += 1
    }
    source.members.removeLast(source.members.count - end)
    source.indexes[first] = index
  }
}
