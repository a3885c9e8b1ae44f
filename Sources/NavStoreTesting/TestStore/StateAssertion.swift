/// A comparison of the change that a test describes with the change that happened.
///
/// The type has no side effects. Its functions return a failure as a message. The parameter `subject` is the call that
/// caused the change, for example `send(.push(.song(7)))`. A `subject` closure is called only if there is a message.
struct StateAssertion<State: Equatable> {
  typealias Change = (inout State) throws -> Void

  let before: State
  let after: State

  init(before: State, after: State) {
    self.before = before
    self.after = after
  }

  /// Returns the failure, or `nil` if `change` describes exactly the change that happened.
  ///
  /// If `change` is `nil`, the state must not have changed. A closure that changes nothing is a failure, even if the
  /// state did not change. If the closure throws an error that the test framework has already reported, the result is
  /// `nil`.
  ///
  /// `areEqual` is compiled for the types of the test. The function creates a `StateAssertion` only for a failure,
  /// because storing both states in a `StateAssertion` costs two more copies.
  static func exhaustiveFailure(
    from before: State, to after: State, _ change: Change?, areEqual: (State, State) -> Bool, of subject: () -> String
  ) -> String? {
    guard let change else {
      if areEqual(before, after) { return nil }
      return StateAssertion(before: before, after: after)
        .unexpectedChange(of: subject(), "no change was expected.")
    }
    var expected = before
    do {
      try change(&expected)
    } catch {
      return StateAssertion(before: before, after: after).failure(of: error, in: subject())
    }
    if areEqual(expected, after), !areEqual(expected, before) { return nil }
    return StateAssertion(before: before, after: after).exhaustiveFailure(expected, of: subject())
  }

  func exhaustiveFailure(_ expected: State, of subject: String) -> String {
    if expected == after { return emptyClosure(of: subject) }
    if expected == before {
      return unexpectedChange(of: subject, "the closure that describes the change changes nothing.")
    }
    return after == before ? missingChange(expected, of: subject) : otherChange(expected, of: subject)
  }

  /// Returns a failure if `change` throws an error, or if applying `change` to the state after the action changes that
  /// state.
  ///
  /// - Returns: The message of the failure, or `nil`, and whether `change` returned without an error.
  func partialFailure(_ change: Change, of subject: () -> String) -> (message: String?, isComplete: Bool) {
    var expected = after
    do { try change(&expected) } catch { return (failure(of: error, in: subject()), false) }
    guard expected != after else { return (nil, true) }
    return (
      otherChange(expected, of: subject())
        + " With exhaustivity off, the closure receives the state *after* the action.",
      true
    )
  }

  func failure(of expected: Change) -> String? {
    var state = after
    do { try expected(&state) } catch { return failure(of: error, in: "assert") }
    guard state != after else { return nil }
    return """
      Assertion failed: the state is not the one that assert expects.

      \(indentedDifference(expected: state, actual: after))
      """
  }

  /// Returns a description of the whole change for the note about skipped assertions, or `nil` if the state did not
  /// change.
  ///
  /// The description does not show which parts of the change the closure `change` has asserted. To determine them, the
  /// closure would have to run on the state before the action, which may lack values that the closure requires.
  func skipped(_ change: Change?, of subject: () -> String) -> String? {
    guard before != after else { return nil }
    return """
      \(change == nil ? "Not asserted: \(subject()) changed this." : "Partly asserted: \(subject()) changed this.")

      \(indentedDifference(expected: before, actual: after))
      """
  }

  // MARK: Messages

  func unexpectedChange(of subject: String, _ why: String) -> String {
    """
    Unexpected change: \(subject) changed the state, and \(why)

    \(indentedDifference(expected: before, actual: after))

    If the change is correct, describe it: { $0.… = … }. If not, fix the reducer.
    """
  }

  private func emptyClosure(of subject: String) -> String {
    """
    Nothing to assert: the closure of \(subject) changes nothing, and the state did not change.

    Remove the closure, or let it make the change that you expect.
    """
  }

  private func missingChange(_ expected: State, of subject: String) -> String {
    """
    Missing change: \(subject) was expected to change the state, and did not change it.

    \(indentedDifference(expected: expected, actual: after))

    Either the reducer does not handle this action in this state, or the expectation is wrong.
    """
  }

  private func otherChange(_ expected: State, of subject: String) -> String {
    """
    Wrong change: \(subject) led to a state that differs from the expected one.

    \(indentedDifference(expected: expected, actual: after))

    If the state is correct, fix the expectation. If not, fix the reducer.
    """
  }

  func failure(of error: any Error, in subject: String) -> String? {
    isReported(error) ? nil : "The closure of \(subject) threw an error: \(error)"
  }
}

func indentedDifference<Value: Equatable>(expected: Value, actual: Value) -> String {
  let text = difference(actual, expected) ?? "no difference"
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  return lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n") + "\n\n(− expected, + actual)"
}
