internal import Observation

/// A value that is read and set elsewhere: what a control needs, without a framework.
///
/// ```swift
/// let selection = navigator.binding(\.selectedTab)
/// selection.value = .library  // sends tabTapped(.library)
/// ```
///
/// It holds no value of its own. Use it from any thread.
public struct ValueBinding<Value: Sendable>: Sendable {
  let source: ValueSource<Value>

  /// A binding of two functions.
  ///
  /// - Parameters:
  ///   - get: The value as it is now.
  ///   - set: Asks for another value. What comes of it, the next `get` says.
  public init(get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void) {
    source = ValueSource(get: get, set: set)
  }

  /// The value as it is now. To set it asks for another one.
  public var value: Value {
    get { source.value }
    nonmutating set { source.value = newValue }
  }

  /// The same binding in other terms.
  ///
  /// - Parameters:
  ///   - get: Makes the other value.
  ///   - set: Makes a value of the other one; nil to ask for nothing.
  public func map<Other: Sendable>(
    get: @escaping @Sendable (Value) -> Other, set: @escaping @Sendable (Other) -> Value?
  ) -> ValueBinding<Other> {
    ValueBinding<Other> {
      get(source.value)
    } set: { other in
      if let value = set(other) { source.value = value }
    }
  }
}

/// What a ``ValueBinding`` reads and sets, as an object: a framework that compares its bindings by object and key path
/// sees the same one as long as the binding is kept.
final class ValueSource<Value: Sendable>: Sendable {
  private let read: @Sendable () -> Value
  private let write: @Sendable (Value) -> Void

  init(get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void) {
    read = get
    write = set
  }

  var value: Value {
    get { read() }
    set { write(newValue) }
  }
}

/// Its reads are those of what it reads, which tells observers itself.
extension ValueSource: Observable {}
