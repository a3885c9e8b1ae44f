/// The states before or after the present of an ``UndoState``, in chronological order.
///
/// The last state of the past is the one that undo returns to. The first state of the future is the one that redo
/// returns to.
public struct UndoSteps<State: Sendable>: RandomAccessCollection, Sendable {
  enum Side: Sendable {
    case past, future
  }

  let side: Side
  /// The states; the last one is nearest to the present. The first `dropped` elements are `nil`.
  var slots: [State?] = []
  /// The number of removed states whose elements, which are `nil`, are still in `slots`.
  var dropped = 0

  init(_ side: Side, _ states: [State] = []) {
    self.side = side
    slots = side == .past ? states : states.reversed()
  }

  /// The index of the first state, which is 0.
  public var startIndex: Int { 0 }
  /// The index after the last state.
  public var endIndex: Int { slots.count - dropped }

  /// The state at an index. The oldest state has the index 0. The program stops if the index is out of bounds.
  ///
  /// - Complexity: O(1).
  public subscript(index: Int) -> State {
    guard indices.contains(index), let state = slots[side == .past ? dropped + index : slots.count - 1 - index] else {
      fatalError("The index \(index) is out of bounds: the \(side) has \(count) states. Check `indices` first.")
    }
    return state
  }

  // MARK: - The end near the present

  /// Adds a state next to the present.
  ///
  /// - Complexity: O(1), amortized, if no copy of the collection exists.
  mutating func append(nearest state: State) {
    slots.append(state)
  }

  mutating func removeNearest() -> State? {
    guard !isEmpty else { return nil }
    let state = slots.removeLast()
    if isEmpty, dropped > 0 { removeAll() }
    return state
  }

  mutating func removeAll() {
    guard !slots.isEmpty else { return }
    slots.removeAll()
    dropped = 0
  }

  // MARK: - The other end

  /// Removes and returns the state that is farthest from the present.
  ///
  /// The collection releases the state immediately. Its element in `slots` is removed when more than half of the
  /// elements are `nil`.
  ///
  /// - Complexity: O(1), amortized.
  mutating func removeFarthest() -> State? {
    guard !isEmpty else { return nil }
    let state = slots[dropped]
    slots[dropped] = nil
    dropped += 1
    if dropped * 2 > slots.count {
      slots.removeFirst(dropped)
      dropped = 0
    }
    return state
  }

  /// Adds a state at the far end. Pass the state that ``removeFarthest()`` removed last.
  mutating func restore(farthest state: State) {
    if dropped > 0 {
      dropped -= 1
      slots[dropped] = state
    } else {
      slots.insert(state, at: 0)
    }
  }
}

extension UndoSteps: Equatable where State: Equatable {
  /// Returns whether two collections have equal states in the same order.
  public static func == (first: UndoSteps, second: UndoSteps) -> Bool {
    first.elementsEqual(second)
  }
}

extension UndoSteps: Hashable where State: Hashable {
  /// Hashes the states.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for state in self { hasher.combine(state) }
  }
}

extension UndoSteps: CustomReflectable {
  /// A mirror with the states as its elements.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .collection) }
}
