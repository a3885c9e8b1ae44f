/// The states before or after the present one in an ``UndoState``, in the order of time, each reached in O(1).
///
/// The past ends with the state that undo returns to; the future begins with the one that redo returns to.
public struct UndoSteps<State: Sendable>: RandomAccessCollection, Sendable {
  @usableFromInline
  enum Side: Sendable {
    case past, future
  }

  @usableFromInline let side: Side
  /// The state nearest to the present last. The first `dropped` are nil: they wait to be removed, many at a time.
  @usableFromInline var slots: [State?] = []
  @usableFromInline var dropped = 0

  init(_ side: Side, _ states: [State] = []) {
    self.side = side
    slots = side == .past ? states : states.reversed()
  }

  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// How many states there are.
  @inlinable public var endIndex: Int { slots.count - dropped }
  /// How many states there are.
  @inlinable public var count: Int { endIndex }
  /// Whether there are none.
  @inlinable public var isEmpty: Bool { endIndex == 0 }

  /// A state, counted from the oldest. Stops the program when there is none, as an array does.
  public subscript(index: Int) -> State {
    guard indices.contains(index), let state = slots[side == .past ? dropped + index : slots.count - 1 - index] else {
      fatalError("The \(side) has \(count) states and none at index \(index). Check `indices` first.")
    }
    return state
  }

  // MARK: - The end near the present

  /// Adds a state beside the present one. O(1), amortised, while no copy of the steps is kept.
  @inlinable
  mutating func append(nearest state: State) {
    slots.append(state)
  }

  /// Takes out the state beside the present one. O(1).
  @inlinable
  mutating func removeNearest() -> State? {
    guard !isEmpty else { return nil }
    let state = slots.removeLast()
    if isEmpty, dropped > 0 { removeAll() }
    return state
  }

  @inlinable
  mutating func removeAll() {
    guard !slots.isEmpty else { return }
    slots.removeAll()
    dropped = 0
  }

  // MARK: - The other end

  /// Takes out the state farthest from the present one. O(1), amortised: the places are removed when half of them are
  /// empty, the states at once.
  @inlinable
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

  /// Puts back the state that was taken out last.
  @inlinable
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
  /// Whether the states are equal, one by one.
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
  /// A list of the states.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .collection) }
}
