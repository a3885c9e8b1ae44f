/// Something that is made before a run and belongs to it alone from its start.
///
/// What a run captures is shared with whoever keeps the run: a store would not go when the run is over, and an array
/// would be copied by its first change.
final class Handover<Value> {
  private var value: Value?

  init(_ value: consuming Value) {
    self.value = value
  }

  /// What was made, for the second time an error.
  func take() throws -> Value {
    guard let value = value.take() else { throw WorkNotDone("A run was started twice.") }
    return value
  }
}
