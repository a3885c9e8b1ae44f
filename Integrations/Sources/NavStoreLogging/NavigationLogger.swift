public import Logging
internal import Names
public import NavStore

/// A logger of what happens in a navigation: transactions, mistakes, restored states and links that do not open.
///
/// By default, messages contain the names of actions, patterns and rules, and no values: no routes, no URLs, no texts.
public struct NavigationLogger: Sendable {
  /// What messages contain of the app's values.
  public enum Values: Sendable {
    /// Nothing.
    case omitted
    /// The descriptions of actions and errors, as the metadata `description`. They can contain data of the user.
    case included
  }

  private let logger: Logger
  private let values: Values

  /// Creates a log that writes to a logger.
  public init(_ logger: Logger, values: Values = .omitted) {
    self.logger = logger
    self.values = values
  }

  /// Logs each transaction at the level `debug`, until the store is released or the task is cancelled.
  ///
  /// - Parameter transactions: The `transactions` of a store. Create the stream next to the store, because it contains
  ///   the transactions from its creation on.
  public func log<State, Action>(_ transactions: AsyncStream<StoreTransaction<State, Action>>) async {
    for await transaction in transactions where logger.logLevel <= .debug {
      logger.debug(
        "Transaction",
        metadata: metadata(
          [
            "revision": "\(transaction.revision)", "origin": "\(transaction.origin.rawValue)",
            "actions": .array(transaction.actions.map { .string(actionName(of: $0)) }),
          ], "\(transaction.actions)"))
    }
  }

  /// Logs a mistake in an action at the level `warning`. Pass this method as `reportingTo` of a reducer.
  public func log(_ diagnostic: NavigationDiagnostic) {
    logger.warning(
      "Mistake in a navigation",
      metadata: metadata(["mistake": .string(withoutValues(diagnostic.description))], diagnostic.description))
  }

  /// Logs what was restored: at the level `info`, or `warning` if something was not restored.
  public func log(_ report: RestoreReport) {
    let message: Logger.Message =
      switch report.generation {
      case .current: "The saved state was restored"
      case .previous: "The previous generation of the saved state was restored"
      case nil: "The initial state is used"
      }
    logger.log(
      level: report.isUnchanged ? .info : .warning, message,
      metadata: metadata(
        [
          "generation": "\(report.generation?.rawValue ?? "none")", "losses": "\(report.losses.count)",
          "isUnchanged": "\(report.isUnchanged)",
        ], report.description))
  }

  /// Logs a link that does not open, at the level `notice`.
  public func log(_ error: LinkError) {
    log(error.result, error.description)
  }

  /// Logs a link that does not open, at the level `notice`.
  public func log(_ error: LinkResolutionError) {
    log(error.result, error.description)
  }

  private func log(_ result: LinkResult, _ description: @autoclosure () -> String) {
    var fixed: Logger.Metadata = ["result": .string(result.name)]
    if let pattern = result.pattern { fixed["pattern"] = .string(pattern) }
    if let cause = result.cause { fixed["cause"] = .string(cause) }
    logger.notice("A link was not opened", metadata: metadata(fixed, description()))
  }

  private func metadata(_ fixed: Logger.Metadata, _ description: @autoclosure () -> String) -> Logger.Metadata {
    values == .omitted ? fixed : fixed.merging(["description": .string(description())]) { fixed, _ in fixed }
  }

  /// Returns the text without everything from the first bracket or quotation mark to the last one, where the values of
  /// actions and the names of tabs are, and without what follows a colon, where the app's reason for a refusal is.
  private func withoutValues(_ text: String) -> String {
    var text = text
    if let first = text.firstIndex(where: { "([{\"".contains($0) }),
      let last = text.lastIndex(where: { ")]}\"".contains($0) }), first <= last
    {
      text.replaceSubrange(first...last, with: "(…)")
    }
    return String(text.prefix { $0 != ":" })
  }
}
