/// Collects what is declared in ``RouteDestinations``: destinations, and tables in tables, also under conditions.
@resultBuilder
public enum DestinationBuilder<Output> {
  /// What may stand in a table.
  public typealias Element = RouteDestinations<Output>.Element

  /// One destination.
  public static func buildExpression(_ destination: RouteDestination<Output>) -> [Element] {
    [.destination(destination)]
  }
  /// A table of its own, which lies further from the root.
  public static func buildExpression(_ table: RouteDestinations<Output>) -> [Element] { [.table(table)] }
  /// All of them.
  public static func buildBlock(_ elements: [Element]...) -> [Element] { elements.flatMap(\.self) }
  /// Those under a condition.
  public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }
  /// The first of two branches.
  public static func buildEither(first elements: [Element]) -> [Element] { elements }
  /// The second of two branches.
  public static func buildEither(second elements: [Element]) -> [Element] { elements }
  /// Those of a loop.
  public static func buildArray(_ elements: [[Element]]) -> [Element] { elements.flatMap(\.self) }
}
