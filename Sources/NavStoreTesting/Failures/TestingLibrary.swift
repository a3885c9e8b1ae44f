/// A test framework, by the name that SwiftPM gives it.
enum TestingLibrary: String {
  case swiftTesting = "swift-testing"
  case xctest

  /// The one that SwiftPM started this process for, which runs no other.
  ///
  /// Nil under Xcode, and in a process that runs no tests.
  static let requested: TestingLibrary? = {
    let arguments = CommandLine.arguments
    guard let option = arguments.firstIndex(of: "--testing-library"), option + 1 < arguments.count else { return nil }
    return TestingLibrary(rawValue: arguments[option + 1])
  }()
}
