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
