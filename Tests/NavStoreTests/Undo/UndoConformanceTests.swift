import Foundation
import NavStore
import Testing

/// Conformance cases from the tests of other projects.
@Suite struct UndoConformanceTests {
  private static let differences = [
    "LR17": """
    a recorded action that leaves the present as it is makes no step, also after changes that were not recorded; and a \
    change that is not recorded always moves the present, also to the last recorded state
    """
  ]

  private struct CaseFile: Decodable {
    let cases: [Case]
  }

  private struct Case: Decodable {
    struct Step: Decodable {
      let `do`: JSONValue
      let expect: History
    }

    struct History: Decodable, Equatable {
      let past: [Int]
      let present: Int
      let future: [Int]
    }

    let id: String
    let family: String
    let config: JSONValue
    let initial: Int
    let start: History
    let steps: [Step]
  }

  @Test func `the conformance cases of undo pass or are listed as differences`() throws {
    let cases = try JSONDecoder().decode(CaseFile.self, from: Conformance.data(of: "undo_cases.json")).cases
    for example in cases {
      #expect(example.family == "linear", "\(example.id): there is no adapter for the family \(example.family)")
      switch (try failure(of: example), Self.differences[example.id]) {
      case (nil, nil), (_?, _?): break
      case (nil, let reason?): Issue.record("\(example.id) passes, but is listed as a difference: \(reason)")
      case (let failure?, nil): Issue.record("\(example.id) neither passes nor is listed: \(failure)")
      }
    }
    #expect(Set(Self.differences.keys).isSubset(of: cases.map(\.id)))
  }

  /// A description of the first unexpected result; nil if the case passes.
  private func failure(of example: Case) throws -> String? {
    let config = example.config
    var rules = NumberUndoRules(
      // The limit of the cases includes the present, and at least one state of the past is kept.
      limit: config["limit"]?.int.map { max(1, $0 - 1) } ?? .max,
      excluding: config["exclude"]?.strings ?? [], including: config["include"]?.strings,
      isGrouping: config["grouping"]?.bool ?? false, syncsUnrecorded: config["syncFiltered"]?.bool ?? false,
      ignoresInitialState: config["ignoreInitial"]?.bool ?? false)
    rules.initialState = example.initial
    let reducer = UndoReducer(NumberEditing(), rules: rules)
    var state = NumberHistory(
      past: example.start.past, present: example.start.present, future: example.start.future)
    for (index, step) in example.steps.enumerated() {
      _ = reducer.reduce(into: &state, action: try action(step.do))
      let result = Case.History(past: Array(state.past), present: state.present, future: Array(state.future))
      if result != step.expect { return "step \(index + 1), \(step.do): \(result) instead of \(step.expect)" }
    }
    return nil
  }

  private func action(_ step: JSONValue) throws -> NumberUndoAction {
    func number(_ key: String) throws -> Int {
      guard let number = step[key]?.int else { throw NoCounterpart("\(step)") }
      return number
    }
    func edit(_ change: NumberEditing.Edit.Change) -> NumberUndoAction {
      .action(.init(change: change, kind: step["kind"]?.string, group: step["group"]?.string))
    }
    return switch step["op"]?.string {
    case "set": edit(.set(try number("value")))
    case "add": edit(.add(try number("by")))
    case "other": edit(.other)
    case "undo": .undo
    case "redo": .redo
    case "jump": .jump(try number("by"))
    case "jumpToPast" where try number("index") >= 0: .recordedJump(index: try number("index"), isFuture: false)
    case "jumpToFuture" where try number("index") >= 0: .recordedJump(index: try number("index"), isFuture: true)
    // A log with a negative index is read as a jump of no step.
    case "jumpToPast", "jumpToFuture": .jump(0)
    case "clear": .clear
    case "reset": .reset
    default: throw NoCounterpart("\(step)")
    }
  }
}
