/// Elements of an unordered collection in an order that is the same in every process: by `<` where their keys are of one
/// comparable type, else by their source.
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
  return zip(keys, elements).sorted { $0.0 < $1.0 }.map(\.1)
}
