import Foundation
import NavStore
import Testing

extension JSONValue {
  var object: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }

  var list: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  var int: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  var strings: [String] { list.compactMap(\.string) }
}

/// A case of another project's test suite: a given state, operations, and the expected result.
struct ConformanceCase: Decodable, Sendable {
  let id: String
  let suite: String
  let given: JSONValue
  let when: JSONValue
  let then: JSONValue

  /// The operations.
  var operation: String { when["do"]?.string ?? "" }
}

/// An error for a case that needs a feature without a counterpart in NavStore.
struct NoCounterpart: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// The outside cases of some suites, their adapters, and the list of deliberate differences.
struct Conformance {
  let file: String
  /// The function that runs a case of a suite. It returns nil if the case passes, and otherwise the actual result.
  let adapters: [String: @Sendable (ConformanceCase) throws -> String?]
  /// The reasons for deliberate differences, by the id of the case.
  let differences: [String: String]

  private struct CaseFile: Decodable {
    let cases: [ConformanceCase]
  }

  /// Returns the content of a file in the folder `Cases`, whose README describes the cases and names their origin.
  static func data(of file: String) throws -> Data {
    try Data(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/\(file)"))
  }

  /// Runs each case of the suites. A case must either pass or be listed as a deliberate difference.
  func check() throws {
    let cases = try JSONDecoder().decode(CaseFile.self, from: Self.data(of: file)).cases
      .filter { adapters[$0.suite] != nil }
    for example in cases {
      switch (failure(of: example), differences[example.id]) {
      case (nil, nil), (_?, _?): break
      case (nil, let reason?): Issue.record("\(example.id) passes, but is listed as a difference: \(reason)")
      case (let failure?, nil): Issue.record("\(example.id) neither passes nor is listed: \(failure)")
      }
    }
    let ids = Set(cases.map(\.id))
    #expect(!ids.isEmpty, "\(file) has no case of these suites")
    #expect(ids.count == cases.count, "\(file) has an id twice")
    for id in differences.keys.sorted() where !ids.contains(id) {
      Issue.record("\(id) is listed as a difference, but there is no such case")
    }
    for suite in adapters.keys.sorted() where !cases.contains(where: { $0.suite == suite }) {
      Issue.record("\(file) has no case of the suite \(suite)")
    }
  }

  private func failure(of example: ConformanceCase) -> String? {
    do {
      return try adapters[example.suite]?(example)
    } catch {
      return "\(error)"
    }
  }
}
