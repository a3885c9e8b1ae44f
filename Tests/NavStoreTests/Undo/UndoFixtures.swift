import NavStore

/// A reducer that edits a number. Each edit has a kind and a group.
struct NumberEditing: Reducer {
  struct Edit: Hashable, Codable, Sendable {
    enum Change: Hashable, Codable, Sendable {
      case set(Int)
      case add(Int)
      case other
    }

    var change: Change
    var kind: String?
    var group: String?
  }

  func reduce(into state: inout Int, action: Edit) -> Effect<Edit> {
    switch action.change {
    case .set(let value): state = value
    case .add(let number): state += number
    case .other: break
    }
    return .none
  }
}

typealias NumberUndo = UndoReducer<NumberEditing>
typealias NumberHistory = UndoState<Int>
typealias NumberUndoAction = UndoAction<NumberEditing.Edit>
typealias NumberUndoRules = UndoRules<Int, NumberEditing.Edit>

extension UndoState {
  /// Records a state as a step.
  @discardableResult
  mutating func record(_ state: State, group: (any Hashable & Sendable)? = nil, limit: Int = .max) -> Bool {
    record(group: group, limit: limit) { $0 = state }
  }
}

extension UndoAction<NumberEditing.Edit> {
  static func add(_ number: Int, kind: String? = nil, group: String? = nil) -> Self {
    .action(.init(change: .add(number), kind: kind, group: group))
  }

  static func set(_ value: Int, kind: String? = nil, group: String? = nil) -> Self {
    .action(.init(change: .set(value), kind: kind, group: group))
  }
}

extension UndoRules<Int, NumberEditing.Edit> {
  /// Creates rules that group edits by their group, and that record edits by their kinds.
  init(
    limit: Int = 100, excluding: [String] = [], including: [String]? = nil, isGrouping: Bool = false,
    syncsUnrecorded: Bool = false, ignoresInitialState: Bool = false
  ) {
    self.init(limit: limit)
    if !excluding.isEmpty || including != nil {
      records = { edit, _, _ in
        let kind = edit.kind ?? ""
        return !excluding.contains(kind) && including?.contains(kind) != false
      }
    }
    if isGrouping { groups = { edit, _, _ in edit.group } }
    self.syncsUnrecorded = syncsUnrecorded
    self.ignoresInitialState = ignoresInitialState
  }
}
