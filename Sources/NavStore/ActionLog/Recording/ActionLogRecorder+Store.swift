#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ActionLogRecorder {
  /// Records a whole store from now on. The file is made by the first write.
  ///
  /// Throws ``ActionLogError`` if the path does not end in the name of a file.
  ///
  /// - Parameters:
  ///   - store: The store. It is not kept alive.
  ///   - schema: How its states and actions stand in the log.
  ///   - path: The file; where it exists, the next number beside it is taken.
  ///   - options: How much is written, kept in memory and kept on disk.
  ///   - information: What the app says of itself in the first line of each file, for example its version.
  ///   - clock: The time of the actions. It is asked while the store's lock is held.
  public convenience init(
    of store: Store<State, Action>, schema: ActionLogSchema<State, Action>, to path: String,
    options: ActionLogOptions = ActionLogOptions(), information: JSONValue? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws(ActionLogError) {
    let start = clock.now
    try self.init(
      TransactionSource(store, capacity: options.checked.capacity) { start.duration(to: clock.now) }, schema: schema,
      to: path, options: options, header: .beginning(schema, information), fileSystem: POSIXFileSystem(),
      sleep: { try await clock.sleep(for: $0) })
  }

  /// Records a part of a store, as the public initializer does, under a name and with a beginning that the caller
  /// gives: the same in every run.
  package convenience init<Whole: Sendable, WholeAction: Sendable>(
    of store: Store<Whole, WholeAction>, state: @escaping @Sendable (Whole) -> State,
    action: @escaping @Sendable (WholeAction) -> Action?, schema: ActionLogSchema<State, Action>, to path: String,
    options: ActionLogOptions = ActionLogOptions(), information: JSONValue? = nil, clock: some Clock<Duration>,
    session: String, began: Int64
  ) throws(ActionLogError) {
    let start = clock.now
    var header = LogHeader.beginning(schema, information)
    header.session = session
    header.began = began
    try self.init(
      TransactionSource(store, state: state, action: action, capacity: options.checked.capacity) {
        start.duration(to: clock.now)
      }, schema: schema, to: path, options: options, header: header, fileSystem: POSIXFileSystem(),
      sleep: { try await clock.sleep(for: $0) })
  }

  /// Records a part of a store from now on: its state, and the actions that are the part's.
  ///
  /// Where another action changes the part, the log gets the state that it led to instead. The file is made by the
  /// first write.
  ///
  /// Throws ``ActionLogError`` if the path does not end in the name of a file.
  ///
  /// - Parameters:
  ///   - store: The store. It is not kept alive.
  ///   - state: The part of the state, for example `\.navigation`.
  ///   - action: The part's action in an action of the store, or nil if it is another one.
  ///   - schema: How the part's states and actions stand in the log.
  ///   - path: The file; where it exists, the next number beside it is taken.
  ///   - options: How much is written, kept in memory and kept on disk.
  ///   - information: What the app says of itself in the first line of each file, for example its version.
  ///   - clock: The time of the actions. It is asked while the store's lock is held.
  public convenience init<Whole: Sendable, WholeAction: Sendable>(
    of store: Store<Whole, WholeAction>, state: @escaping @Sendable (Whole) -> State,
    action: @escaping @Sendable (WholeAction) -> Action?, schema: ActionLogSchema<State, Action>, to path: String,
    options: ActionLogOptions = ActionLogOptions(), information: JSONValue? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws(ActionLogError) {
    let start = clock.now
    try self.init(
      TransactionSource(store, state: state, action: action, capacity: options.checked.capacity) {
        start.duration(to: clock.now)
      }, schema: schema, to: path, options: options, header: .beginning(schema, information),
      fileSystem: POSIXFileSystem(), sleep: { try await clock.sleep(for: $0) })
  }
}

extension LogHeader {
  /// The first line of a session that begins now.
  fileprivate static func beginning<State, Action>(
    _ schema: ActionLogSchema<State, Action>, _ information: JSONValue?
  ) -> LogHeader {
    LogHeader(
      schema: schema.version, session: String(UInt64.random(in: .min ... .max), radix: 16),
      began: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)), fingerprintName: schema.fingerprintName,
      information: information, rules: schema.recordedRules)
  }
}
