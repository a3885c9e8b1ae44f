/// What routes show, by their types: a view, a screen of a terminal, a text.
///
/// ```swift
/// let screens = RouteDestinations<Screen> {
///   RouteDestination(for: Song.self) { SongScreen($0) }
///   RouteDestination(for: Settings.self) { _ in SettingsScreen() }
///   Radio.screens  // a feature's own
/// }
/// let screen = screens.resolve(path[0])
/// ```
///
/// An ``AnyRoute`` is resolved by the type of what it holds, any other route by its own.
///
/// One type has one destination. Of several the one nearest to the root counts: what stands in a table itself, before
/// what stands in a table within it; of those beside each other, the first. The others are never used, and
/// ``diagnostics`` says so. Nothing of it stops the program.
///
/// It is used where it was made: closures of views belong to the main actor, and so does a table of them. To make one
/// takes time in proportion to its destinations, and to resolve a route none that grows with them.
public struct RouteDestinations<Output> {
  /// What may stand in a table.
  public enum Element {
    /// What the routes of one type show.
    case destination(RouteDestination<Output>)
    /// A table of its own, which lies further from the root.
    case table(RouteDestinations<Output>)
  }

  /// What became of a route.
  public enum Outcome {
    /// What it shows.
    case found(Output)
    /// There is no destination for its type. The diagnostic names the route, its type and the types that have one.
    case missing(RouteDiagnostic)

    /// What the route shows; nil if there is no destination.
    public var output: Output? {
      if case .found(let output) = self { output } else { nil }
    }
  }

  /// What is wrong with the declarations: destinations that are never used, those of the tables within it last.
  public let diagnostics: [RouteDiagnostic]

  /// The destinations that count, nearest to the root first.
  private var destinations: [RouteDestination<Output>] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  private let listener: RouteDiagnostics

  /// A table that is declared in source.
  ///
  /// - Parameters:
  ///   - listener: Who is told of destinations that are never used, now, and of routes without one, when they are
  ///     resolved. Each is said once: what a table within this one has said already is not repeated.
  ///   - elements: The destinations.
  public init(
    reportingTo listener: RouteDiagnostics = RouteDiagnostics(),
    @DestinationBuilder<Output> _ elements: () -> [Element]
  ) {
    self.init(elements(), reportingTo: listener)
  }

  /// A table of a list that was made before.
  public init(_ elements: [Element], reportingTo listener: RouteDiagnostics = RouteDiagnostics()) {
    var (levels, known): ([[RouteDestination<Output>]], [RouteDiagnostic]) = ([[]], [])
    for element in elements {
      switch element {
      case .destination(let destination):
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
    var found: [RouteDiagnostic] = []
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
    self.listener = listener
    for diagnostic in found { listener.note(.declaration(diagnostic), diagnostic) }
  }

  /// What a route shows, or a diagnostic if there is no destination for its type. The diagnostic is told once for each
  /// type.
  public func resolve(_ route: some Hashable & Sendable) -> Outcome {
    let value: any Hashable & Sendable = (route as? AnyRoute)?.base ?? route
    let type = Swift.type(of: value)
    if let index = indices[ObjectIdentifier(type)], let output = destinations[index].output(of: value) {
      return .found(output)
    }
    let names = TypeNames(destinations.map(\.type) + [type])
    let diagnostic = RouteDiagnostic.missingDestination(
      route: RouteDiagnostic.shown(value), type: names[type], declared: destinations.map { names[$0.type] })
    listener.note(.missingDestination(of: ObjectIdentifier(type)), diagnostic)
    return .missing(diagnostic)
  }

  /// What this table and a registry do not agree on, and what is wrong with the table itself: for one test of all
  /// routes.
  ///
  /// ```swift
  /// #expect(screens.check(routes) == [])
  /// ```
  ///
  /// Each type that is registered needs a destination to be shown, and each type with a destination a name to be saved.
  public func check(_ registry: RouteRegistry) -> [RouteDiagnostic] {
    let names = TypeNames(registry.orderedTypes + destinations.map(\.type))
    let notShown = registry.orderedTypes.compactMap { type -> RouteDiagnostic? in
      guard indices[ObjectIdentifier(type)] == nil, let name = registry.name(of: type) else { return nil }
      return .noDestination(type: names[type], registeredAs: name)
    }
    let notSaved = destinations.compactMap { destination -> RouteDiagnostic? in
      guard !registry.contains(destination.type) else { return nil }
      return .noName(type: names[destination.type], at: destination.place)
    }
    return diagnostics + notShown + notSaved
  }
}

extension RouteDestinations.Outcome: Sendable where Output: Sendable {}
extension RouteDestinations.Outcome: Equatable where Output: Equatable {}

/// What the routes of one type show, among ``RouteDestinations``.
///
/// ```swift
/// RouteDestination(for: Song.self) { SongScreen($0) }
/// ```
public struct RouteDestination<Output> {
  fileprivate let type: any (Hashable & Sendable).Type
  /// Where it is declared: a file of the app and a line.
  fileprivate let place: String
  /// How many tables it lies in, beneath the one that has it.
  fileprivate var depth = 0

  private let make: (any Hashable & Sendable) -> Output?

  /// A destination of a type of routes.
  ///
  /// - Parameters:
  ///   - type: The type of the values. Subclasses are other types.
  ///   - fileID: Where it is declared, for diagnostics.
  ///   - line: The line of it.
  ///   - make: What a route shows. It is called each time a route is resolved, on the caller's actor.
  public init<Route: Hashable & Sendable>(
    for type: Route.Type, fileID: String = #fileID, line: Int = #line, make: @escaping (Route) -> Output
  ) {
    self.type = type
    place = "\(fileID):\(line)"
    self.make = { value in (value as? Route).map(make) }
  }

  /// What a route shows; nil if it is of another type.
  fileprivate func output(of route: any Hashable & Sendable) -> Output? { make(route) }
}

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

/// The names of types in one message: short ones, or with their modules where two would read alike.
private struct TypeNames {
  private var types: [String: Set<ObjectIdentifier>] = [:]

  init(_ types: [any Any.Type]) {
    for type in types { self.types["\(type)", default: []].insert(ObjectIdentifier(type)) }
  }

  subscript(type: any Any.Type) -> String {
    let name = "\(type)"
    return types[name, default: []].count > 1 ? String(reflecting: type) : name
  }
}
