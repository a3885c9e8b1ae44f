/// Why an exploration ended.
public enum ExplorationEnd: Hashable, Sendable {
  /// Every action was tried in every state.
  case complete
  /// The longest sequences that were asked for were tried.
  case depth
  /// As many states as were asked for were found.
  case states
  /// The task was cancelled.
  case cancelled
  /// As many random walks as were asked for were made.
  case walks
}
