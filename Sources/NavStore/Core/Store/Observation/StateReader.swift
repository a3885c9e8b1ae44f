/// Reads parts of a state so that Observation tells of each by itself.
protocol StateReader<State>: Sendable {
  associatedtype State: Sendable

  func value<Value: Equatable & Sendable>(of part: PartPath<State, Value>) -> Value

  /// A part to be read often.
  ///
  /// - Parameter read: Does what the key path does; nil to follow the key path.
  func part<Value: Equatable & Sendable>(
    _ part: PartPath<State, Value>, read: (@Sendable (State) -> Value)?
  ) -> ValueReader<Value>

  /// Notifies the readers of a part, though it has not changed.
  func notifyReaders<Value: Equatable & Sendable>(of part: PartPath<State, Value>)

  /// Notifies the readers of the whole state, though it has not changed.
  func notifyReaders()
}

/// Where a part is in a state.
///
/// Unchecked because it is made of key paths that are `Sendable`, which the compiler forgets of two that are joined.
struct PartPath<State, Value>: @unchecked Sendable {
  let keyPath: KeyPath<State, Value>

  init(_ keyPath: any KeyPath<State, Value> & Sendable) {
    self.keyPath = keyPath
  }

  private init(joined keyPath: KeyPath<State, Value>) {
    self.keyPath = keyPath
  }

  func appending<Part>(_ part: PartPath<Value, Part>) -> PartPath<State, Part> {
    PartPath<State, Part>(joined: keyPath.appending(path: part.keyPath))
  }
}

/// Parts of a part that a function makes: nothing says when two of those are the same, so each transaction is told.
struct ComputedParts<State: Sendable, Whole: Sendable>: StateReader {
  let base: any StateReader<Whole>
  let read: @Sendable () -> State

  func value<Value: Equatable & Sendable>(of part: PartPath<State, Value>) -> Value {
    read()[keyPath: part.keyPath]
  }

  func part<Value: Equatable & Sendable>(
    _ part: PartPath<State, Value>, read readPart: (@Sendable (State) -> Value)?
  ) -> ValueReader<Value> {
    guard let readPart else { return ValueReader { value(of: part) } }
    return ValueReader { readPart(read()) }
  }

  /// The readers of a part are readers of the whole state, because that is what they read.
  func notifyReaders<Value: Equatable & Sendable>(of part: PartPath<State, Value>) { base.notifyReaders() }

  func notifyReaders() { base.notifyReaders() }
}

/// Parts of a part that is named by a key path: they are parts of the whole.
///
/// It remembers those that were read: to join two key paths takes longer than all else that a read does.
final class ScopeReader<Whole: Sendable, State: Sendable>: StateReader {
  private let base: any StateReader<Whole>
  private let path: PartPath<Whole, State>
  private let known = Locked<[AnyKeyPath: any AnyObject & Sendable]>([:])

  init(base: any StateReader<Whole>, path: PartPath<Whole, State>) {
    self.base = base
    self.path = path
  }

  func value<Value: Equatable & Sendable>(of part: PartPath<State, Value>) -> Value {
    self.part(part, read: nil).value
  }

  func part<Value: Equatable & Sendable>(
    _ part: PartPath<State, Value>, read: (@Sendable (State) -> Value)?
  ) -> ValueReader<Value> {
    // The same key path leads to the same type of value.
    if let known = known.withLock({ $0[part.keyPath] }) { return unsafeDowncast(known, to: ValueReader<Value>.self) }
    var readWhole: (@Sendable (Whole) -> Value)?
    if let read { readWhole = { [path] whole in read(whole[keyPath: path.keyPath]) } }
    let new = base.part(path.appending(part), read: readWhole)
    known.withLock { $0[part.keyPath] = new }
    return new
  }

  func notifyReaders<Value: Equatable & Sendable>(of part: PartPath<State, Value>) {
    base.notifyReaders(of: path.appending(part))
  }

  func notifyReaders() { base.notifyReaders() }
}

/// A part of a store that was found once and is read often: its key path is looked up no more.
///
/// What it reads through holds the core of a store, and of a scope that was made by a function the store.
@usableFromInline
final class ValueReader<Value: Sendable>: Sendable {
  private let read: @Sendable () -> Value

  init(_ read: @escaping @Sendable () -> Value) {
    self.read = read
  }

  /// The value after the last transaction. Observation sees this read.
  var value: Value { read() }
}
