// On Apple platforms a test bundle is not a program. Before Swift 6.3, there are no warnings and the events differ. In
// these cases, run the tests with NAVSTORE_FAILING_TESTS=1 and read the failures.
#if !canImport(Darwin) && compiler(>=6.3)
  import Foundation
  import Testing

  /// Runs the tests that fail on purpose, and compares the output of their framework with the expected failures.
  @Suite(.startsProcess) struct FailureProcessTests {
    @Test func `every failure reaches Swift Testing once, at its line, for its test`() async throws {
      let source = try Source("FailingTests.swift")
      let run = try await FailingRun.ofSwiftTesting("FailingTests")

      var expected = try [
        source.failure("by itself", in: "fails by itself"),
        source.failure("in async let", in: "fails in child tasks"),
        source.failure("in a task group", in: "fails in child tasks"),
        source.failure("in a task", in: "fails in child tasks"),
        source.failure("in a detached task", in: "fails where no test is known"),
        source.failure("in a detached task on the main actor", in: "fails where no test is known"),
        source.failure("on a thread", in: "fails where no test is known"),
        source.failure("made in a detached task", in: "fails by reporters of a detached task"),
        source.failure("released at once", in: "fails by what it releases"),
        source.failure("released by a detached task", in: "fails by what it releases"),
        source.failure("a difference", in: "fails by a difference"),
        source.failure("in an exit test", in: "fails in a process of its own"),
        source.failure("of which nothing is left", in: "is not the known issue that it notes"),
        source.failure("in a suite that keeps its order", in: "fails in a suite that keeps its order"),
        source.failure("beside another test", in: "fails beside another test"),
        source.failure("beside one test", in: "fails beside one test"),
        source.failure("for a test that has ended, in a detached task", in: "leaves a reporter"),
        source.failure("after all tests", in: "leaves a reporter"),
      ]
      expected += try Array(
        repeating: source.failure("on eight threads at once", in: "fails where no test is known"), count: 8)
      let owner = try source.line(containing: "@Test(.opens(Ending.gate)) func `leaves a reporter`")
      let belonging = "This belongs to the test “leaves a reporter” (\(owner))."
      expected += try ["for a test that has ended", "released by another test"].map {
        try source.failure($0, in: "fails for a test that has ended", belonging)
      }
      // The sender of this failure is unknown. Swift Testing shows it twice while a serialized suite runs.
      let lost = try source.failure("made and used in a detached task", in: nil)

      #expect(run.failures.filter { $0 != lost }.sorted() == expected.sorted())
      #expect(run.failures.contains(lost))
      #expect(
        try run.known == [
          source.failure("known, by itself", in: "fails as is known"),
          source.failure("known, in a task", in: "fails as is known"),
        ])
      #expect(
        try run.warnings.sorted()
          == [
            source.failure("noted", in: "passes with notes"),
            source.failure("noted by a detached task", in: "passes with notes"),
            source.failure("noted in a known issue", in: "is not the known issue that it notes"),
            source.failure("noted for a test that has ended", in: "fails for a test that has ended", belonging),
          ].sorted())
      #expect(run.text.contains("Test \"passes with notes\" passed"))
      // No failure is also on standard error, in the form that it has there.
      #expect(run.errors.matches(of: /NavStoreTests\/\w+\.swift:\d+: .*/).map { String($0.output) } == [])
      #expect(run.status == 1)
    }

    @Test func `every failure reaches XCTest once, at its line, for its test`() async throws {
      let source = try Source("FailingTestCases.swift")
      let run = try await FailingRun.ofXCTest("FailingTestCases")

      var expected = try [
        source.failure("by itself", in: "FailingTestCases.testItself"),
        source.failure("in async let", in: "FailingTestCases.testChildTasks"),
        source.failure("in a task group", in: "FailingTestCases.testChildTasks"),
        source.failure("in a task", in: "FailingTestCases.testChildTasks"),
        source.failure("in a detached task", in: "FailingTestCases.testDetachedTasks"),
        source.failure("made in a detached task", in: "FailingTestCases.testDetachedTasks"),
        source.failure("made and used in a detached task", in: "FailingTestCases.testDetachedTasks"),
        source.failure("released at once", in: "FailingTestCases.testRelease"),
        source.failure("released by a detached task", in: "FailingTestCases.testRelease"),
        source.failure("a difference", in: "FailingTestCases.testDifference"),
      ]
      expected += try Array(
        repeating: source.failure("on eight threads at once", in: "FailingTestCases.testThreads"), count: 8)
      let belonging = "This belongs to the test FailingTestCases.testZ1LeavesAReporter, which has ended."
      expected += try ["for a test that has ended", "for a test that has ended, in a detached task"].map {
        try source.failure($0, in: "FailingTestCases.testZ2UsesIt", belonging)
      }
      // XCTest would lose these failures, so they fail a separate test case.
      expected += try ["when a test has ended", "when a test has ended", "released by the class"].map {
        try source.failure($0, in: "XCTestCase.failures outside of test cases", belonging)
      }

      // XCTest reports this failure itself. The test store does not report it again.
      let unwrapped = run.text.split(separator: "\n").filter {
        $0.contains("error: FailingTestCases.testUnwrapsInAChange :")
      }
      #expect(unwrapped.count == 1)
      #expect(unwrapped.first?.contains("XCTUnwrap failed") == true)
      #expect(run.failures.sorted() == expected.sorted())
      #expect(run.text.contains("Test Case 'FailingTestCases.testNotes' passed"))
      // Standard error contains the notes, and the failures after the end of the run.
      let errors = try [
        "\(source.line(containing: #""noted""#)): note: noted",
        "\(source.line(containing: #""noted for a test that has ended""#)): note: noted for a test that has ended",
        "\(source.line(containing: #""after all tests""#)): after all tests", belonging,
      ]
      #expect(run.errors.split(separator: "\n").map { String($0) } == errors)
      #expect(run.status == 1)
    }

    @Test func `a failure outside of test cases fails a run of XCTest`() async throws {
      let source = try Source("FailingTestCases.swift")
      let run = try await FailingRun.ofXCTest("FailingAroundTestCases")
      let belonging = "This belongs to the test FailingAroundTestCases.testPasses, which has ended."
      #expect(
        try run.failures == [
          source.failure("before all tests", in: "XCTestCase.failures outside of test cases"),
          source.failure("after the tests of the class", in: "XCTestCase.failures outside of test cases", belonging),
        ])
      #expect(run.text.contains("Test Case 'FailingAroundTestCases.testPasses' passed"))
      #expect(run.errors == "")
      #expect(run.status == 1)
    }

    @Test func `test stores fail at the line that caused it, in both frameworks, however they end`() async throws {
      let source = try Source("FailingTestStores.swift")
      func expect(_ run: FailingRun, shows expected: [(text: String, test: String)]) throws {
        #expect(
          run.failures.map { "\($0.place), \($0.test ?? "no test")" }.sorted()
            == (try expected.map { "\(try source.line(containing: "\"\($0.text)\"")), \($0.test)" }).sorted())
        for failure in run.failures {
          #expect(failure.message.contains("Unexpected change: ") || failure.message.contains("Not finished: "))
        }
        #expect(run.status == 1)
      }
      let swiftTesting = try await FailingRun.ofSwiftTesting("FailingTestStoreTests")
      try expect(
        swiftTesting,
        shows: [
          ("in a test", "sends what it does not expect"), ("left in a test…", "leaves an effect"),
          ("of a navigation", "pushes in a detached task"),
          ("left in a detached task…", "lets go of a store in a detached task"),
        ])
      let report = "FailingTestStores-\(try source.number(ofLineContaining: "\"of a navigation\"")).html"
      #expect(swiftTesting.attachments == [report])
      #expect(swiftTesting.reports == [report])
      let late = "XCTestCase.failures outside of test cases"
      let xctest = try await FailingRun.ofXCTest("FailingTestStoreCases")
      try expect(
        xctest,
        shows: [
          ("in a test case", "FailingTestStoreCases.testSends"),
          ("of a navigation in a test case", "FailingTestStoreCases.testPushes"),
          ("left in a test case…", "FailingTestStoreCases.testLeavesAnEffect"),
          // XCTest keeps its test cases, so the properties of a test case are checked at its end.
          ("left in a property…", late), ("left in a property of the class…", late),
        ])
      let line = try source.number(ofLineContaining: "\"of a navigation in a test case\"")
      #expect(xctest.reports == ["FailingTestStores-\(line).html"])
      #expect(xctest.text.contains("\nSession report: /"))
    }

    /// The source of the failing tests, in which each message occurs once.
    private struct Source {
      private let fileID: String
      private let lines: [Substring]

      init(_ name: String) throws {
        fileID = "NavStoreTests/\(name)"
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        lines = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
          .split(separator: "\n", omittingEmptySubsequences: false)
      }

      func line(containing text: String) throws -> String {
        "\(fileID):\(try number(ofLineContaining: text))"
      }

      func number(ofLineContaining text: String) throws -> Int {
        try #require(lines.firstIndex { $0.contains(text) }, "\(text)") + 1
      }

      func failure(_ message: String, in test: String?, _ belonging: String? = nil) throws -> FailingRun.Failure {
        FailingRun.Failure(
          lines: [message[...], belonging?[...]].compactMap { $0 }, place: try line(containing: "\"\(message)\""),
          test: test)
      }
    }
  }
#endif
