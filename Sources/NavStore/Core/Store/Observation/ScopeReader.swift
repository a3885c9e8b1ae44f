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
