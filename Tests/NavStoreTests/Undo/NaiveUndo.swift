import NavStore

/// A simple model of the rules of undo, with arrays and complete copies.
struct NaiveUndo {
  struct Contents: Equatable {
    var past: [Int] = []
    var present: Int
    var future: [Int] = []
    /// The state that a step returns to: the present, unless a change was not recorded.
    var recorded: Int
    var isFresh = true
    var group: String?
  }

  let rules: NumberUndoRules
  let isGrouping: Bool
  private let start: Int
  private(set) var contents: Contents
  /// The contents before the changes of one step, and whether one of the changes was recorded.
  private var begun: (contents: Contents, hasRecorded: Bool)?

  init(_ start: Int, rules: NumberUndoRules) {
    self.rules = rules
    self.isGrouping = rules.groups != nil
    self.start = start
    contents = Contents(present: start, recorded: start)
  }

  /// Applies the actions of one transaction.
  mutating func apply(_ actions: [NumberUndoAction]) {
    begun = nil
    for action in actions {
      switch action {
      case .action(let edit): change(edit)
      case .undo: move(-1)
      case .redo: move(1)
      case .jump(let steps): move(steps)
      case .jumpToPast(let index): if contents.past.indices.contains(index) { move(index - contents.past.count) }
      case .jumpToFuture(let index): if contents.future.indices.contains(index) { move(index + 1) }
      case .clear:
        contents = Contents(present: contents.present, recorded: contents.present, isFresh: false)
        begun = nil
      case .reset:
        contents = Contents(present: start, recorded: start)
        begun = nil
      case .endGroup:
        contents.group = nil
        begun = nil
      }
    }
  }

  private mutating func move(_ steps: Int) {
    let all = contents.past + [contents.recorded] + contents.future
    let index = contents.past.count + steps
    guard steps != 0, all.indices.contains(index) else { return }
    contents = Contents(
      past: Array(all[..<index]), present: all[index], future: Array(all[(index + 1)...]), recorded: all[index],
      isFresh: false)
    begun = nil
  }

  private mutating func change(_ edit: NumberEditing.Edit) {
    let before = contents
    switch edit.change {
    case .set(let value): contents.present = value
    case .add(let number): contents.present += number
    case .other: break
    }
    guard contents.present != before.present else { return }
    let isLater = begun != nil
    if begun == nil { begun = (before, false) }

    if rules.records?(edit, before.present, contents.present) == false {
      if rules.syncsUnrecorded {
        contents.recorded = contents.present
        contents.isFresh = false
      }
    } else {
      let group = isGrouping ? edit.group : nil
      if begun?.hasRecorded == false, group == nil || group != contents.group {
        if !(rules.ignoresInitialState && contents.isFresh) { contents.past.append(contents.recorded) }
        contents.past = contents.past.suffix(rules.limit)
        contents.future = []
      }
      contents.recorded = contents.present
      contents.isFresh = false
      contents.group = group
      begun?.hasRecorded = true
    }
    if isLater, let begun, begun.contents.present == contents.present {
      contents = begun.contents
      self.begun = (contents, false)
    }
  }
}
