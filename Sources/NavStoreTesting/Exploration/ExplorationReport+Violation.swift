internal import NavStoreInspection

extension ExplorationReport {
  /// Reports a failure for each violation. The failure contains the source of a test that shows the violation. The
  /// first failure has a ``SessionReport`` of the exploration as attachment. Also fails the test if no action was
  /// tried.
  ///
  /// If the exploration ended because it exceeded its maximum number of states, or because its task was cancelled, this
  /// function adds a note. That end alone does not fail the test. States from which it was not decided whether a goal
  /// can be reached do not fail the test either, because they occur at the bounds of most explorations. If a goal must
  /// be reachable from every state that was found, assert ``isComplete`` too.
  ///
  /// - Parameters:
  ///   - expectedScreens: The names of screens that the exploration should reach. The report lists those that it did
  ///     not reach.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func expectNoViolations(
    expectedScreens: [String] = [],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    expectNoViolations(
      expectedScreens: expectedScreens, FailureReporter(),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package func expectNoViolations(
    expectedScreens: [String] = [], _ reporter: FailureReporter, at site: CallSite
  ) {
    let reportingViolation = reporter.attaching { _, _ in
      try? SessionReport(of: self, expectedScreens: expectedScreens)
    }
    for violation in foundViolations {
      let seed = seed.map { "\nThe random walks had the seed \($0)." } ?? ""
      reportingViolation.fail(violation.description + seed, at: site)
    }
    if transitions == 0, foundViolations.isEmpty {
      reporter.fail(
        """
        Nothing was tried: no action was offered in the initial state, or the bounds allow no action. Only the initial \
        state was checked.

        Check the `actions` of the explorer, and the bounds of `explore` or `walk`.
        """, at: site)
    }
    if end == .states || end == .cancelled {
      reporter.note("The exploration is not complete.\n\(self)", at: site)
    }
  }
}

extension ExplorationReport.Violation: CustomStringConvertible {
  /// A description of the violation. It contains the source of a test that shows the violation, the state at the end,
  /// and the change that the last action made.
  package var description: String {
    var paragraphs = ["\(headline)\(count > 1 ? ", seen \(counted(count, "time"))" : ""):"]
    if let explanation { paragraphs.append(explanation.shortened(to: Self.longestText)) }
    if !isRepeatable {
      paragraphs.append(
        """
        The same actions did not lead there again. The reducer, or the function that offers the actions, depends on \
        something other than its arguments, or == ignores a property that matters. The following shows the second run.
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

  /// The text after "The state at the end:". A short text follows on the same line.
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
    case .reachability(let name): "“\(name)” can no longer be reached \(after)"
    case .endOfEffects: "Effects send actions without end \(after)"
    }
  }
}

extension ExplorationReport.Violation {
  /// The source of a test for Swift Testing that sends the actions of the violation.
  ///
  /// Source that cannot be derived from the values is left as a placeholder, `<#…#>`: the condition, and the
  /// expressions that create the test store, unless they were passed to
  /// ``StateExplorer/printing(initialState:reducer:)``. Actions are printed as reflection shows them. The source of an
  /// action compiles if the action is an enum whose payloads are literals, enums and arrays.
  package var test: String {
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

  // A name in backticks must not contain line breaks, backticks or backslashes.
  private var testName: String {
    // The loop compares scalars, because a backtick with a combining accent is a different `Character`, but also ends
    // the name.
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

struct PrintedTestArguments: Sendable {
  var initialState = "<#initial state#>"
  var reducer = "<#reducer#>"
}
