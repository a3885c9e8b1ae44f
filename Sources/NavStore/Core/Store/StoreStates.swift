/// The present state of a store, its revision, and the state that readers receive.
///
/// Readers receive the present state, except while a developer views another one. Actions, recorders and the
/// persistence always use the present state.
struct StoreStates<State: Sendable> {
  private(set) var revision = 0
  /// The revisions of the newest series of consecutive transactions without animation. The range is stored instead of
  /// the last animated revision, so that a transaction with animation writes nothing.
  private var unanimatedRevisions = 1..<1
  private var viewed: Boxed<State>?
  private var viewChanges = 0
  private let cell: Cell<State>

  init(_ present: State) {
    cell = Cell(present)
  }

  @inline(__always)
  var present: State { cell.value }

  @inline(__always)
  var shown: State {
    if let viewed { return viewed.value }
    return cell.value
  }

  /// The revision increases with each transaction and each change of the state that a developer views, so that readers
  /// notice both.
  var shownRevision: Int { revision &+ viewChanges }

  var lastAnimatedRevision: Int {
    unanimatedRevisions.upperBound == revision &+ 1 ? unanimatedRevisions.lowerBound - 1 : revision
  }

  var lastShownAnimatedRevision: Int { lastAnimatedRevision &+ viewChanges }

  @inline(__always)
  mutating func change<Result>(_ body: (inout State) -> Result) -> Result { body(&cell.value) }

  @inline(__always)
  mutating func endTransaction(isAnimated: Bool) {
    revision &+= 1
    if isAnimated { return }
    let isNext = unanimatedRevisions.upperBound == revision
    unanimatedRevisions = (isNext ? unanimatedRevisions.lowerBound : revision)..<revision &+ 1
  }

  /// Shows readers a state in place of the present one, or the present state again if `state` is `nil`.
  ///
  /// - Returns: Whether anything has changed, and the state that was viewed before.
  mutating func view(_ state: State?) -> (isChanged: Bool, old: Boxed<State>?) {
    if state == nil, viewed == nil { return (false, nil) }
    defer {
      viewed = state.map { Boxed($0) }
      viewChanges &+= 1
    }
    return (true, viewed)
  }
}
