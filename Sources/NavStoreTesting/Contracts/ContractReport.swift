internal import NavStore

/// What today's code has lost of the contracts of earlier releases.
public struct ContractReport: Sendable, CustomStringConvertible {
  /// A message for each sample that is lost, and for each contract that cannot be read: the release and the sample,
  /// what is lost, and the migration that is missing.
  public private(set) var losses: [String] = []
  var contracts = 0
  private var samples = 0
  private var accepted: [String] = []
  /// The reasons of accepted losses, by the names of the samples.
  private let reasons: [String: String]
  private var unused: Set<String>

  init(accepting reasons: [String: String]) {
    self.reasons = reasons
    unused = Set(reasons.keys)
  }

  mutating func add(_ loss: String?, of name: String) {
    samples += 1
    guard let loss else { return }
    if let reason = reasons[name] {
      unused.remove(name)
      accepted.append("\(name): \(reason)")
    } else {
      losses.append("\(name): \(loss)")
    }
  }

  /// Counts a sample that is lost for a reason that the report contains already.
  mutating func skip(_ name: String) {
    samples += 1
    unused.remove(name)
  }

  mutating func addProblem(_ problem: String) { losses.append(problem) }

  mutating func finish() {
    for name in unused.sorted() {
      losses.append("\(name): The loss is accepted, and no contract loses this sample. Remove it from the list.")
    }
  }

  /// The number of contracts and samples, and a line for each loss and for each accepted loss.
  public var description: String {
    let head =
      "\(counted(contracts, "contract")), \(counted(samples, "sample")): \(losses.count) lost, "
      + "\(accepted.count) accepted"
    return ([head] + losses.map { "lost: \($0)" } + accepted.map { "accepted: \($0)" }).joined(separator: "\n")
  }

  /// Fails the test for each sample that is lost.
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func expectKept(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    expectKept(FailureReporter(), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package func expectKept(_ reporter: FailureReporter, at site: CallSite) {
    for loss in losses { reporter.fail(loss, at: site) }
  }
}
