#if !canImport(Darwin) && compiler(>=6.3)
  import Foundation
  import Testing

  /// A process that runs the tests that fail on purpose.
  struct FailingRun {
    /// A failure as a framework shows it, or as it must show it.
    struct Failure: Hashable, Comparable, CustomStringConvertible {
      /// The first line, and the line that names the test of the failure. The text of a difference is not compared.
      let message: String
      /// File and line.
      let place: String
      /// The name of the test, or `nil` if the failure is shown for no test.
      let test: String?

      init(lines: some Sequence<Substring>, place: String, test: String?) {
        let lines = lines.enumerated().filter { $0 == 0 || $1.hasPrefix("This belongs") }
        message = lines.map { String($0.element) }.joined(separator: " ")
        self.place = place
        self.test = test
      }

      var description: String { "\(place), \(test ?? "no test"): \(message)" }
      static func < (lhs: Failure, rhs: Failure) -> Bool { lhs.description < rhs.description }
    }

    let status: Int32
    let errors: String
    /// Everything that the process wrote to standard output and standard error.
    let text: String
    private(set) var failures: [Failure] = []
    /// Issues of Swift Testing that do not fail a test.
    private(set) var known: [Failure] = []
    private(set) var warnings: [Failure] = []
    /// The names of the attachments of Swift Testing.
    private(set) var attachments: [String] = []
    /// The names of the reports in the folder of `NAVSTORE_REPORTS`.
    let reports: [String]

    private init(_ arguments: [String]) async throws {
      let directory = try TemporaryDirectory()
      let result = try await ToolProcess.run(
        arguments, product: try BuiltProduct.runningName,
        environment: ["NAVSTORE_FAILING_TESTS": "1", "NAVSTORE_REPORTS": directory.path])
      reports = directory.names
      status = result.status
      errors = result.errors
      text = result.output + result.errors
    }

    // MARK: Swift Testing

    private struct Event: Decodable {
      struct Payload: Decodable {
        let kind: String?
        let testID: String?
        let issue: Issue?
        let messages: [Message]?
      }
      struct Issue: Decodable {
        let isKnown: Bool
        let severity: String?
        let sourceLocation: Location
      }
      struct Location: Decodable {
        let fileID: String
        let line: Int
      }
      struct Message: Decodable {
        let symbol: String
        let text: String
      }
      let payload: Payload
    }

    /// Runs a suite and reads the event stream of Swift Testing.
    static func ofSwiftTesting(_ suite: String) async throws -> FailingRun {
      let directory = try TemporaryDirectory()
      let attachments = try TemporaryDirectory()
      var run = try await FailingRun([
        "--testing-library", "swift-testing", "--filter", "NavStoreTests.\(suite)/",
        "--event-stream-output-path", directory.path("events"), "--event-stream-version", "6.3",
        "--attachments-path", attachments.path,
      ])
      run.attachments = attachments.names
      for line in try directory.read("events").split(separator: 0x0A) {
        let event = try JSONDecoder().decode(Event.self, from: line).payload
        guard event.kind == "issueRecorded", let issue = event.issue, let messages = event.messages else { continue }
        let failure = Failure(
          // The first message is from Swift Testing, the second from the test tool.
          lines: messages.dropFirst().flatMap { $0.text.split(separator: "\n") },
          place: "\(issue.sourceLocation.fileID):\(issue.sourceLocation.line)",
          // The name is in backticks: NavStoreTests.FailingTests/`fails by itself`()/FailingTests.swift:13:4
          test: event.testID.flatMap { $0.split(separator: "`").dropFirst().first }.map { String($0) })
        if issue.isKnown {
          run.known.append(failure)
        } else if issue.severity == "warning" {
          run.warnings.append(failure)
        } else {
          run.failures.append(failure)
        }
      }
      return run
    }

    // MARK: XCTest

    /// Runs the tests of a class and reads the output of XCTest.
    static func ofXCTest(_ testCase: String) async throws -> FailingRun {
      var run = try await FailingRun(["--testing-library", "xctest", "NavStoreTests.\(testCase)"])
      var lines = run.text.split(separator: "\n")[...]
      while let line = lines.popFirst() {
        guard let match = line.wholeMatch(of: /.*\/([^\/]+):(\d+): error: (.+) : failed - (.*)/) else { continue }
        let more = lines.prefix { !$0.contains(": error: ") && !$0.hasPrefix("Test ") }
        run.failures.append(
          Failure(
            lines: [match.4] + more, place: "NavStoreTests/\(match.1):\(match.2)", test: String(match.3)))
      }
      return run
    }
  }
#endif
