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

/// A case of another project's test suite: what is given, what is done, and what is expected of it.
struct ConformanceCase: Decodable, Sendable {
  let id: String
  let suite: String
  let given: JSONValue
  let when: JSONValue
  let then: JSONValue

  /// What is done.
  var operation: String { when["do"]?.string ?? "" }
}

/// Thrown for a case that asks for what NavStore has no counterpart of.
struct NoCounterpart: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// The outside cases of some suites, against their adapters and the list of deliberate differences.
struct Conformance {
  let file: String
  /// What runs a case of a suite: nil if it passes, else what came instead.
  let adapters: [String: @Sendable (ConformanceCase) throws -> String?]
  /// Why a case is not met on purpose, by its id.
  let differences: [String: String]

  private struct CaseFile: Decodable {
    let cases: [ConformanceCase]
  }

  /// Runs every case of the suites. A case has to pass or to be listed, and never both.
  func check() throws {
    guard let folder = TestEnvironment.conformanceFolder else {
      print("NAVSTORE_CONFORMANCE is not set: the outside cases of \(file) are not checked.")
      return
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(file))
    let cases = try JSONDecoder().decode(CaseFile.self, from: data).cases.filter { adapters[$0.suite] != nil }
    var passed = 0
    var different = 0
    for example in cases {
      switch (failure(of: example), differences[example.id]) {
      case (nil, nil): passed += 1
      case (_?, _?): different += 1
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
    print("\(file): \(cases.count) cases: \(passed) pass, \(different) deliberate differences")
  }

  private func failure(of example: ConformanceCase) -> String? {
    do {
      return try adapters[example.suite]?(example)
    } catch {
      return "\(error)"
    }
  }
}
