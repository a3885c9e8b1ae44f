extension NavigationState: JSONWritable where Tab: Encodable, Route: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    // If a route cannot be encoded, `encode(to:)` decides whether the route is omitted.
    try encoder.write(self) { try writeWhole(to: encoder) }
  }

  private func writeWhole(to encoder: CanonicalJSONEncoder) throws {
    try encoder.enter(1)
    encoder.append(#"{"initial":"#)
    try encoder.write(initialTab)
    if lastModalID > 0 {
      encoder.append(#","lastModal":"#)
      try encoder.write(lastModalID)
    }
    if !presented.isEmpty {
      try encoder.enter(2)
      encoder.append(#","modals":["#)
      for (index, modal) in presented.enumerated() {
        if index > 0 { encoder.append(",") }
        encoder.append(#"{"id":"#)
        try encoder.write(modal.id)
        encoder.append(#","path":"#)
        try encoder.write(modal.routes)
        encoder.append(#","root":"#)
        try encoder.write(modal.root)
        encoder.append(#","style":"#)
        try encoder.write(modal.style)
        encoder.append("}")
      }
      encoder.append("]")
      encoder.leave(2)
    }
    encoder.append(#","selected":"#)
    try encoder.write(selectedTab)
    try encoder.enter(2)
    encoder.append(#","tabs":["#)
    for index in entries.indices {
      if index > 0 { encoder.append(",") }
      encoder.append(#"{"path":"#)
      try encoder.write(entries[index].path)
      encoder.append(#","tab":"#)
      try encoder.write(entries[index].tab)
      encoder.append("}")
    }
    encoder.append(#"],"visits":"#)
    encoder.leave(2)
    try encoder.write(visited)
    encoder.append("}")
    encoder.leave(1)
  }
}
