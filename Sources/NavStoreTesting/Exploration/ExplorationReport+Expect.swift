internal import NavStoreInspection

extension ExplorationReport {
  /// Fails the test for each violation, with a test to paste that shows it.
  ///
  /// An exploration that ended before its sequences were as long as asked for does not fail the test; a note says so.
  public func expectNoViolations(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    expectNoViolations(
      FailureReporter(), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package func expectNoViolations(_ reporter: FailureReporter, at site: CallSite) {
    for violation in violations {
      let seed = seed.map { "\nThe random walks had the seed \($0)." } ?? ""
      reporter.fail(violation.description + seed, at: site)
    }
    if end == .states || end == .cancelled { reporter.note("The exploration is not complete.\n\(self)", at: site) }
  }
}

extension ExplorationReport.Violation: CustomStringConvertible {
  /// What does not hold, a test that shows it, and what the last action changed.
  public var description: String {
    var paragraphs = ["\(headline)\(count > 1 ? ", seen \(counted(count, "time"))" : ""):"]
    if let explanation { paragraphs.append(explanation) }
    if !isRepeatable {
      paragraphs.append(
        """
        The same actions did not lead there again: the reducer, or the function that offers the actions, reads something \
        besides its arguments, or == leaves out something that matters. What follows shows the second time.
        """)
    }
    paragraphs.append(test)
    paragraphs.append("The state at the end: \(bounded("\(after)"))")
    if let before {
      let difference = difference(expected: before, actual: after)
      paragraphs.append(
        difference.map { "What the last action changed, from − to +:\n\($0)" } ?? "The last action changed nothing.")
    }
    return paragraphs.joined(separator: "\n\n")
  }

  private var headline: String {
    let after = actions.isEmpty ? "in the initial state" : "after \(counted(actions.count, "action"))"
    return switch check {
    case .invariant(let name): "“\(name)” does not hold \(after)"
    case .transitionInvariant(let name): "“\(name)” does not hold for the last of \(counted(actions.count, "action"))"
    case .reachability(let name): "“\(name)” can no more be reached \(after)"
    case .endOfEffects: "Effects send actions without end \(after)"
    }
  }

  private func bounded(_ text: String) -> String {
    text.count > 1_000 ? text.prefix(1_000) + "…" : text
  }
}
