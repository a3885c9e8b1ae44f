internal import Observation

/// A value with a getter and a setter, for the controls of any framework.
///
/// ```swift
/// let selection = navigator.binding(\.selectedTab)
/// selection.value = .library  // sends tabTapped(.library)
/// ```
///
/// A value binding stores no value. It can be used from any thread.
public struct ValueBinding<Value: Sendable>: Sendable {
  let source: ValueSource<Value>

  /// Creates a binding from two functions.
  ///
  /// - Parameters:
  ///   - get: Returns the current value.
  ///   - set: Requests another value. The owner of the value may refuse the request; `get` then still returns the old
  ///     value.
  public init(get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void) {
    source = ValueSource(get: get, set: set)
  }

  /// The current value. Setting this property requests another value, which the owner of the value may refuse.
  public var value: Value {
    get { source.value }
    nonmutating set { source.value = newValue }
  }

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

/// An object with the getter and the setter of a ``ValueBinding``.
///
/// SwiftUI compares its bindings by object and key path. Two SwiftUI bindings are therefore equal if they were created
/// from the same ``ValueBinding``.
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

/// The conformance needs no registrar, because the object that the getter reads, such as a store, notifies the
/// observers.
extension ValueSource: Observable {}
