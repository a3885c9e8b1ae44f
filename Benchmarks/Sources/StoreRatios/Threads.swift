import Dispatch
import NavStore

/// Prints what eight threads that send to one store take beside one that sends as much.
func threads(_ initial: State) {
  let total = 800_000
  let pairs = (0..<total).map { $0.isMultiple(of: 2) ? Action.push(.item($0)) : Action.pop() }
  var ratios: [Double] = []
  for _ in 0..<5 {
    let one = duration(of: pairs, threads: 1, initial)
    let eight = duration(of: pairs, threads: 8, initial)
    ratios.append(eight / one)
  }
  let median = (ratios.sorted()[ratios.count / 2] * 100).rounded() / 100
  print("8 threads x 100,000 sends beside 1 thread x 800,000\n  \(median) x")
}

private func duration(of actions: [Action], threads: Int, _ initial: State) -> Double {
  let store = Store(initialState: initial, reducer: NavigationReducer())
  let share = actions.count / threads
  let time = ContinuousClock().measure {
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for action in actions[(thread * share)..<((thread + 1) * share)] { store.send(action) }
    }
  }
  precondition(store.revision == actions.count, "\(actions.count - store.revision) sends were lost.")
  return Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
}
