/// A value that is stored in separate memory, outside the value that contains the box.
///
/// The compiler generates functions that copy, move and destroy the values of each type. For a generic type whose size
/// depends on its type parameters, these functions are long. The size of a box does not depend on the type of
/// its value, so a type that keeps its generic values in boxes or arrays needs much less code. See decision 0043.
@usableFromInline
package indirect enum Boxed<Value> {
  case boxed(Value)

  /// - Complexity: O(1). Allocates memory once.
  @inlinable
  package init(_ value: Value) { self = .boxed(value) }

  @inlinable package var value: Value {
    switch self {
    case .boxed(let value): value
    }
  }
}

extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
extension Boxed: Sendable where Value: Sendable {}
