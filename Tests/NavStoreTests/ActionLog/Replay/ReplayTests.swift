import NavStore
import NavStoreTesting
import Testing

/// Replays of logs that another program could have written.
@Suite struct ReplayTests {
  private let directory = try? TemporaryDirectory()

  private func replay(
    _ script: LogScript, isChanged: Bool = false, _ options: ReplayOptions = ReplayOptions(),
    each: ((ReplayEvent<Tally, TallyAction>) throws -> Void)? = nil
  ) throws -> ReplayReport<Tally, TallyAction> {
    try #require(directory).replay(script.text, isChanged: isChanged, options: options, each: each)
  }

  /// Returns a log with the actions 1 to 4, the action that a changed reducer applies differently, and more actions. It
  /// has complete states after transaction 2 and at the end.
  private func diverging(snap: Bool = true, end: Bool = true) -> LogScript {
    var script = LogScript()
    script.add(1, 2)
    script.snap()
    script.add(3, 4, 5, 6, 7)
    if snap { script.snap() }
    script.add(8)
    if end { script.end() }
    return script
  }

  // MARK: - Divergences

  @Test func `a replay stops at the first divergence, and compares its state with the next recorded one`() throws {
    let report = try replay(diverging(), isChanged: true)
    #expect(report.stop == .divergence)
    #expect(report.number == 5)
    #expect(report.verified == 4)
    #expect(report.state == Tally(sum: 20))
    #expect(!report.isFaithful)
    #expect(!report.isComplete)
    #expect(report.divergences.count == 1)
    let divergence = try #require(report.allDivergences.first.first)
    #expect(divergence.number == 5)
    #expect(divergence.actions == [.add(5)])
    #expect(divergence.state == Tally(sum: 20))
    let schema = TallySchema()
    #expect(try divergence.expected == schema.makeFingerprint(of: Tally(sum: 15)))
    #expect(try divergence.actual == schema.makeFingerprint(of: Tally(sum: 20)))
    let nearest = try #require(divergence.nearest)
    #expect(nearest.number == 7)
    #expect(nearest.recorded == Tally(sum: 28))
    #expect(nearest.replayedNumber == 7)
    #expect(nearest.replayed == Tally(sum: 33))
  }

  @Test(arguments: ReplayOptions.DivergencePolicy.allCases)
  func `the nearest recorded state is the one at the divergence, the next one, or the one before`(
    policy: ReplayOptions.DivergencePolicy
  ) throws {
    let options = ReplayOptions(atDivergence: policy)
    var at = LogScript()
    at.add(1, 5)
    at.snap()
    at.add(1)
    at.end()
    var nearest = try #require(try replay(at, isChanged: true, options).allDivergences.first.first?.nearest)
    #expect(nearest.number == 2)
    #expect(nearest.replayedNumber == 2)
    #expect(nearest.recorded == Tally(sum: 6))
    #expect(nearest.replayed == Tally(sum: 11))

    nearest = try #require(try replay(diverging(), isChanged: true, options).allDivergences.first.first?.nearest)
    #expect(nearest.number == 7)
    #expect(nearest.recorded == Tally(sum: 28))
    #expect(nearest.replayedNumber == 7)
    #expect(nearest.replayed == Tally(sum: 33))

    nearest = try #require(
      try replay(diverging(snap: false), isChanged: true, options).allDivergences.first.first?.nearest)
    #expect(nearest.number == 2)
    #expect(nearest.recorded == Tally(sum: 3))
    #expect(nearest.replayedNumber == 5)
    #expect(nearest.replayed == Tally(sum: 20))
  }

  @Test func `the nearest recorded state can be in the header of the next file`() throws {
    let directory = try #require(directory)
    var first = LogScript()
    first.add(1, 5, 2)
    first.mark("here")
    first.end(next: 2)
    var second = LogScript(after: 3, Tally(sum: 8), part: 2)
    second.add(1)
    second.end()
    try directory.put(first.text, "script.navlog")
    try directory.put(second.text, "script.2.navlog")
    let report = try ActionLog(path: directory.path("script.navlog")).replay(
      TallySchema(), reducer: TallyReducer(isChanged: true))
    let nearest = try #require(report.allDivergences.first.first?.nearest)
    #expect(nearest.number == 3)
    #expect(nearest.recorded == Tally(sum: 8))
    #expect(nearest.replayed == Tally(sum: 13))
    #expect(report.stop == .divergence)
  }

  @Test func `a replay continues with its own state, or adopts the recorded one, by its policy`() throws {
    let kept = try replay(diverging(), isChanged: true, ReplayOptions(atDivergence: .keepGoing))
    #expect(kept.stop == nil)
    #expect(kept.hasEnd)
    #expect(kept.number == 8)
    #expect(kept.applied == 8)
    #expect(kept.verified == 4)
    #expect(kept.divergences.count == 1)
    #expect(kept.state == Tally(sum: 41))

    var resumed: [Int] = []
    let adopted = try replay(diverging(), isChanged: true, ReplayOptions(atDivergence: .adoptRecorded)) { event in
      if case .resumed(let number, _, Tally(sum: 28)) = event { resumed.append(number) }
    }
    #expect(resumed == [7])
    #expect(adopted.state == Tally(sum: 36))
    #expect(adopted.verified == 5)
    #expect(adopted.divergences.count == 1)
    #expect(!adopted.isFaithful)
  }

  @Test func `each new divergence is reported`() throws {
    var script = LogScript()
    script.add(5, 1)
    script.snap()
    script.add(2, 5, 3)
    script.snap()
    script.add(5)
    script.end()
    let report = try replay(script, isChanged: true, ReplayOptions(atDivergence: .adoptRecorded))
    #expect(report.allDivergences.first.map(\.number) == [1, 4, 6])
    #expect(report.allDivergences.first.map { $0.nearest?.number } == [2, 5, 5])
    #expect(report.allDivergences.first.map { $0.nearest?.replayedNumber } == [2, 5, 6])
  }

  @Test func `a divergence at the last requested transaction is reported`() throws {
    let report = try replay(diverging(), isChanged: true, ReplayOptions(until: 5))
    #expect(report.stop == .divergence)
    #expect(report.allDivergences.first.first?.nearest?.number == 7)
    let path = try #require(directory).path("script.navlog")
    #expect(throws: ActionLogError.diverged(number: 5)) {
      try ActionLog(path: path).state(after: 5, TallySchema(), reducer: TallyReducer(isChanged: true))
    }
  }

  @Test func `a divergence from a recorded state without a fingerprint is reported without actions`() throws {
    var script = LogScript()
    script.sums = false
    script.add(1, 5, 2)
    script.snap()
    script.add(1)
    script.end()
    let report = try replay(script, isChanged: true)
    let divergence = try #require(report.allDivergences.first.first)
    #expect(divergence.number == 3)
    #expect(divergence.actions.isEmpty)
    #expect(divergence.nearest?.recorded == Tally(sum: 8))
    #expect(report.verified == 0)
  }

  // MARK: - Parts of a log

  @Test func `transactions that are left out are not applied, and what follows is not compared`() throws {
    var options = ReplayOptions()
    options.leftOut = [2, 4]
    var numbers: [Int] = []
    let report = try replay(diverging(), options) { event in
      if case .transaction(let transaction) = event { numbers.append(transaction.number) }
    }
    #expect(numbers == [1, 3, 5, 6, 7, 8])
    // Only the states after transaction 1 and of the header are those of the recording.
    #expect((report.verified, report.applied, report.state) == (1, 6, Tally(sum: 30)))
    #expect(report.isFaithful && report.isComplete && report.number == 8)
  }

  @Test func `after a state that the app replaced, states are compared again`() throws {
    var script = LogScript()
    script.add(1, 2)
    script.set(Tally(sum: 40))
    script.add(5, 6)
    script.end()
    var options = ReplayOptions(atDivergence: .keepGoing)
    options.leftOut = [1]
    let report = try replay(script, options)
    #expect((report.verified, report.state) == (2, Tally(sum: 51)))
    let changed = try replay(script, isChanged: true, options)
    #expect(changed.allDivergences.first.map(\.number) == [4])
    options.leftOut = [3]
    #expect(try replay(script, options).state == Tally(sum: 14))
  }

  @Test func `a replay ends after the requested transaction`() throws {
    for until in 0...8 {
      let report = try replay(diverging(), ReplayOptions(until: until))
      #expect(report.number == until)
      #expect(report.stop == .requested)
      #expect(report.state == Tally(sum: until * (until + 1) / 2))
      #expect(report.isFaithful)
      #expect(!report.isComplete)
    }
    #expect(try replay(diverging(), ReplayOptions(until: 9)).stop == nil)
    #expect(try replay(diverging(), ReplayOptions(until: .max)).number == 8)
  }

  @Test func `a replay begins at the last complete state that is not after the requested transaction`() throws {
    for (from, before) in [(0, 0), (1, 0), (2, 2), (3, 2), (6, 2), (7, 7), (8, 7), (.max, 7), (-1, 0)] {
      let report = try replay(diverging(), ReplayOptions(from: from))
      #expect(report.before == before, "from \(from)")
      #expect(report.applied == 8 - before, "from \(from)")
      #expect(report.state == Tally(sum: 36), "from \(from)")
      #expect(report.isFaithful && report.hasEnd, "from \(from)")
    }
  }

  @Test func `a state that the log does not lead to is an error`() throws {
    var script = LogScript()
    script.add(1)
    script.gap(3, to: Tally(sum: 9))
    script.add(1)
    _ = try replay(script)
    let log = ActionLog(path: try #require(directory).path("script.navlog"))
    for (number, last) in [(2, 1), (4, 1), (5, 1), (6, 1), (-1, 0)] {
      #expect(throws: ActionLogError.noSuchTransaction(number, last: last), "\(number)") {
        try log.state(after: number, TallySchema(), reducer: TallyReducer())
      }
    }
  }

  // MARK: - Transactions

  @Test func `the actions of a transaction are applied in one step`() throws {
    var script = LogScript()
    script.addTogether(1, 2, 3)
    script.add(4)
    script.end()
    var seen: [[TallyAction]] = []
    let report = try replay(script) { if case .transaction(let transaction) = $0 { seen.append(transaction.actions) } }
    #expect(seen == [[.add(1), .add(2), .add(3)], [.add(4)]])
    #expect(report.applied == 2)
    #expect(report.appliedActions == 4)
    #expect(report.verified == 2)
    #expect(report.isComplete)
  }

  @Test(arguments: 1...3)
  func `a transaction with a missing action is not applied`(missing: Int) throws {
    var script = LogScript()
    script.add(9)
    script.addTogether(1, 2, 3)
    script.add(4)
    script.snap()
    script.add(5)
    script.end()
    script.lines.remove(at: 1 + missing)
    let report = try replay(script)
    #expect(report.gaps.first.map(\.numbers) == [2...2])
    #expect(report.gaps.first.map(\.isRecorded) == [false])
    #expect(report.skipped == 1)
    #expect(report.applied == 2)
    #expect(report.state == Tally(sum: 24))
    #expect(report.divergences.isEmpty)
  }

  @Test func `a recorded state replaces the state before it`() throws {
    var script = LogScript()
    script.add(1)
    script.set(Tally(sum: 50, words: ["set"]))
    script.add(2)
    script.end()
    let report = try replay(script)
    #expect(report.isComplete && report.isFaithful)
    #expect(report.applied == 3)
    #expect(report.appliedActions == 2)
    #expect(report.state == Tally(sum: 52, words: ["set"]))
  }

  // MARK: - In words

  @Test func `a report prints its findings in sentences`() throws {
    let fine = try replay(diverging())
    #expect("\(fine)" == "8 transactions with 8 actions, 8 states verified, complete")
    let diverged = try replay(diverging(), isChanged: true)
    let divergence = try #require(diverged.allDivergences.first.first)
    #expect(
      "\(diverged)" == """
        5 transactions with 5 actions, 4 states verified, 1 divergence, not ended
        Transaction 5 (add(5)) led to a state that differs from the recorded one: the recorded fingerprint is \
        \(divergence.expected), and the replayed one is \(divergence.actual).
        """)
    #expect("\(divergence)" == "\(diverged)".split(separator: "\n").last ?? "")
    #expect("\(diverged.allDivergences)" == "\(divergence)")
    #expect("\(fine.allDivergences)" == "none")
  }

  @Test func `a report prints damage, gaps and undecodable actions, and at most twenty of a kind`() throws {
    var script = LogScript()
    for _ in 0..<30 {
      script.add(1)
      script.lines.append("milk\u{1B}")
    }
    script.lines.append(#"{"t":"gap","n":40,"at":1,"lost":10}"#)
    script.lines.append(#"{"t":"action","n":41,"at":1,"origin":"user","action":{"fly":{}}}"#)
    let report = try replay(script, ReplayOptions(atUndecodable: .skipToNextState))
    let lines = "\(report)".split(separator: "\n").map(String.init)
    #expect(lines.first?.contains("1 gap, 30 damaged lines, 1 undecodable action") == true, "\(lines.first ?? "")")
    #expect(lines.filter { $0.contains(", line ") && $0.contains(": expected ") }.count == 20, "\(report)")
    #expect(lines.contains("10 more of this kind."))
    #expect(lines.contains("Transactions 31 to 40 are missing: the recorder could not write them."))
    #expect(lines.contains { $0.hasPrefix(#"Transaction 41 has an action that cannot be decoded: {"fly":{}}: "#) })
    #expect(!"\(report)".contains("BoundedList") && !"\(report)".contains("NavStore."))
    #expect(!"\(report)".unicodeScalars.contains("\u{1B}"))
  }
}
