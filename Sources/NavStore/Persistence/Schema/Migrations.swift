/// An ordered chain of named steps that bring the encoded form of a value from one version to the next.
///
/// ```swift
/// static let migrations: Migrations = [
///   .step(from: 1, "the home tab is named start") { state in state["tabs"]?[0]?["tab"] = "start" },
///   .step(from: 2, "there is no back rule") { state in state["backRule"] = nil },
/// ]
/// ```
///
/// Saved states and action logs use the same kind of chain.
public struct Migrations: Sendable, ExpressibleByArrayLiteral {
  /// One step, from a version to the one after it.
  public struct Step: Sendable {
    /// The version that the step begins with.
    public let version: Int
    /// What the step does, for messages.
    public let name: String
    let change: @Sendable (inout JSONValue) throws -> Void

    /// A step.
    ///
    /// - Parameters:
    ///   - version: The version that the step begins with; it ends with the next.
    ///   - name: What it does, for messages.
    ///   - change: Changes the encoded form. What it throws makes the value unusable, with the step's name in the
    ///     message.
    public static func step(
      from version: Int, _ name: String, _ change: @escaping @Sendable (inout JSONValue) throws -> Void
    ) -> Step {
      Step(version: version, name: name, change: change)
    }
  }

  /// What is wrong with a chain.
  public enum Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// Two steps that follow each other in the list do not do so in their versions.
    case notConsecutive(after: Int, found: Int)
    /// A version below 0.
    case negativeVersion(Int)

    /// What is wrong and what to do about it.
    public var description: String {
      switch self {
      case .notConsecutive(let version, let found):
        "A step from version \(version) is followed by one from version \(found). Let a step from \(version + 1) follow."
      case .negativeVersion(let version): "A step begins with version \(version). Count versions from 1."
      }
    }
  }

  /// A step that failed.
  public struct Failure: Error, CustomStringConvertible {
    /// The version that the step begins with.
    public let version: Int
    /// The name of the step.
    public let name: String
    /// What it threw.
    public let error: any Error

    /// The step and its error.
    public var description: String { "the step \"\(name)\" from version \(version) failed: \(error)" }
  }

  private let steps: [Step]

  /// A chain that is written in source. Stops the program with the ``Mistake`` if there is one.
  public init(arrayLiteral steps: Step...) {
    do {
      try self.init(validating: steps)
    } catch {
      fatalError("Migrations: \(error)")
    }
  }

  /// A chain that is made at run time or in a test. Throws the first ``Mistake``.
  public init(validating steps: [Step]) throws(Mistake) {
    for step in steps where step.version < 0 { throw .negativeVersion(step.version) }
    for (step, next) in zip(steps, steps.dropFirst()) where next.version != step.version + 1 {
      throw .notConsecutive(after: step.version, found: next.version)
    }
    self.steps = steps
  }

  /// The oldest version that the chain can bring up to date; nil when it has no step.
  public var oldestVersion: Int? { steps.first?.version }

  /// The version that the chain ends with; nil when it has no step.
  public var newestVersion: Int? { steps.last.map { $0.version + 1 } }

  /// Brings a value from a version to the newest. Throws ``Failure`` with the step that could not be made.
  public func migrate(_ value: inout JSONValue, from version: Int) throws(Failure) {
    for step in steps where step.version >= version {
      do {
        try step.change(&value)
      } catch {
        throw Failure(version: step.version, name: step.name, error: error)
      }
    }
  }

  /// The names of the steps that are made from a version on.
  func names(from version: Int) -> [String] { steps.filter { $0.version >= version }.map(\.name) }

  /// Stops the program if the chain does not end with the version that it is declared for.
  func check(endingAt version: Int, of declaration: String) {
    guard let newestVersion, newestVersion != version else { return }
    fatalError(
      "\(declaration) end with version \(newestVersion), and the version is \(version). Add the missing step, or raise the version."
    )
  }
}
