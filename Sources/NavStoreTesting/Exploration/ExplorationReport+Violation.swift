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

extension ExplorationReport.Violation {
  /// A test for Swift Testing that takes the actions, to be pasted.
  ///
  /// What no value tells is left open as `<#…#>`: the condition, and how the test store is made, unless
  /// ``StateExplorer/printing(initialState:reducer:)`` said it. Actions print as reflection shows them; those of enums with
  /// literals, enums and arrays in them compile.
  public var test: String {
    var lines = ["let store = TestStore(initialState: \(source.initialState), reducer: \(source.reducer))"]
    lines.append("store.exhaustivity = .off")
    for (index, action) in actions.enumerated() {
      if isAboutTransition, index == actions.count - 1 { lines.append("let before = store.state") }
      lines.append("store.send(\(swiftSource(action)))")
    }
    lines.append(contentsOf: conclusion)
    let body = lines.map { "  \($0)\n" }.joined()
    return "@Test func `\(testName)`() {\n\(body)}"
  }

  private var isAboutTransition: Bool {
    if case .transitionInvariant = check { true } else { false }
  }

  private var conclusion: [String] {
    switch check {
    case .invariant(let name):
      ["#expect(<#\(open(name)), in store.state#>)"]
    case .transitionInvariant(let name):
      ["#expect(<#\(open(name)), from before to store.state#>)"]
    case .reachability(let name):
      [
        "// No sequence of the given actions leads from here to: \(open(name))",
        "#expect(<#what is wrong with store.state#>)",
      ]
    case .endOfEffects:
      ["// The last call does not return: the effects of its action send without end."]
    }
  }

  // A name in backticks may be any line without backticks and backslashes.
  private var testName: String {
    // By scalars: with an accent on it, a backtick is no character that equals one, and ends the name all the same.
    var name = ""
    for scalar in self.name.unicodeScalars {
      switch scalar {
      case "`": name += "'"
      case "\\": name += "/"
      case _ where scalar.properties.isWhitespace || scalar.properties.generalCategory == .control: name += " "
      default: name.unicodeScalars.append(scalar)
      }
    }
    return name.contains { $0.isLetter || $0.isNumber } ? name : "counterexample"
  }

  private func open(_ name: String) -> String {
    String(name.map { $0.isNewline ? " " : $0 }).replacing("#>", with: "# >")
  }
}

/// The Swift source that a printed test needs and that no value tells.
struct PrintedTestArguments: Sendable {
  var initialState = "<#initial state#>"
  var reducer = "<#reducer#>"
}
