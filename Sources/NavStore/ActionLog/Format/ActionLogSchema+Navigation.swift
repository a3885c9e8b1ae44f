extension ActionLogSchema {
  /// A schema for a log of a navigation, which holds the rules too: so that the command `navstore log` can replay it,
  /// which knows nothing of the app.
  ///
  /// A comparison of routes (``NavigationRules/sameRoute``) cannot be written; the log says that there is one. Rules
  /// that cannot be encoded are left out.
  ///
  /// - Parameters:
  ///   - version: The version of the encoded states and actions.
  ///   - rules: The rules of the app's reducer.
  ///   - routes: The names of the types of ``AnyRoute`` values, if there are any.
  ///   - redactions: What is replaced before it is encoded. Of two for one type, the last counts.
  ///   - stateMigrations: How states of older versions are brought up to date.
  ///   - actionMigrations: How actions of older versions are brought up to date.
  @inlinable
  public init<Tab: Codable, Route: Codable>(
    version: Int = 1, rules: NavigationRules<Tab, Route>, routes: RouteRegistry? = nil,
    redacting redactions: [Redaction] = [], stateMigrations: Migrations = [], actionMigrations: Migrations = []
  ) where State == NavigationState<Tab, Route> {
    self = Self(
      version: version, routes: routes, redacting: redactions, stateMigrations: stateMigrations,
      actionMigrations: actionMigrations
    ).holding(navigationRules: rules)
  }

  @usableFromInline
  func holding<Tab: Codable, Route: Codable>(navigationRules rules: NavigationRules<Tab, Route>) -> ActionLogSchema
  where State == NavigationState<Tab, Route> {
    holding(RecordedRules(rules))
  }
}
