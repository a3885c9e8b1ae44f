internal import NavStore

/// What a session begins with: the saved state, or the initial one, and what is to be said about that.
struct DemoBeginning {
  let storage: FileStorage
  var state = DemoState()
  var answer = Answer()
  var wasRestored = false

  /// Restores the state. Throws a `StorageError` if the name of the file cannot be one.
  init(_ options: DemoOptions) throws {
    storage =
      if let path = options.state {
        try FileStorage(path: path)
      } else {
        try FileStorage(name: "demo", application: "navstore")
      }
    answer.lines = ["state file: \(storage.path)"]
    if options.isReset { setAside() } else { restore() }
  }

  private mutating func restore() {
    let restored = Persistence.load(state, from: storage, saving: \.navigation)
    state = restored.state
    let report = restored.report
    wasRestored = report.generation != nil
    if !report.isUnchanged { answer.problems = report.description.split(separator: "\n").map(String.init) }
    let what = report.generation == nil ? "initial" : "restored"
    answer.lines.append("\(what) revision \(restored.revision ?? 0), state \(Fingerprint(of: state.navigation))")
  }

  /// Moves both generations to where they are found by name but by no later start.
  private mutating func setAside() {
    answer.lines.append("initial revision 0, state \(Fingerprint(of: state.navigation))")
    for (generation, name) in [(StateGeneration.current, "the saved state"), (.previous, "the one saved before it")] {
      do {
        guard let place = try storage.quarantine(generation) else { continue }
        answer.lines.append("\(name) was moved to \(place)")
      } catch {
        answer.problems.append("\(error)")
      }
    }
  }
}
