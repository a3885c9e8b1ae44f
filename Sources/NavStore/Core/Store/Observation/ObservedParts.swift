/// The parts of a store's state that are observed, and the notifications that are scheduled.
struct ObservedParts<State: Sendable> {
  /// Whether the whole state was read in a way that the Observation framework tracks.
  ///
  /// The value is never set back to `false`: the Observation framework installs an observer only after the observer's
  /// reads, so the store cannot know whether an observer is about to be installed.
  private(set) var isStateObserved = false
  /// Whether the running effects were read in a way that the Observation framework tracks.
  var areEffectsObserved = false
  private(set) var values: [any AnyObservedValue<State>] = []
  /// The values that were read by key path. They are kept until the store's core is released. The key paths in the
  /// program, and the arguments of these key paths, limit their number.
  private var valuesByKeyPath: [AnyKeyPath: any AnyObservedValue<State>] = [:]
  /// The lowest revision whose notifications will be repeated by a scheduled notification; `nil` if none is scheduled.
  private var notifiesAgainSince: Int?

  /// Whether a transaction notifies observers. It is stored, because every transaction reads it.
  private(set) var areObserved = false

  mutating func observeState() {
    isStateObserved = true
    areObserved = true
  }

  /// Returns the value for an equal key path. Compares and hashes the arguments of key paths.
  func value(at keyPath: AnyKeyPath) -> (any AnyObservedValue<State>)? { valuesByKeyPath[keyPath] }

  mutating func add(_ value: any AnyObservedValue<State>, at keyPath: AnyKeyPath) -> any AnyObservedValue<State> {
    if let known = valuesByKeyPath[keyPath] { return known }
    valuesByKeyPath[keyPath] = value
    add(value)
    return value
  }

  mutating func add(_ value: any AnyObservedValue<State>) {
    values.append(value)
    areObserved = true
  }

  mutating func remove(_ value: any AnyObservedValue<State>) {
    values.removeAll { $0 === value }
    areObserved = isStateObserved || !values.isEmpty
  }

  /// Requests a later notification of the values that were notified of the transaction with the revision `revision` or
  /// of a later one.
  ///
  /// - Returns: Whether the caller must schedule the notification, because none was scheduled.
  mutating func notifyLater(since revision: Int) -> Bool {
    defer { notifiesAgainSince = min(notifiesAgainSince ?? revision, revision) }
    return notifiesAgainSince == nil
  }

  /// Begins the scheduled notification, and returns its revision; see ``notifyLater(since:)``. A transaction during the
  /// notification schedules another one.
  mutating func takeScheduled() -> Int? {
    defer { notifiesAgainSince = nil }
    return notifiesAgainSince
  }
}
