/// A variable in separate memory. The size of a value that contains a cell does not depend on the type of the variable.
///
/// Code that is not compiled for the app's types therefore finds the parts of such a value without looking up its type at
/// run time, which would take longer than a transaction. All uses of a cell exclude each other, because the owner of the
/// cell is in a ``Locked``, or is used by one thread.
package final class Cell<Value> {
  // The lock of the owner makes each access exclusive, as in `Locked`.
  @exclusivity(unchecked) package var value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
