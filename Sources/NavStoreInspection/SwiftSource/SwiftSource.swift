/// Returns a value as a Swift expression, as far as reflection shows it: `.push(.song(7))`.
///
/// An enum case is written as an implicit member. In a wrapper whose only member has no label, such as `AnyHashable`,
/// the case is written with the name of its type. A structure or class is written with its stored properties as
/// arguments, unless it is a type of the system that has a shorter form. A closure is written as `{ … }`. Another value
/// whose parts cannot be read, such as an actor, is written as its type followed by `(…)`. For a `CustomReflectable`
/// value, the custom mirror is used.
///
/// Sets and dictionaries are sorted, so that the text is the same in every process. In rare cases, the order can
/// differ: if the elements themselves contain sets or dictionaries, or if their texts are equal for about 1,000
/// characters.
///
/// An expression for an enum compiles if the context determines its type and each payload consists of literals, enums,
/// arrays, dictionaries and structures with a memberwise initializer.
///
/// `…` replaces each value after the first 200,000 values, and the elements of a list after the first 100,000. An
/// object that occurs inside itself is written as its type followed by `(…)`. No value stops the program, with one
/// exception: an `unowned` reference to a released object.
///
/// - Parameters:
///   - value: The value.
///   - limit: The maximum number of Unicode scalars. A longer result ends in `…`. Pass `nil` for no limit.
/// - Complexity: O(n), where n is the number of values, or O(n log n) if the value contains sets or dictionaries. With
///   a `limit`, the values after the cut are not read. The elements of a set and the keys of a dictionary are an
///   exception: they must all be read to be sorted.
package func swiftSource(_ value: Any, limit: Int? = nil) -> String {
  SourceWriter.source(of: value, limit: limit ?? .max).text
}

/// A writer that converts a value to Swift source. It uses its own stack of steps, so that deeply nested values do not
/// exhaust the stack of the thread.
struct SourceWriter {
  private enum Step {
    case text(String)
    /// If `isTypeNamed` is true, the name of an enum's type is written before its case.
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

  /// Returns the source of a value, and whether the source is complete.
  ///
  /// - Parameter sortingLevel: The number of unordered collections that contain the value and are being sorted by the
  ///   source of their elements.
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
      // A single member without a label is the content of a wrapper for values of any type, such as `AnyHashable`.
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

/// Returns the elements of an unordered collection in an order that is the same in every process, with rare exceptions.
///
/// If all keys have the same comparable type and each key equals itself, the elements are sorted with `<`. Otherwise,
/// they are sorted by the source of their keys.
///
/// The order can differ between processes if the sources of keys are equal for about 1,000 characters. At a
/// `sortingLevel` of 4, elements that cannot be sorted with `<` are not sorted, so their order can also differ.
func inStableOrder<Element>(
  _ elements: [Element], sortingLevel: Int = 0, key: (Element) -> Any
) -> [Element] {
  guard let first = elements.first, elements.count > 1 else { return elements }
  if let first = key(first) as? any Comparable,
    let sorted = sort(elements, byKeysLike: first, key: key)
  {
    return sorted
  }
  // The level is limited because each level writes the elements of the next level at least twice.
  guard sortingLevel < 4 else { return elements }
  let texts = elements.map { SourceWriter.source(of: key($0), limit: 1_000, sortingLevel: sortingLevel + 1).text }
  return zip(texts, elements).sorted { $0.0 < $1.0 }.map(\.1)
}

private func sort<Element, Key: Comparable>(
  _ elements: [Element], byKeysLike first: Key, key: (Element) -> Any
) -> [Element]? {
  let keys = elements.compactMap { key($0) as? Key }
  guard keys.count == elements.count else { return nil }
  // A key that is not equal to itself cannot be sorted.
  guard keys.allSatisfy({ $0 == $0 }) else { return nil }
  func source(_ key: Key) -> String { SourceWriter.source(of: key, limit: 1_000, sortingLevel: 4).text }
  return zip(keys, elements).sorted { first, second in
    if first.0 < second.0 { return true }
    if second.0 < first.0 { return false }
    // `<` may compare only part of the key.
    return source(first.0) < source(second.0)
  }.map(\.1)
}
