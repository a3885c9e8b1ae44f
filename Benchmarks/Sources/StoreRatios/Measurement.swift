import AllocationCounter

/// One way of doing the job, run over and over beside the others.
struct Contender {
  let name: String
  /// Prepares one run, outside what is measured.
  let prepare: () -> () -> State
}

struct Figures {
  var nanoseconds: [Double] = []
  var allocations: Int = .max

  var median: Double { nanoseconds.sorted()[nanoseconds.count / 2] }
}

/// Runs every contender once a round, so that a change of the machine's speed falls on all of them alike.
///
/// Stops the program when two contenders end in different states: then one of them did not do the work.
func measure(_ contenders: [Contender], operations: Int, rounds: Int) -> [Figures] {
  var figures = [Figures](repeating: Figures(), count: contenders.count)
  let clock = ContinuousClock()
  for round in 0...rounds {
    var result: State?
    for (index, contender) in contenders.enumerated() {
      let run = contender.prepare()
      let allocations = allocation_count()
      let start = clock.now
      let state = run()
      let duration = clock.now - start
      let allocated = allocation_count() - allocations
      precondition(result == nil || result == state, "\(contender.name) ended in another state than the first one did.")
      result = state
      guard round > 0 else { continue }  // the first round warms up
      let (seconds, attoseconds) = duration.components
      figures[index].nanoseconds.append((Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(operations))
      figures[index].allocations = min(figures[index].allocations, allocated)
    }
  }
  return figures
}

/// Prints the contenders with their ratio to the first, which is the floor.
func report(_ title: String, _ contenders: [Contender], operations: Int, rounds: Int = 11) {
  let figures = measure(contenders, operations: operations, rounds: rounds)
  print(title)
  for (contender, figure) in zip(contenders, figures) {
    let ratio = figure.median / figures[0].median
    let allocations = Double(figure.allocations) / Double(operations)
    print(
      "  " + padded(contender.name, 46), padded(decimal(figure.median, 1) + " ns", 12),
      padded(decimal(ratio, 2) + " x", 10), decimal(allocations, 3), "allocations")
  }
}

private func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

private func decimal(_ value: Double, _ digits: Int) -> String {
  let scale = digits == 1 ? 10.0 : digits == 2 ? 100.0 : 1_000.0
  let rounded = (value * scale).rounded()
  let fraction = String(Int(rounded) % Int(scale))
  return "\(Int(rounded) / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
}
