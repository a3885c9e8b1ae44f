import NavStore
import Testing

@Suite struct RecordedRulesTests {
  typealias Rules = NavigationRules<AppTab, Route>

  private func recorded(_ rules: Rules) async throws -> String? {
    let sample = try await SampleLog(schema: SampleLog.Schema(rules: rules))
    return try ActionLog(path: sample.path).header().rules?.description
  }

  @Test func `the header has the rules, without default values`() async throws {
    #expect(try await recorded(Rules(backRule: .order)) == #"{"back":"order","maxVisits":100}"#)
    #expect(
      try await recorded(
        Rules(
          backRule: .fullHistory, maxDepth: 5, maxVisits: 7, onLeave: [.search: .popToRoot, .home: .keepPath],
          sameRoute: { $0 == $1 }, initialState: NavigationState(tabs: [.home], paths: [.home: [.settings]])))
        == #"{"back":"fullHistory","initial":{"initial":"home","selected":"home","tabs":[{"path":[{"settings":{}}],"#
        + #""tab":"home"}],"visits":["home"]},"maxDepth":5,"maxVisits":7,"onLeave":[{"policy":"keepPath","tab":"home"},"#
        + #"{"policy":"popToRoot","tab":"search"}],"sameRoute":true}"#)
  }

  @Test func `a schema without rules writes no rules`() async throws {
    let sample = try await SampleLog(schema: SampleLog.Schema())
    #expect(try ActionLog(path: sample.path).header().rules == nil)
  }

  @Test func `recorded rules are decoded correctly with tabs and routes as JSON`() throws {
    let rules = Rules(
      backRule: .firstTab, maxDepth: 5, maxVisits: 7, onLeave: [.search: .popToRoot],
      initialState: NavigationState(tabs: [.home, .search], paths: [.search: [.song(1)]]))
    let bytes = try CanonicalJSONEncoder().encode(RecordedRules(rules))
    let read = try bytes.withUnsafeBytes { try JSONReader.decode(RecordedRules<JSONText, JSONText>.self, from: $0) }
    #expect((read.rules.backRule, read.rules.maxDepth, read.rules.maxVisits) == (.firstTab, 5, 7))
    #expect(read.rules.onLeave == [try JSONText(parsing: #""search""#): .popToRoot])
    #expect(
      read.rules.initialState?.path(of: try JSONText(parsing: #""search""#)).map(\.description) == [
        #"{"song":{"_0":1}}"#
      ])
    #expect(!read.comparesRoutes)
    #expect(try CanonicalJSONEncoder().encode(read) == bytes)
  }

  @Test func `missing rules have their defaults, and unknown keys are ignored`() throws {
    let bytes = Array(#"{"later":[1],"sameRoute":true}"#.utf8)
    let read = try bytes.withUnsafeBytes { try JSONReader.decode(RecordedRules<AppTab, Route>.self, from: $0) }
    #expect((read.rules.backRule, read.rules.maxDepth, read.rules.maxVisits) == (.platformDefault, .max, 100))
    #expect(read.comparesRoutes)
  }
}
