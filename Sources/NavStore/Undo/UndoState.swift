/// A state with its history: what it was before, and what it was before it was undone.
///
/// It is the state of an ``UndoReducer``. What the app shows is ``present``:
///
/// ```swift
/// var document = UndoState(0)
/// document.record(1)
/// document.undo()
/// print(document.present)  // 0
/// document.redo()
/// print(document.present)  // 1
/// ```
///
/// Every operation is a mutating method that says whether it changed anything and never stops the program.
///
/// A step is kept as a whole state, which shares with its neighbours every array and other buffer that no action
/// changed between them. So a step of a ``NavigationState`` costs the state's own words, its small list of tabs, and
/// the one path that was changed. Recording is O(1) beyond that copy, amortised, and undoing is O(1). A copy of the
/// whole `UndoState` that someone keeps makes the next change copy the list of steps, once.
///
/// Two are equal when present, past, future and the state that the next step returns to are equal. Which changes belong
/// to one step, a group or a transaction that may still go on, is not compared, nor saved.
public struct UndoState<State: Equatable & Sendable>: Sendable {
  /// The state as it is now.
  ///
  /// To write it is no step, and past and future stay. The next step returns to the state that was written, as it does
  /// after ``replacePresent(with:syncing:)`` with `syncing`. An equal state changes nothing in the history. So a present
  /// that is restored into a state without a history begins a new history.
  ///
  /// - Complexity: Reading is O(1). Writing compares the two states, and a write in place copies what it changes.
  @inlinable public var present: State {
    get { current }
    set { replacePresent(with: newValue, syncing: true) }
  }
  /// The states that undo returns to, the oldest first.
  @inlinable public var past: UndoSteps<State> { earlier }
  /// The states that redo returns to, the next one first.
  @inlinable public var future: UndoSteps<State> { later }

  // Present, past and future, which an ``UndoReducer`` changes where it is compiled for the state's type.
  @usableFromInline var current: State
  @usableFromInline var earlier = UndoSteps<State>(.past)
  @usableFromInline var later = UndoSteps<State>(.future)
  /// The state that the next step returns to, when that is not the present one: a change that was not recorded came
  /// after.
  @usableFromInline var unsynced: State?
  /// Whether nothing was recorded so far.
  @usableFromInline var isFresh = true
  /// The group of the last step, while it goes on.
  @usableFromInline var group: EffectID?
  /// The last transaction, so that all its changes are one step.
  @usableFromInline var transaction: UndoTransaction<State>?

  /// A state with neither past nor future.
  public init(_ present: State) {
    current = present
  }

  /// A state with a history, for previews and tests.
  ///
  /// - Parameters:
  ///   - past: The states that undo returns to, the oldest first.
  ///   - present: The state as it is now.
  ///   - future: The states that redo returns to, the next one first.
  public init(past: [State], present: State, future: [State] = []) {
    current = present
    earlier = UndoSteps(.past, past)
    later = UndoSteps(.future, future)
    isFresh = past.isEmpty
  }

  /// Whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }
  /// Whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }
  /// How many steps can be undone.
  public var undoCount: Int { past.count }
  /// How many steps can be redone.
  public var redoCount: Int { future.count }

  /// The state that a step from here returns to.
  @inlinable var recorded: State { unsynced ?? present }
}

extension UndoState: Equatable {
  /// Whether present and history are equal. The cost grows with the number of steps.
  public static func == (first: UndoState, second: UndoState) -> Bool {
    first.present == second.present && first.recorded == second.recorded && first.past == second.past
      && first.future == second.future
  }
}

extension UndoState: Hashable where State: Hashable {
  /// Hashes present and history. The cost grows with the number of steps.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(present)
    hasher.combine(recorded)
    hasher.combine(past)
    hasher.combine(future)
  }
}

extension UndoState: CustomReflectable {
  /// What `==` compares: past, present and future, and the state that the next step returns to if it is not the
  /// present.
  public var customMirror: Mirror {
    var children: [Mirror.Child] = [("past", past), ("present", present), ("future", future)]
    if let unsynced, unsynced != present { children.append(("recorded", unsynced)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
