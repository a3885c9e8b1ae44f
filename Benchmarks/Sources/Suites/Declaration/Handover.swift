/// A value that is created before a run and moved into it.
///
/// A captured value would be shared with the owner of the run: a store would not be released at the end of the run, and
/// the first change of an array would copy it.
final class Handover<Value> {
  private var value: Value?

  init(_ value: consuming Value) {
    self.value = value
  }

  /// Returns the value. Throws an error when it is called again.
  func take() throws -> Value {
    guard let value = value.take() else { throw WorkNotDone("A run was started twice.") }
    return value
  }
}
