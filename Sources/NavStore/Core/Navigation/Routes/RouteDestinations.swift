/// A table of the screens that routes show. A screen is, for example, a view, a terminal screen or a string.
///
/// ```swift
/// let screens = RouteDestinations<Screen> {
///   RouteDestination(for: Song.self) { SongScreen($0) }
///   RouteDestination(for: Settings.self) { _ in SettingsScreen() }
///   Radio.screens  // the screens of a feature
/// }
/// let screen = screens[path[0]]
/// ```
///
/// The table resolves a route by its type. It resolves an ``AnyRoute`` by the type of its value.
///
/// The table uses one destination for each type. If a type has several destinations, a destination in the table itself
/// takes precedence over a destination in a nested table, and a less deeply nested destination takes precedence over a
/// more deeply nested one. Of two destinations at the same depth, the first one takes precedence. The other
/// destinations are never used. They do not stop the program, and the table reports each of them.
///
/// Use a table on the actor that created it. Use a table of views on the main actor, because the closures that create
/// views run there.
///
/// - Complexity: Creating a table is O(*n*), where *n* is the number of destinations. Resolving a route is O(1), or
///   O(*n*) if the type of the route has no destination.
public struct RouteDestinations<Output> {
  /// The diagnostics of destinations that are never used. The diagnostics of nested tables are last.
  package let diagnostics: [NavigationDiagnostic]

  /// For each type of routes, the destination that takes precedence; see the description of `RouteDestinations`. Less
  /// deeply nested destinations are first.
  private var destinations: [RouteDestination<Output>.Single] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  private let listener: RouteDiagnostics?

  /// Creates a table that is declared in source code.
  ///
  /// - Parameters:
  ///   - listener: Receives mistakes. When the table is created, the table reports the destinations that are never
  ///     used. When a route without a destination is resolved, the table reports the route, but only the first one of
  ///     each type. The table does not repeat the reports of nested tables.
  ///   - elements: The destinations and the nested tables.
  public init(
    reportingTo listener: (@Sendable (NavigationDiagnostic) -> Void)? = NavigationDiagnostic.print,
    @DestinationBuilder<Output> _ elements: () -> [RouteDestination<Output>]
  ) {
    var (levels, known): ([[RouteDestination<Output>.Single]], [NavigationDiagnostic]) = ([[]], [])
    for element in elements() {
      switch element.kind {
      case .single(let destination):
        levels[0].append(destination)
      case .table(let table):
        known += table.diagnostics
        for var destination in table.destinations {
          destination.depth += 1
          while levels.count <= destination.depth { levels.append([]) }
          levels[destination.depth].append(destination)
        }
      }
    }
    var found: [NavigationDiagnostic] = []
    for destination in levels.joined() {
      if destination.type == AnyRoute.self {
        found.append(.destinationForAnyRoute(at: destination.place))
      } else if let used = indices[ObjectIdentifier(destination.type)] {
        found.append(
          .repeatedDestination(
            type: "\(destination.type)", used: destinations[used].place, unused: destination.place))
      } else {
        indices[ObjectIdentifier(destination.type)] = destinations.count
        destinations.append(destination)
      }
    }
    diagnostics = found + known
    self.listener = listener.map(RouteDiagnostics.init)
    for diagnostic in found { self.listener?.note(.declaration(diagnostic), diagnostic) }
  }

  /// The screen of a route, or `nil` if the type of the route has no destination. A type without a destination is
  /// reported once.
  public subscript(route: some Hashable & Sendable) -> Output? { try? resolve(route).get() }

  package func resolve(_ route: some Hashable & Sendable) -> Result<Output, NavigationDiagnostic> {
    let value: any Hashable & Sendable = (route as? AnyRoute)?.base ?? route
    let type = Swift.type(of: value)
    if let index = indices[ObjectIdentifier(type)], let output = destinations[index].output(value) {
      return .success(output)
    }
    let names = TypeNames(destinations.map { $0.type } + [type])
    let diagnostic = NavigationDiagnostic.missingDestination(
      route: ValueOutline.text(of: value), type: names[type], declared: destinations.map { names[$0.type] })
    listener?.note(.missingDestination(of: ObjectIdentifier(type)), diagnostic)
    return .failure(diagnostic)
  }

  /// Returns the destinations that are never used and the differences between the table and a registry. A test that
  /// calls this method once checks the types of all routes.
  ///
  /// ```swift
  /// #expect(screens.check(routes) == [])
  /// ```
  ///
  /// Each registered type needs a destination, so that its routes can be shown. Each type with a destination needs a
  /// registered name, so that its routes can be saved.
  public func check(_ registry: RouteRegistry) -> [NavigationDiagnostic] {
    let names = TypeNames(registry.orderedTypes + destinations.map { $0.type })
    let notShown = registry.orderedTypes.compactMap { type -> NavigationDiagnostic? in
      guard indices[ObjectIdentifier(type)] == nil, let name = registry.name(of: type) else { return nil }
      return .noDestination(type: names[type], registeredAs: name)
    }
    let notSaved = destinations.compactMap { destination -> NavigationDiagnostic? in
      guard !registry.contains(destination.type) else { return nil }
      return .noName(type: names[destination.type], at: destination.place)
    }
    return diagnostics + notShown + notSaved
  }
}

/// The destination of one type of routes in ``RouteDestinations``: a closure that returns the screen of a route. A
/// nested table in the block of another table also becomes a value of this type.
///
/// ```swift
/// RouteDestination(for: Song.self) { SongScreen($0) }
/// ```
public struct RouteDestination<Output> {
  fileprivate struct Single {
    let type: any (Hashable & Sendable).Type
    /// The file and the line of the declaration.
    let place: String
    var depth = 0
    let output: (any Hashable & Sendable) -> Output?
  }

  fileprivate enum Kind {
    case single(Single)
    case table(RouteDestinations<Output>)
  }

  fileprivate let kind: Kind

  fileprivate init(_ table: RouteDestinations<Output>) {
    kind = .table(table)
  }

  /// Creates a destination for a type of routes.
  ///
  /// - Parameters:
  ///   - type: The type of the routes. A destination for a class does not apply to its subclasses.
  ///   - fileID: The file of the declaration, for diagnostics.
  ///   - line: The line of the declaration.
  ///   - make: Returns the screen of a route. It is called on the caller's actor each time a route is resolved.
  public init<Route: Hashable & Sendable>(
    for type: Route.Type, fileID: String = #fileID, line: Int = #line, make: @escaping (Route) -> Output
  ) {
    kind = .single(Single(type: type, place: "\(fileID):\(line)", output: { ($0 as? Route).map(make) }))
  }
}

/// A result builder for ``RouteDestinations``. A table may contain destinations, nested tables, conditions and loops.
@resultBuilder
public enum DestinationBuilder<Output> {
  /// Adds a destination.
  public static func buildExpression(_ destination: RouteDestination<Output>) -> [RouteDestination<Output>] {
    [destination]
  }
  /// Adds a nested table. The destinations of the enclosing table take precedence over its destinations.
  public static func buildExpression(_ table: RouteDestinations<Output>) -> [RouteDestination<Output>] {
    [RouteDestination(table)]
  }
  /// Joins the elements of a block.
  public static func buildBlock(_ elements: [RouteDestination<Output>]...) -> [RouteDestination<Output>] {
    elements.flatMap { $0 }
  }
  /// Adds the elements of a condition without an `else`.
  public static func buildOptional(_ elements: [RouteDestination<Output>]?) -> [RouteDestination<Output>] {
    elements ?? []
  }
  /// Adds the elements of the first branch.
  public static func buildEither(first elements: [RouteDestination<Output>]) -> [RouteDestination<Output>] { elements }
  /// Adds the elements of the second branch.
  public static func buildEither(second elements: [RouteDestination<Output>]) -> [RouteDestination<Output>] { elements }
  /// Adds the elements of a loop.
  public static func buildArray(_ elements: [[RouteDestination<Output>]]) -> [RouteDestination<Output>] {
    elements.flatMap { $0 }
  }
}
