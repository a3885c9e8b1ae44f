/// Answers about types, kept by the place that a type's metadata has in memory: a look-up costs a few nanoseconds,
/// where a cast takes a hundred. Two types may have the same place in the table; the later one drives the earlier one
/// out.
struct TypeCache<Answer> {
  private struct Entry {
    var type: ObjectIdentifier?
    var answer: Answer?
  }

  private var entries: [Entry] = []

  /// The answer about a type, which `find` gives if it is not kept.
  mutating func value(for type: Any.Type, _ find: (Any.Type) -> Answer?) -> Answer? {
    let identity = ObjectIdentifier(type)
    let bits = UInt(bitPattern: identity)
    let index = Int(truncatingIfNeeded: ((bits >> 3) ^ (bits >> 9)) & 63)
    if entries.isEmpty {
      entries = Array(repeating: Entry(), count: 64)
    } else if entries[index].type == identity {
      return entries[index].answer
    }
    let answer = find(type)
    entries[index] = Entry(type: identity, answer: answer)
    return answer
  }
}
