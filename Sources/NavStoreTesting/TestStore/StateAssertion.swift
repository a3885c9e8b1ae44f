/// Compares a change that a test describes with the one that happened.
///
/// It is pure: it returns the failure as a message.
struct StateAssertion<State: Equatable> {
  typealias Change = (inout State) throws -> Void

  let before: State
  let after: State
  /// What caused the change, for messages: `send(.push(.song(7)))`. Asked for only when there is something to say.
  let describeSubject: () -> String

  private var subject: String { describeSubject() }

  /// The failure, or nil if `change` describes all that happened.
  func exhaustiveFailure(_ change: Change?) -> String? {
    guard let change else {
      return before == after ? nil : unexpectedChange("no change was expected.")
    }
    var expected = before
    do { try change(&expected) } catch { return failure(of: error) }
    if expected == after {
      return expected == before ? emptyClosure : nil
    }
    if expected == before {
      return unexpectedChange("the closure that describes the change changes nothing.")
    }
    return after == before ? missingChange(expected) : otherChange(expected)
  }

  /// The failure, or nil if `change` is true of what happened, as far as it goes.
  func partialFailure(_ change: (inout State) throws -> Void) -> String? {
    var expected = after
    do { try change(&expected) } catch { return failure(of: error) }
    return expected == after
      ? nil : otherChange(expected) + " With exhaustivity off, the closure gets the state *after* the action."
  }

  /// The failure, or nil if what `expected` says of the state is so.
  func failure(of expected: (inout State) throws -> Void) -> String? {
    var state = after
    do { try expected(&state) } catch { return failure(of: error) }
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
  func skipped(_ change: Change?) -> String? {
    guard before != after else { return nil }
    return """
      \(change == nil ? "Not asserted: \(subject) changed this." : "Asserted as far as the closure goes: \(subject) changed this.")

      \(indentedDifference(expected: before, actual: after))
      """
  }

  // MARK: Messages

  private func unexpectedChange(_ why: String) -> String {
    """
    Unexpected change: \(subject) changed the state, and \(why)

    \(indentedDifference(expected: before, actual: after))

    If the change is right, describe it: { $0.… = … }. If not, the reducer changes for this action what it should leave.
    """
  }

  private var emptyClosure: String {
    """
    Nothing to expect: the closure of \(subject) changes nothing, and nothing was changed.

    If that is right, remove the closure. If not, let the closure make the change that you expect.
    """
  }

  private func missingChange(_ expected: State) -> String {
    """
    Missing change: \(subject) was expected to change the state and left it as it was.

    \(indentedDifference(expected: expected, actual: after))

    Either the reducer does not handle this action, or not in this state; or the expectation is wrong.
    """
  }

  private func otherChange(_ expected: State) -> String {
    """
    Another change: \(subject) left another state than expected.

    \(indentedDifference(expected: expected, actual: after))

    Mend the expectation if the state is right, or the reducer if it is not.
    """
  }

  private func failure(of error: any Error) -> String {
    "The closure of \(subject) threw an error: \(error)"
  }
}

/// The difference of two unequal values, indented for a message, with a legend.
func indentedDifference<Value: Equatable>(expected: Value, actual: Value) -> String {
  let text = differenceText(actual, expected) ?? "no difference"
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  return lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n") + "\n\n(− expected, + actual)"
}
