internal import NavStoreInspection

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
