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
