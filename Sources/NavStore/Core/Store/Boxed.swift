/// A value in memory of its own, outside the value that contains the box.
///
/// The compiler generates functions that copy, move and destroy the values of each type. For a generic type whose size
/// depends on its type parameters, these functions are long. A box has the same size for each type, so a type that
/// keeps its generic values in boxes or arrays needs much less code. See decision 0043.
@usableFromInline
package indirect enum Boxed<Value> {
  case boxed(Value)

  /// Puts a value into a box.
  ///
  /// - Complexity: One allocation.
  @inlinable
  package init(_ value: Value) { self = .boxed(value) }

  /// The value in the box.
  @inlinable package var value: Value {
    switch self {
    case .boxed(let value): value
    }
  }
}

extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
extension Boxed: Sendable where Value: Sendable {}
