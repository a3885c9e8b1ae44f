internal import Observation

/// A value with a getter and a setter, for the controls of any framework.
///
/// ```swift
/// let selection = navigator.binding(\.selectedTab)
/// selection.value = .library  // sends tabTapped(.library)
/// ```
///
/// It stores no value. Use it from any thread.
public struct ValueBinding<Value: Sendable>: Sendable {
  let source: ValueSource<Value>

  /// Creates a binding from two functions.
  ///
  /// - Parameters:
  ///   - get: Returns the current value.
  ///   - set: Requests another value. The next `get` returns the result.
  public init(get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void) {
    source = ValueSource(get: get, set: set)
  }

  /// The current value. A write requests another value.
  public var value: Value {
    get { source.value }
    nonmutating set { source.value = newValue }
  }

  /// Returns a binding to a value that is derived from the value of this binding.
  ///
  /// - Parameters:
  ///   - get: Returns the derived value for a value of this binding.
  ///   - set: Returns the value to request for a derived value, or `nil` to request nothing.
  package func map<Other: Sendable>(
    get: @escaping @Sendable (Value) -> Other, set: @escaping @Sendable (Other) -> Value?
  ) -> ValueBinding<Other> {
    ValueBinding<Other> {
      get(source.value)
    } set: { other in
      if let value = set(other) { source.value = value }
    }
  }
}

/// The getter and the setter of a ``ValueBinding`` in an object.
///
/// A framework that compares its bindings by object and key path finds them equal as long as the binding is kept.
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

/// The getter reads a store, which notifies the observers itself.
extension ValueSource: Observable {}
