/// Collects the patterns of a ``DeepLinkTable``, which may be written one after the other, as lists, and under
/// conditions.
@resultBuilder
public enum LinkBuilder<Tab: Hashable & Sendable, Route: Hashable & Sendable> {
  /// One pattern.
  public static func buildExpression(_ pattern: LinkPattern<Tab, Route>) -> [LinkPattern<Tab, Route>] { [pattern] }
  /// A list of patterns, for example those of another table.
  public static func buildExpression(_ patterns: [LinkPattern<Tab, Route>]) -> [LinkPattern<Tab, Route>] { patterns }
  /// All of them.
  public static func buildBlock(_ patterns: [LinkPattern<Tab, Route>]...) -> [LinkPattern<Tab, Route>] {
    patterns.flatMap(\.self)
  }
  /// Those under a condition.
  public static func buildOptional(_ patterns: [LinkPattern<Tab, Route>]?) -> [LinkPattern<Tab, Route>] {
    patterns ?? []
  }
  /// The first of two branches.
  public static func buildEither(first patterns: [LinkPattern<Tab, Route>]) -> [LinkPattern<Tab, Route>] { patterns }
  /// The second of two branches.
  public static func buildEither(second patterns: [LinkPattern<Tab, Route>]) -> [LinkPattern<Tab, Route>] { patterns }
  /// Those of a loop.
  public static func buildArray(_ patterns: [[LinkPattern<Tab, Route>]]) -> [LinkPattern<Tab, Route>] {
    patterns.flatMap(\.self)
  }
}
