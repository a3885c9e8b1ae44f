extension Persistence {
  /// A persistence of a whole state, which does nothing until `run()` or `flush()`.
  ///
  /// - Parameters:
  ///   - store: The store whose state is saved. It is not kept alive.
  ///   - storage: Where the state is saved.
  ///   - schema: The schema of the saved state; the same as in `load`.
  ///   - quiet: How long nothing must change before a save. A negative value counts as zero, and more than a hundred
  ///     years as a hundred years.
  ///   - maxWait: How long a change waits at most for its save. The same bounds apply.
  ///   - clock: The time for both.
  public convenience init<Action>(
    of store: Store<Saved, Action>, to storage: any StateStorage, schema: StateSchema,
    quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      source: store.source, to: storage, schema: schema, quiet: quiet, maxWait: maxWait, clock: clock,
      reminder: .standard(for: clock))
  }

  /// A persistence of a part of a state, which does nothing until `run()` or `flush()`.
  ///
  /// - Parameters:
  ///   - store: The store whose state is saved. It is not kept alive.
  ///   - storage: Where the state is saved.
  ///   - part: The part of the state that is saved, for example `\.navigation`.
  ///   - schema: The schema of the saved state; the same as in `load`.
  ///   - quiet: How long nothing must change before a save. A negative value counts as zero, and more than a hundred
  ///     years as a hundred years.
  ///   - maxWait: How long a change waits at most for its save. The same bounds apply.
  ///   - clock: The time for both.
  public convenience init<State, Action>(
    of store: Store<State, Action>, to storage: any StateStorage, saving part: any KeyPath<State, Saved> & Sendable,
    schema: StateSchema, quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      source: store.source.map { $0[keyPath: part] }, to: storage, schema: schema, quiet: quiet, maxWait: maxWait,
      clock: clock, reminder: .standard(for: clock))
  }

  /// A persistence of a whole state, with the usual schema of a version.
  ///
  /// - Parameters:
  ///   - store: The store whose state is saved. It is not kept alive.
  ///   - storage: Where the state is saved.
  ///   - version: The version of the saved form. Raise it when the form changes, here and in `load`.
  ///   - migrations: How what older versions saved is brought up to date; the same as in `load`.
  ///   - routes: The names of the types of the state's ``AnyRoute`` values, if it has any; the same as in `load`.
  ///   - quiet: How long nothing must change before a save. A negative value counts as zero, and more than a hundred
  ///     years as a hundred years.
  ///   - maxWait: How long a change waits at most for its save. The same bounds apply.
  ///   - clock: The time for both.
  public convenience init<Action>(
    of store: Store<Saved, Action>, to storage: any StateStorage, version: Int = 1, migrations: Migrations = [],
    routes: RouteRegistry? = nil, quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    let schema = StateSchema(version: version, migrations: migrations, routes: routes)
    self.init(of: store, to: storage, schema: schema, quiet: quiet, maxWait: maxWait, clock: clock)
  }

  /// A persistence of a part of a state, with the usual schema of a version.
  ///
  /// - Parameters:
  ///   - store: The store whose state is saved. It is not kept alive.
  ///   - storage: Where the state is saved.
  ///   - part: The part of the state that is saved, for example `\.navigation`.
  ///   - version: The version of the saved form. Raise it when the form changes, here and in `load`.
  ///   - migrations: How what older versions saved is brought up to date; the same as in `load`.
  ///   - routes: The names of the types of the state's ``AnyRoute`` values, if it has any; the same as in `load`.
  ///   - quiet: How long nothing must change before a save. A negative value counts as zero, and more than a hundred
  ///     years as a hundred years.
  ///   - maxWait: How long a change waits at most for its save. The same bounds apply.
  ///   - clock: The time for both.
  public convenience init<State, Action>(
    of store: Store<State, Action>, to storage: any StateStorage, saving part: any KeyPath<State, Saved> & Sendable,
    version: Int = 1, migrations: Migrations = [], routes: RouteRegistry? = nil, quiet: Duration = .milliseconds(500),
    maxWait: Duration = .seconds(5), clock: some Clock<Duration> = ContinuousClock()
  ) {
    let schema = StateSchema(version: version, migrations: migrations, routes: routes)
    self.init(
      of: store, to: storage, saving: part, schema: schema, quiet: quiet, maxWait: maxWait, clock: clock)
  }
}
