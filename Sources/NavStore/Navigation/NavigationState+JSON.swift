extension NavigationState: JSONWritable where Tab: Encodable, Route: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    let asking = encoder.encoder
    // What is left out is noted in the order of `encode(to:)`, which is not that of the keys.
    let paths = entries.map { entry in
      entry.path.encodablePrefix(with: asking, of: "the path of \(entry.tab)")
    }
    let modals = presented.prefix(presented.map(\.root).encodablePrefix(with: asking, of: "the modals").count)
    try encoder.enter(1)
    encoder.append(#"{"initial":"#)
    try encoder.write(initialTab)
    if lastModalID > 0 {
      encoder.append(#","lastModal":"#)
      try encoder.write(lastModalID)
    }
    if !modals.isEmpty {
      try encoder.enter(2)
      encoder.append(#","modals":["#)
      for (index, modal) in modals.enumerated() {
        if index > 0 { encoder.append(",") }
        encoder.append(#"{"id":"#)
        try encoder.write(modal.id)
        encoder.append(#","path":"#)
        try encoder.write(
          modal.routes.encodablePrefix(with: asking, of: "the path of modal \(modal.id.rawValue)"))
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
      try encoder.write(paths[index])
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
