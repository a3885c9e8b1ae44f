public import NavStore

/// Printing what a reducer changes.
extension Reducer where State: Equatable {
  /// Returns a reducer that prints each action and the difference that it makes.
  ///
  /// Use this function in a debug build only, because a difference takes time in proportion to the size of the state.
  /// An app that must not link this module can print `store.transactions` instead.
  ///
  /// - Parameter print: A closure that receives the text for each action. By default, the text is written to standard
  ///   output.
  public func printingChanges(
    to print: @escaping @Sendable (String) -> Void = { Swift.print($0) }
  ) -> some Reducer<State, Action> {
    PrintingReducer(base: self, print: print)
  }
}

private struct PrintingReducer<Base: Reducer>: Reducer where Base.State: Equatable {
  let base: Base
  let print: @Sendable (String) -> Void

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let before = state
    let effect = base.reduce(into: &state, action: action)
    print("\(action)\n" + (difference(state, before).map(indented) ?? "    No change.") + "\n")
    return effect
  }

  func update(_ state: inout Base.State) -> Effect<Base.Action> { base.update(&state) }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
  }
}
