/// The parts of a state that observers read by themselves.
///
/// It grows with the key paths that are in the program, and with their arguments.
struct TrackedParts<State: Sendable> {
  private var parts: [AnyKeyPath: AnyObservedValue<State>] = [:]
  /// The same, in a list that a transaction goes through without a copy of its own.
  private(set) var all: [AnyObservedValue<State>] = []

  /// Stored, because each transaction asks.
  private(set) var isEmpty = true

  subscript(keyPath: AnyKeyPath) -> AnyObservedValue<State>? { parts[keyPath] }

  /// Adds a part, and returns it, or the one that is there already.
  mutating func insert(_ part: AnyObservedValue<State>, _ keyPath: AnyKeyPath) -> AnyObservedValue<State> {
    if let known = parts[keyPath] { return known }
    parts[keyPath] = part
    all.append(part)
    isEmpty = false
    return part
  }
}
