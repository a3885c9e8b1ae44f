extension StateSource {
  /// The source of a part of the state. It has the revisions of the whole.
  package func map<Part: Sendable>(_ path: any KeyPath<State, Part> & Sendable) -> StateSource<Part> {
    StateSource<Part>(
      snapshot: { [snapshot] in
        let (state, revision) = snapshot()
        return (state[keyPath: path], revision)
      },
      revision: revision,
      nextRevision: nextRevision)
  }
}
