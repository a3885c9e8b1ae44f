/// What leads to each state, to walk an explored space backwards.
struct ReverseTransitions {
  // The sources of what leads to state n lie from firstSources[n] until firstSources[n + 1].
  private var firstSources: [Int]
  private var sources: [UInt32]

  /// - Parameters:
  ///   - count: The number of states.
  ///   - targets: Where each transition leads, in the order of their sources.
  ///   - firstTransitions: Where the transitions of each state begin; states beyond these have none.
  init(count: Int, targets: [UInt32], firstTransitions: [Int]) {
    firstSources = [Int](repeating: 0, count: count + 2)
    for target in targets { firstSources[Int(target) + 2] += 1 }
    for number in 2..<(count + 2) { firstSources[number] += firstSources[number - 1] }
    sources = [UInt32](repeating: 0, count: targets.count)
    for source in firstTransitions.indices {
      let end = source + 1 < firstTransitions.count ? firstTransitions[source + 1] : targets.count
      for target in targets[firstTransitions[source]..<end] {
        sources[firstSources[Int(target) + 1]] = UInt32(source)
        firstSources[Int(target) + 1] += 1
      }
    }
  }

  /// Marks every state that leads to a marked one.
  func spread(_ marks: inout [Bool]) {
    var pending = marks.indices.filter { marks[$0] }
    while let target = pending.popLast() {
      for source in sources[firstSources[target]..<firstSources[target + 1]].map(Int.init) where !marks[source] {
        marks[source] = true
        pending.append(source)
      }
    }
  }
}
