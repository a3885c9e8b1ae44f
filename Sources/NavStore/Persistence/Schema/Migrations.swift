/// An ordered chain of named steps, each of which converts the encoded form of a value to the next version.
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
  /// A step from one version to the next.
  public struct Step: Sendable {
    package let version: Int
    package let name: String
    let change: @Sendable (inout JSONValue) throws -> Void

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - version: The version that the step converts to the next one.
    ///   - name: A description of the step for messages.
    ///   - change: A function that changes the encoded form. If the function throws an error, the value cannot be used,
    ///     and the message names the step.
    public static func step(
      from version: Int, _ name: String, _ change: @escaping @Sendable (inout JSONValue) throws -> Void
    ) -> Step {
      Step(version: version, name: name, change: change)
    }
  }

  package struct Failure: Error, CustomStringConvertible {
    package let version: Int
    package let name: String
    package let error: any Error

    /// The step and its error.
    public var description: String { "the step \"\(name)\" from version \(version) failed: \(error)" }
  }

  private let steps: [Step]

  /// Creates a chain from a literal. The program stops if the versions of the steps are negative or not
  /// consecutive.
  public init(arrayLiteral steps: Step...) {
    do {
      try self.init(validating: steps)
    } catch {
      fatalError("Migrations: \(error)")
    }
  }

  /// Creates a chain from steps that are known only at run time.
  ///
  /// - Throws: `DeclarationError` if the versions of the steps are negative or not consecutive.
  public init(validating steps: [Step]) throws(DeclarationError) {
    for step in steps where step.version < 0 {
      throw DeclarationError("A step begins with version \(step.version). Count versions from 1.")
    }
    for (step, next) in zip(steps, steps.dropFirst()) where next.version != step.version + 1 {
      throw DeclarationError(
        "A step from version \(step.version) is followed by one from version \(next.version). Add a step from version "
          + "\(step.version + 1).")
    }
    self.steps = steps
  }

  package var oldestVersion: Int? { steps.first?.version }
  private var newestVersion: Int? { steps.last.map { $0.version + 1 } }

  package func migrate(_ value: inout JSONValue, from version: Int) throws(Failure) {
    for step in steps where step.version >= version {
      do {
        try step.change(&value)
      } catch {
        throw Failure(version: step.version, name: step.name, error: error)
      }
    }
  }

  func names(from version: Int) -> [String] { steps.filter { $0.version >= version }.map(\.name) }

  /// Stops the program if the chain does not end at `version`. A chain without steps is accepted.
  func check(endingAt version: Int, of declaration: String) {
    guard let newestVersion, newestVersion != version else { return }
    fatalError(
      "\(declaration) end with version \(newestVersion), but the version of the schema is \(version). "
        + "Add the missing step, or correct the version."
    )
  }
}
