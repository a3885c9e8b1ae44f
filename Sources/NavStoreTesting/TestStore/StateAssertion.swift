/// Compares a change that a test describes with the one that happened.
///
/// It is pure: it returns the failure as a message.
///
/// The subject of a message is what caused the change: `send(.push(.song(7)))`. It is asked for only when there is
/// something to say.
@usableFromInline
struct StateAssertion<State: Equatable> {
  @usableFromInline typealias Change = (inout State) throws -> Void

  @usableFromInline let before: State
  @usableFromInline let after: State

  @inlinable
  init(before: State, after: State) {
    self.before = before
    self.after = after
  }

  /// The failure, or nil if `change` describes all that happened.
  ///
  /// Inlinable, so that it is compiled for the test's types; see ``TestStore``. A value is made only of what fails: to
  /// put the states into one and to destroy it costs two more copies.
  @inlinable
  static func exhaustiveFailure(
    from before: State, to after: State, _ change: Change?, of subject: () -> String
  ) -> String? {
    guard let change else {
      if before == after { return nil }
      return StateAssertion(before: before, after: after)
        .unexpectedChange(of: subject(), "no change was expected.")
    }
    var expected = before
    do {
      try change(&expected)
    } catch {
      return StateAssertion(before: before, after: after).failure(of: error, in: subject())
    }
    if expected == after, !(expected == before) { return nil }
    return StateAssertion(before: before, after: after).exhaustiveFailure(expected, of: subject())
  }

  /// Says what is wrong with a change that does not describe all that happened.
  @usableFromInline
  func exhaustiveFailure(_ expected: State, of subject: String) -> String {
    if expected == after { return emptyClosure(of: subject) }
    if expected == before {
      return unexpectedChange(of: subject, "the closure that describes the change changes nothing.")
    }
    return after == before ? missingChange(expected, of: subject) : otherChange(expected, of: subject)
  }

  /// The failure, or nil if `change` is true of what happened, as far as it goes.
  ///
  /// - Returns: The message, if there is one, and whether the closure has ended without an error.
  func partialFailure(_ change: Change, of subject: () -> String) -> (message: String?, isComplete: Bool) {
    var expected = after
    do { try change(&expected) } catch { return (failure(of: error, in: subject()), false) }
    guard expected != after else { return (nil, true) }
    return (
      otherChange(expected, of: subject()) + " With exhaustivity off, the closure gets the state *after* the action.",
      true
    )
  }

  /// The failure, or nil if what `expected` says of the state is so.
  func failure(of expected: Change) -> String? {
    var state = after
    do { try expected(&state) } catch { return failure(of: error, in: "assert") }
    guard state != after else { return nil }
    return """
      Not so: the state is another than assert says.

      \(indentedDifference(expected: state, actual: after))
      """
  }

  /// What happened and was not asserted, or nil if nothing did.
  ///
  /// Where there is a closure it cannot tell the parts: called once more, on the state before, it might ask for what is
  /// there only afterwards.
  func skipped(_ change: Change?, of subject: () -> String) -> String? {
    guard before != after else { return nil }
    return """
      \(change == nil ? "Not asserted: \(subject()) changed this." : "Asserted as far as the closure goes: \(subject()) changed this.")

      \(indentedDifference(expected: before, actual: after))
      """
  }

  // MARK: Messages

  @usableFromInline
  func unexpectedChange(of subject: String, _ why: String) -> String {
    """
    Unexpected change: \(subject) changed the state, and \(why)

    \(indentedDifference(expected: before, actual: after))

    If the change is right, describe it: { $0.… = … }. If not, the reducer changes for this action what it should leave.
    """
  }

  private func emptyClosure(of subject: String) -> String {
    """
    Nothing to expect: the closure of \(subject) changes nothing, and nothing was changed.

    If that is right, remove the closure. If not, let the closure make the change that you expect.
    """
  }

  private func missingChange(_ expected: State, of subject: String) -> String {
    """
    Missing change: \(subject) was expected to change the state and left it as it was.

    \(indentedDifference(expected: expected, actual: after))

    Either the reducer does not handle this action, or not in this state; or the expectation is wrong.
    """
  }

  private func otherChange(_ expected: State, of subject: String) -> String {
    """
    Another change: \(subject) left another state than expected.

    \(indentedDifference(expected: expected, actual: after))

    Mend the expectation if the state is right, or the reducer if it is not.
    """
  }

  /// The failure for an error of the closure, or nil if the test framework has reported the error itself.
  @usableFromInline
  func failure(of error: any Error, in subject: String) -> String? {
    isReported(error) ? nil : "The closure of \(subject) threw an error: \(error)"
  }
}

/// The difference of two unequal values, indented for a message, with a legend.
func indentedDifference<Value: Equatable>(expected: Value, actual: Value) -> String {
  let text = differenceText(actual, expected) ?? "no difference"
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  return lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n") + "\n\n(− expected, + actual)"
}
