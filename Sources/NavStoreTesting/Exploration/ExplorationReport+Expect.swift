internal import NavStoreInspection

extension ExplorationReport {
  /// Fails the test for each violation, with a test to paste that shows it; and if nothing was tried.
  ///
  /// An exploration that ended before its sequences were as long as asked for does not fail the test; a note says so.
  /// Nor does what its bounds left ``undecided``, at the edge of most explorations: expect that to be empty where a
  /// goal must be reachable from every state that was found.
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
    if transitions == 0, violations.isEmpty {
      reporter.fail(
        """
        Nothing was tried: no action was offered in the initial state, or none was asked for, so that what must hold is \
        known of that state alone.

        Look at the `actions` that the explorer was made with, and at the bounds of `explore` or `walk`.
        """, at: site)
    }
    if end == .states || end == .cancelled {
      reporter.note("The exploration is not complete.\n\(self)", at: site)
    }
  }
}

extension ExplorationReport.Violation: CustomStringConvertible {
  /// What does not hold, a test that shows it, and what the last action changed.
  public var description: String {
    var paragraphs = ["\(headline)\(count > 1 ? ", seen \(counted(count, "time"))" : ""):"]
    if let explanation { paragraphs.append(explanation.shortened(to: Self.longestText)) }
    if !isRepeatable {
      paragraphs.append(
        """
        The same actions did not lead there again: the reducer, or the function that offers the actions, reads something \
        besides its arguments, or == leaves out something that matters. What follows shows the second time.
        """)
    }
    paragraphs.append(test)
    paragraphs.append("The state at the end:" + stateInWords)
    if let before {
      let difference = difference(expected: before, actual: after)
      paragraphs.append(
        difference.map { "What the last action changed, from − to +:\n\($0)" } ?? "The last action changed nothing.")
    }
    return paragraphs.joined(separator: "\n\n")
  }

  private static var longestText: Int { 1_000 }

  /// The state at the end, behind a colon: in the same line if it is short.
  private var stateInWords: String {
    let text = "\(after)"
    if text.count <= 100, !text.contains(where: \.isNewline) { return " " + text }
    return "\n" + SourceLayout.lines(of: swiftSource(after, limit: Self.longestText))
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
}
