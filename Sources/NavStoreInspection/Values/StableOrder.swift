/// Elements of an unordered collection in an order that is the same in every process: by `<` where their keys are of
/// one comparable type, else by their source.
func inStableOrder<Element>(
  _ elements: [Element], sortingLevel: Int = 0, key: (Element) -> Any
) -> [Element] {
  guard let first = elements.first, elements.count > 1 else { return elements }
  if let first = key(first) as? any Comparable,
    let sorted = sort(elements, byKeysLike: first, key: key)
  {
    return sorted
  }
  // Each level writes the elements of the one below twice or more.
  guard sortingLevel < 4 else { return elements }
  let texts = elements.map { SourceWriter.source(of: key($0), limit: 1_000, sortingLevel: sortingLevel + 1).text }
  return zip(texts, elements).sorted { $0.0 < $1.0 }.map(\.1)
}

private func sort<Element, Key: Comparable>(
  _ elements: [Element], byKeysLike first: Key, key: (Element) -> Any
) -> [Element]? {
  let keys = elements.compactMap { key($0) as? Key }
  guard keys.count == elements.count else { return nil }
  // A key that is not equal to itself has no place in an order.
  guard keys.allSatisfy({ $0 == $0 }) else { return nil }
  func source(_ key: Key) -> String { SourceWriter.source(of: key, limit: 1_000, sortingLevel: 4).text }
  return zip(keys, elements).sorted { first, second in
    if first.0 < second.0 { return true }
    if second.0 < first.0 { return false }
    // `<` may look at a part of the key alone.
    return source(first.0) < source(second.0)
  }.map(\.1)
}
