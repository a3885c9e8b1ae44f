/// An object that reads values of a state so that the Observation framework tracks each value separately.
///
/// A ``StoreCore`` reads values of its state. A ``ScopeReader`` reads values of a part of that state.
protocol StateReader<State>: AnyObject, Sendable {
  associatedtype State: Sendable

  /// Returns the value at `keyPath` in the state after the last transaction. The Observation framework tracks this
  /// read.
  func value<Value: Equatable & Sendable>(of keyPath: any KeyPath<State, Value> & Sendable) -> Value

  /// Returns a reader of a value that is read often.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the value in the state. After a transaction, the store compares the value only once
  ///     for all readers of equal key paths.
  ///   - read: A function that returns the same value as the key path, or `nil` to use the key path.
  func reader<Value: Equatable & Sendable>(
    of keyPath: any KeyPath<State, Value> & Sendable, read: (@Sendable (State) -> Value)?
  ) -> ValueReader<Value>

  /// Returns a reader of the value that `read` returns. The store compares the value after each transaction only until
  /// the reader is released.
  ///
  /// - Parameter read: Returns the value in a state.
  func temporaryReader<Value: Equatable & Sendable>(_ read: @escaping @Sendable (State) -> Value) -> ValueReader<Value>

  /// Notifies the observers of the value at `keyPath`, whether or not the value has changed.
  func notifyReaders<Value: Equatable & Sendable>(of keyPath: any KeyPath<State, Value> & Sendable)

  /// Notifies the observers of the whole state, whether or not the state has changed.
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

  /// Creates a reader. `atEnd` is called when the reader is released.
  init(_ read: @escaping @Sendable () -> Value, atEnd: (@Sendable () -> Void)? = nil) {
    self.read = read
    self.atEnd = atEnd
  }

  deinit { atEnd?() }

  /// The value after the last transaction. The Observation framework tracks this read.
  package var value: Value { read() }
}

/// A reader of the values of a scope's state.
final class ScopeReader<Whole: Sendable, State: Sendable>: StateReader {
  /// The way in which the state of the scope is read.
  enum Derivation: Sendable {
    /// The key path of the scope's state in the state of the base reader. The Observation framework tracks a value of
    /// the scope as the value of the base reader at the joined key path.
    case keyPath(any KeyPath<Whole, State> & Sendable)
    /// A function that returns the state of the scope. Two functions cannot be compared, so the observers of each
    /// value are notified of every transaction.
    case function(@Sendable () -> State)
  }

  private let base: any StateReader<Whole>
  private let derivation: Derivation
  /// The readers that were created for key paths. They are kept because joining two key paths takes longer than the
  /// rest of a read.
  private let readers = Locked<[AnyKeyPath: any AnyObject & Sendable]>([:])

  init(base: any StateReader<Whole>, _ derivation: Derivation) {
    self.base = base
    self.derivation = derivation
  }

  func value<Value: Equatable & Sendable>(of keyPath: any KeyPath<State, Value> & Sendable) -> Value {
    switch derivation {
    case .keyPath: reader(of: keyPath, read: nil).value
    case .function(let state): state()[keyPath: keyPath]
    }
  }

  func reader<Value: Equatable & Sendable>(
    of keyPath: any KeyPath<State, Value> & Sendable, read: (@Sendable (State) -> Value)?
  ) -> ValueReader<Value> {
    switch derivation {
    case .keyPath(let path):
      // The values of equal key paths have the same type.
      if let known = readers.withLock({ $0[keyPath] }) { return unsafeDowncast(known, to: ValueReader<Value>.self) }
      var readBase: (@Sendable (Whole) -> Value)?
      if let read { readBase = { [state = getter(at: path)] in read(state($0)) } }
      let new = base.reader(of: Self.joined(path, keyPath), read: readBase)
      readers.withLock { $0[keyPath] = new }
      return new
    case .function(let state):
      guard let read else { return ValueReader { state()[keyPath: keyPath] } }
      return ValueReader { read(state()) }
    }
  }

  func temporaryReader<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (State) -> Value
  ) -> ValueReader<Value> {
    switch derivation {
    case .keyPath(let path): base.temporaryReader { [state = getter(at: path)] in read(state($0)) }
    case .function(let state): ValueReader { read(state()) }
    }
  }

  func notifyReaders<Value: Equatable & Sendable>(of keyPath: any KeyPath<State, Value> & Sendable) {
    switch derivation {
    case .keyPath(let path): base.notifyReaders(of: Self.joined(path, keyPath))
    // A read of any value of the scope has read the whole state of the base reader.
    case .function: base.notifyReaders()
    }
  }

  func notifyReaders() { base.notifyReaders() }

  private static func joined<Value>(
    _ first: any KeyPath<Whole, State> & Sendable, _ second: any KeyPath<State, Value> & Sendable
  ) -> any KeyPath<Whole, Value> & Sendable {
    // An unsafe cast, because the compiler does not know that joining two `Sendable` key paths results in a `Sendable`
    // key path. `Sendable` has no representation at run time, so the cast does not change the value.
    unsafeBitCast(first.appending(path: second), to: (any KeyPath<Whole, Value> & Sendable).self)
  }
}

/// Returns a function that reads the value at a key path.
///
/// A stored property is read at its offset, because it takes the runtime several hundred instructions to follow a key
/// path. `offset(of:)` returns `nil` unless the value is stored in the root in this form.
func getter<Root, Value>(at keyPath: any KeyPath<Root, Value> & Sendable) -> @Sendable (Root) -> Value {
  guard let offset = MemoryLayout<Root>.offset(of: keyPath) else { return { $0[keyPath: keyPath] } }
  return { root in
    withUnsafePointer(to: root) { (UnsafeRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee }
  }
}
