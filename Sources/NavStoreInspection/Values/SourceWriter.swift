/// Writes a value as Swift source, with a stack of its own, so that deep values do not exhaust the thread's.
struct SourceWriter {
  private enum Step {
    case text(String)
    /// The type's name stands before the case of an enum where nothing else tells the type.
    case value(Any, isTypeNamed: Bool = false)
    case leave(ObjectIdentifier)
  }

  private var text = ""
  private var charactersLeft: Int
  private var valuesLeft = 200_000
  private var steps: [Step] = []
  private var openObjects: Set<ObjectIdentifier> = []
  private let sortingLevel: Int

  private init(limit: Int, sortingLevel: Int) {
    charactersLeft = limit
    self.sortingLevel = sortingLevel
  }

  /// The source of a value, and whether it is all there.
  ///
  /// - Parameter sortingLevel: How many unordered collections, each being put in order by the text of its elements,
  ///   this is in.
  static func source(of value: Any, limit: Int, sortingLevel: Int = 0) -> (text: String, isWhole: Bool) {
    var writer = SourceWriter(limit: limit, sortingLevel: sortingLevel)
    writer.steps = [.value(value)]
    writer.run()
    guard writer.charactersLeft < 0 else { return (writer.text, true) }
    return (writer.text.shortened(to: max(limit - 1, 0)), false)
  }

  private mutating func run() {
    while charactersLeft >= 0, let step = steps.popLast() {
      switch step {
      case .text(let text): write(text)
      case .value(let value, let isTypeNamed): write(value, isTypeNamed: isTypeNamed)
      case .leave(let object): openObjects.remove(object)
      }
    }
  }

  private mutating func write(_ piece: String) {
    text += piece
    if charactersLeft != .max { charactersLeft -= piece.unicodeScalars.count }
  }

  private mutating func write(_ value: Any, isTypeNamed: Bool) {
    guard valuesLeft > 0 else { return write("…") }
    valuesLeft -= 1
    let reflection = Reflection(value, childLimit: charactersLeft)
    if let object = reflection.object {
      guard openObjects.insert(object).inserted else { return write("\(sourceName(of: reflection.type))(…)") }
      steps.append(.leave(object))
    }
    switch reflection.shape {
    case .literal(let literal):
      write(literal.source(limit: charactersLeft))
    case .opaque(let text):
      write(text)
    case .null(let level):
      write(String(repeating: ".some(", count: level) + "nil" + String(repeating: ")", count: level))
    case .record(let members):
      // One value without a label is a wrapper for values of any type.
      let isWrapper = members.count == 1 && members[0].label == nil
      write(sourceName(of: reflection.type) + "(")
      push(members.map { ($0.prefix, .value($0.value, isTypeNamed: isWrapper)) }, closing: ")")
    case .tuple(let members):
      write("(")
      push(members.map { ($0.prefix, .value($0.value)) }, closing: ")")
    case .enumCase(let name, let payload):
      write((isTypeNamed ? sourceName(of: reflection.type) : "") + ".\(name)")
      guard !payload.isEmpty else { return }
      write("(")
      push(payload.map { ($0.prefix, .value($0.value)) }, closing: ")")
    case .list(let elements):
      write("[")
      push(elements.map { ("", .value($0)) }, closing: "]")
    case .set(let elements):
      write("[")
      push(inStableOrder(elements, sortingLevel: sortingLevel) { $0 }.map { ("", .value($0)) }, closing: "]")
    case .dictionary(let pairs, let isOrdered):
      guard !pairs.isEmpty else { return write("[:]") }
      write("[")
      let pairs = isOrdered ? pairs : inStableOrder(pairs, sortingLevel: sortingLevel) { $0.key }
      steps.append(.text("]"))
      for (index, pair) in pairs.enumerated().reversed() {
        steps += [.value(pair.value), .text(": "), .value(pair.key)]
        if index > 0 { steps.append(.text(", ")) }
      }
    }
  }

  private mutating func push(_ parts: [(prefix: String, value: Step)], closing: String) {
    steps.append(.text(closing))
    for (index, part) in parts.enumerated().reversed() {
      steps.append(part.value)
      let separator = index > 0 ? ", " : ""
      if !separator.isEmpty || !part.prefix.isEmpty { steps.append(.text(separator + part.prefix)) }
    }
  }
}
