/// An object that reads values of a state so that the Observation framework tracks each value separately.
///
/// A ``StoreCore`` reads values of its state. A ``ScopeReader`` reads values of a part of that state.
protocol StateReader<State>: AnyObject, Sendable {
  associatedtype State: Sendable

  /// Returns a reader of the value at a key path, which `read` also returns. After a transaction, the store compares the
  /// value only once for all readers of equal key paths.
  func reader<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>, read: @escaping @Sendable (State) -> Value
  ) -> ValueReader<Value>

  /// Returns a reader of a value that the store compares after each transaction only until the reader is released.
  func temporaryReader<Value: Equatable & Sendable>(_ read: @escaping @Sendable (State) -> Value) -> ValueReader<Value>

  /// Returns whether work with an id is running in nested scopes, which can be inside other scopes. The Observation
  /// framework tracks this read.
  func isRunning(_ id: EffectID, in scopes: [EffectID]) -> Bool

  func notifyReaders(of keyPath: PartialKeyPath<State>)

  func notifyReaders()
}

/// A reader of one value in a store's state. If the value has a key path, the key path is looked up only once, when the
/// reader is created.
///
/// A reader keeps the core of its store alive. If the value is in a scope that was created from a function and not from
/// a key path, the reader also keeps the store alive.
@usableFromInline
package final class ValueReader<Value: Sendable>: Sendable {
  private let read: @Sendable () -> Value
  private let atEnd: (@Sendable () -> Void)?

  init(_ read: @escaping @Sendable () -> Value, atEnd: (@Sendable () -> Void)? = nil) {
    self.read = read
    self.atEnd = atEnd
  }

  deinit { atEnd?() }

  /// The value after the last transaction. The Observation framework tracks this read.
  package var value: Value { read() }
}

final class ScopeReader<Whole: Sendable, State: Sendable>: StateReader {
  enum Derivation: Sendable {
    /// The Observation framework tracks a value of the scope as the value of the base reader at the joined key path.
    case keyPath(any KeyPath<Whole, State> & Sendable)
    /// Two functions cannot be compared, so the observers of each value are notified of every transaction.
    case function(@Sendable () -> State)
  }

  private let base: any StateReader<Whole>
  private let derivation: Derivation

  init(base: any StateReader<Whole>, _ derivation: Derivation) {
    self.base = base
    self.derivation = derivation
  }

  func reader<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>, read: @escaping @Sendable (State) -> Value
  ) -> ValueReader<Value> {
    switch derivation {
    case .keyPath(let path): base.reader(of: path.appending(path: keyPath)) { read($0[keyPath: path]) }
    case .function(let state): ValueReader { read(state()) }
    }
  }

  func temporaryReader<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (State) -> Value
  ) -> ValueReader<Value> {
    switch derivation {
    case .keyPath(let path): base.temporaryReader { read($0[keyPath: path]) }
    case .function(let state): ValueReader { read(state()) }
    }
  }

  func isRunning(_ id: EffectID, in scopes: [EffectID]) -> Bool { base.isRunning(id, in: scopes) }

  func notifyReaders(of keyPath: PartialKeyPath<State>) {
    switch derivation {
    case .keyPath(let path):
      if let whole = (path as PartialKeyPath).appending(path: keyPath) { base.notifyReaders(of: whole) }
    // A read of any value of the scope has read the whole state of the base reader.
    case .function: base.notifyReaders()
    }
  }

  func notifyReaders() { base.notifyReaders() }
}
