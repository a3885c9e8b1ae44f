internal import NavStore

/// The texts of a report, each stored once as a JSON string. A text is identified by its index.
struct ReportTexts {
  private(set) var json = ReportText()
  private(set) var count = 0
  private var ends: [Int] = []
  /// A hash table of indexes that are increased by 1. An empty slot contains 0.
  private var slots = [UInt32](repeating: 0, count: 1_024)

  mutating func index(of text: String) -> Int {
    var text = text
    return text.withUTF8 { index(of: $0) }
  }

  mutating func index(of text: [UInt8]) -> Int {
    text.withUnsafeBufferPointer { index(of: $0) }
  }

  private mutating func index(of text: UnsafeBufferPointer<UInt8>) -> Int {
    let start = json.bytes.count
    json.append(string: text)
    let (slot, known) = slot(of: start..<json.bytes.count)
    if let known {
      json.removeAll(from: start)
      return known
    }
    ends.append(json.bytes.count)
    slots[slot] = UInt32(ends.count)
    count = ends.count
    if ends.count > slots.count / 2 { grow() }
    return ends.count - 1
  }

  private func range(of index: Int) -> Range<Int> { (index > 0 ? ends[index - 1] : 0)..<ends[index] }

  private func slot(of range: Range<Int>) -> (slot: Int, known: Int?) {
    json.bytes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[range])
      var hasher = Hasher()
      hasher.combine(bytes: text)
      var slot = hasher.finalize() & (slots.count - 1)
      while slots[slot] > 0 {
        let index = Int(slots[slot]) - 1
        if UnsafeRawBufferPointer(rebasing: bytes[self.range(of: index)]).elementsEqual(text) { return (slot, index) }
        slot = (slot + 1) & (slots.count - 1)
      }
      return (slot, nil)
    }
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for index in ends.indices { slots[slot(of: range(of: index)).slot] = UInt32(index + 1) }
  }

  func write(to write: ([UInt8]) throws -> Void) throws {
    var piece: [UInt8] = []
    for index in ends.indices {
      if index > 0 { piece.append(UInt8(ascii: ",")) }
      piece.append(contentsOf: json.bytes[range(of: index)])
      if piece.count > 1 << 16 {
        try write(piece)
        piece.removeAll(keepingCapacity: true)
      }
    }
    try write(piece)
  }
}

/// The tabs and routes of a report, or its actions. Each has three texts, and is identified by its JSON.
struct ReportTable {
  private(set) var json = ReportText()
  private var count = 0
  /// For each text that is the JSON of a value, the index of that value, increased by 1. For other texts, 0.
  private var indexes: [UInt32] = []

  /// Returns the index of a value, and adds a value that is new. `value` is JSON. `describe` returns the value as text
  /// for a reader, and the name of an enum case or of an action.
  mutating func index(
    of value: [UInt8], _ texts: inout ReportTexts, describe: () -> (display: String, name: String)
  ) -> Int {
    let text = texts.index(of: value)
    if text < indexes.count, indexes[text] > 0 { return Int(indexes[text]) - 1 }
    let (display, name) = describe()
    json.append(count > 0 ? ",[" : "[")
    json.append(texts.index(of: display))
    json.append(next: text)
    json.append(next: texts.index(of: name))
    json.append("]")
    count += 1
    indexes += repeatElement(0, count: max(0, text + 1 - indexes.count))
    indexes[text] = UInt32(count)
    return count - 1
  }
}

/// The tables of a report. The steps of the report refer to rows of these tables.
struct ReportTables {
  private(set) var texts = ReportTexts()
  private(set) var values = ReportTable()
  private(set) var actions = ReportTable()
  private var origins: [Int] = []
  private var originIndexes: [ActionOrigin: Int] = [:]

  var size: Int { texts.json.bytes.count + values.json.bytes.count + actions.json.bytes.count }

  mutating func text(_ text: String) -> Int { texts.index(of: text) }

  mutating func value(_ value: JSONText) -> Int {
    values.index(of: value.utf8, &texts) { (value.fullText, value.fullCaseName) }
  }

  mutating func action(_ json: [UInt8], describe: () -> (display: String, name: String)) -> Int {
    actions.index(of: json, &texts, describe: describe)
  }

  mutating func origin(_ origin: ActionOrigin) -> Int {
    if let index = originIndexes[origin] { return index }
    originIndexes[origin] = origins.count
    origins.append(text(origin.rawValue))
    return origins.count - 1
  }

  func write(to write: ([UInt8]) throws -> Void) throws {
    try write(Array(#"],"texts":["#.utf8))
    try texts.write(to: write)
    try write(Array(#"],"values":["#.utf8))
    try write(values.json.bytes)
    try write(Array(#"],"actions":["#.utf8))
    try write(actions.json.bytes)
    try write(Array(#"],"origins":[\#(origins.map(String.init).joined(separator: ","))]"#.utf8))
  }
}
