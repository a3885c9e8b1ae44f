/// A piece of work that an effect has started, or an action of a scope that is not reduced yet.
///
/// The object has no lock of its own: the store's lock is held while its variables are read and written. The class is
/// not generic over the action. The code of a store's effects is not compiled for the app's types, and in such code,
/// generic collections are several times slower.
final class RunningEffect: @unchecked Sendable {
  /// A later effect has a greater number.
  let number: Int
  let id: EffectID?
  let group: EffectGroup
  /// The revision of the transaction in which the reducer returned the work.
  let cause: Int
  /// The `RunningEffects.Progress` of the sequence to which the work belongs, until the work has ended; `nil` if the
  /// work belongs to no sequence.
  fileprivate var progress: AnyObject?
  /// The number of the sequence to which the work belongs; `nil` if it belongs to none. The value never changes, so it
  /// is also read without the lock.
  let sequence: Int?
  /// The position among the live effects; `nil` if the effect was cancelled or has ended.
  fileprivate var position: Int?
  fileprivate var hasEnded = false
  /// The task of the work, until the task is cancelled or the work has returned.
  var task: Task<Void, Never>?

  let isSend: Bool
  var isLive: Bool { position != nil }

  /// Removes and returns the task, so that the task is cancelled at most once.
  func takeTask() -> Task<Void, Never>? {
    defer { task = nil }
    return task
  }

  fileprivate init(
    _ number: Int, id: EffectID?, group: EffectGroup, cause: Int, progress: AnyObject?, sequence: Int?, isSend: Bool
  ) {
    (self.number, self.id, self.group, self.cause) = (number, id, group, cause)
    (self.progress, self.sequence, self.isSend) = (progress, sequence, isSend)
  }
}

/// All work that one `send` has caused. The store's lock is held while the variables are read and written.
@usableFromInline
final class EffectGroup: @unchecked Sendable {
  let core: any EffectCore
  fileprivate(set) var count = 0
  /// Whether the actions that the group sends by `Effect.send` are still reduced.
  fileprivate(set) var isWanted = true
  var waiters = WaiterList()

  func takeWaiters() -> WaiterList {
    defer { waiters = WaiterList() }
    return waiters
  }

  init(of core: any EffectCore) {
    self.core = core
  }
}

/// A command of ``RunningEffects``.
///
/// Like ``RunningEffect``, the type is not generic over the action. An action is stored without its type.
enum EffectCommand: Sendable {
  /// Reduce an action in a separate transaction. The effects of the action join the group of the effect that sends it.
  /// `cause` is the revision of the transaction in which the reducer returned that effect. If the action has a scope,
  /// do this only if its effect is live, and call ``RunningEffects/finish(_:)`` in any case.
  case send(any Sendable, cause: Int, RunningEffect?)
  /// Start work, and call ``RunningEffects/finish(_:)`` after it has returned.
  case start(RunningEffect, EffectWork)
  case cancel(RunningEffect)
}

/// The progress of a sequence of operations.
///
/// Like ``RunningEffect``, the type is not generic over the action.
private struct SequenceProgress {
  var next: Int
  let end: Int
  /// The number of the sequence that continues after this one; `nil` if this sequence is in no other sequence.
  let outer: Int?
  /// The number of pieces of work and of inner sequences that this sequence has started and that have not ended.
  /// Cancelled work never counts as ended, so a sequence with such work never continues.
  var running = 0
}

/// The items of a list of operations that have not begun yet, and the sequence that waits for their work.
private struct PendingItems {
  var position: Int
  let end: Int
  let sequence: Int?
}

/// The running effects of a store, and the rules by which effects start, are cancelled and end.
///
/// This type is a state machine: its methods are the events, and the methods return commands. They change only this
/// value and the objects of its effects, groups and sequences. The store's core carries out the commands after the lock
/// is released. An effect is *running* from its start until its work has returned. A running effect is *live* until it
/// is cancelled. Cancelled work returns when it notices the cancellation. An action of a scope counts as work until it
/// is reduced or dropped.
struct RunningEffects<Action: Sendable> {
  /// The progress of the sequences in a list of operations.
  ///
  /// Only the work that a sequence waits for keeps the progress alive. If no sequence starts work, the progress is
  /// released while the lock is held. Its operations, whose release would run the user's code, are not released then,
  /// because the effect that the reducer returned still holds them.
  final class Progress {
    fileprivate let items: [Effect<Action>.Item]
    fileprivate var sequences: [SequenceProgress] = []

    fileprivate init(_ items: [Effect<Action>.Item]) {
      self.items = items
    }

    fileprivate func begin(_ positions: Range<Int>, in outer: Int?) -> PendingItems? {
      if let outer { sequences[outer].running += 1 }
      sequences.append(SequenceProgress(next: positions.lowerBound, end: positions.upperBound, outer: outer))
      return nextOperation(of: sequences.count - 1)
    }

    /// Returns the next operation of a sequence, or of an outer sequence if the sequence has ended. Returns `nil` if
    /// the sequence must wait for running work or all sequences have ended.
    ///
    /// The caller begins the operation and then calls ``end(_:)``.
    fileprivate func nextOperation(of sequence: Int) -> PendingItems? {
      var sequence = sequence
      while sequences[sequence].running == 0 {
        let next = sequences[sequence].next
        if next < sequences[sequence].end {
          let end = next + 1 + items[next].length
          sequences[sequence].next = end
          // The operation counts as running until all of it has begun. Otherwise, an inner sequence that only sends
          // actions would continue this sequence before the work that is merged with it has begun.
          sequences[sequence].running = 1
          return PendingItems(position: next, end: end, sequence: sequence)
        }
        guard let outer = sequences[sequence].outer else { return nil }
        sequences[outer].running -= 1
        sequence = outer
      }
      return nil
    }

    fileprivate func end(_ sequence: Int) -> PendingItems? {
      sequences[sequence].running -= 1
      return nextOperation(of: sequence)
    }
  }

  /// The live effects, in no particular order.
  private var liveEffects: [RunningEffect] = []
  private var lastNumber = 0

  private(set) var count = 0
  /// The number of times that the result of ``isRunning(_:in:)`` may have changed.
  private(set) var changeCount = 0
  var isLive: Bool { !liveEffects.isEmpty }
  var live: [RunningEffect] { liveEffects.sorted { $0.number < $1.number } }

  mutating func begin(
    _ operation: Effect<Action>.Operation, in group: EffectGroup, cause: Int, commands: inout [EffectCommand]
  ) {
    guard case .list(let items) = operation else {
      return begin(operation, of: nil, nil, in: group, cause: cause, commands: &commands)
    }
    begin(
      PendingItems(position: 0, end: items.count, sequence: nil), of: Progress(items), in: group, cause: cause,
      commands: &commands)
  }

  private mutating func begin(
    _ operation: Effect<Action>.Operation, of progress: Progress?, _ sequence: Int?, in group: EffectGroup, cause: Int,
    commands: inout [EffectCommand]
  ) {
    switch operation {
    case .send(let action):
      commands.append(.send(action, cause: cause, nil))
    case .sendInScope(let action, let scope):
      commands.append(.send(action, cause: cause, register(scope, in: group, cause: cause, isSend: true)))
    case .cancel(let id):
      for effect in cancel(id) { commands.append(.cancel(effect)) }
    case .cancelScopes(let cancellation):
      let cancelled = cancel {
        (cancellation.includesSends || !$0.isSend) && $0.id?.isCancelled(by: cancellation) == true
      }
      for effect in cancelled { commands.append(.cancel(effect)) }
    case .run(let work):
      if let id = work.cancelledID {
        for effect in cancel(id) { commands.append(.cancel(effect)) }
      }
      if let sequence { progress?.sequences[sequence].running += 1 }
      commands.append(.start(register(work.id, in: group, cause: cause, of: progress, sequence), work))
    case .list:
      break
    }
  }

  private mutating func begin(
    _ first: PendingItems, of progress: Progress, in group: EffectGroup, cause: Int, commands: inout [EffectCommand]
  ) {
    // The items that have not begun yet, of the outer sequences first.
    var pending = [first]
    while var current = pending.popLast() {
      guard current.position < current.end else {
        if let next = current.sequence.flatMap(progress.end) { pending.append(next) }
        continue
      }
      let item = progress.items[current.position]
      current.position += 1
      switch item {
      case .operation(let operation):
        pending.append(current)
        begin(operation, of: progress, current.sequence, in: group, cause: cause, commands: &commands)
      case .merge:
        // The following items are the operations of the group, which belong to the same sequence as the group.
        pending.append(current)
      case .sequence(let length):
        let positions = current.position..<current.position + length
        current.position = positions.upperBound
        pending.append(current)
        if let next = progress.begin(positions, in: current.sequence) { pending.append(next) }
      }
    }
  }

  private mutating func register(
    _ id: EffectID?, in group: EffectGroup, cause: Int, of progress: Progress? = nil, _ sequence: Int? = nil,
    isSend: Bool = false
  ) -> RunningEffect {
    lastNumber += 1
    let effect = RunningEffect(
      lastNumber, id: id, group: group, cause: cause, progress: sequence == nil ? nil : progress, sequence: sequence,
      isSend: isSend)
    effect.position = liveEffects.count
    liveEffects.append(effect)
    changeCount &+= 1
    count += 1
    group.count += 1
    return effect
  }

  /// Continues the sequence that waits for the work, unless the sequence also waits for other work. The commands of the
  /// next operations are appended in order. The work, which is about to end, still counts as running, so that its group
  /// does not end before these operations start.
  mutating func continueSequence(of effect: RunningEffect, commands: inout [EffectCommand]) {
    guard effect.isLive, let object = effect.progress, let sequence = effect.sequence else { return }
    let progress = unsafeDowncast(object, to: Progress.self)
    guard let next = progress.end(sequence) else { return }
    begin(next, of: progress, in: effect.group, cause: effect.cause, commands: &commands)
  }

  /// Removes work that has returned.
  ///
  /// - Returns: Whether no other work of the group is running, and the progress of the work's sequence. The caller
  ///   releases the progress after it has released the lock.
  mutating func finish(_ effect: RunningEffect) -> (isLastOfGroup: Bool, progress: AnyObject?) {
    if effect.hasEnded { return (false, nil) }
    effect.hasEnded = true
    removeFromLive(effect)
    count -= 1
    effect.group.count -= 1
    defer { effect.progress = nil }
    return (effect.group.count == 0, effect.progress)
  }

  private mutating func removeFromLive(_ effect: RunningEffect) {
    guard let position = effect.position else { return }
    effect.position = nil
    changeCount &+= 1
    let last = liveEffects.removeLast()
    if last === effect { return }
    liveEffects[position] = last
    last.position = position
  }

  /// Returns whether work with an id is live in nested scopes, which can be inside other scopes.
  func isRunning(_ id: EffectID, in scopes: [EffectID]) -> Bool {
    liveEffects.contains { $0.id?.isWork(id, in: scopes[...]) == true }
  }

  /// Cancels the work of a group. From then on, no action of the group is reduced.
  ///
  /// - Returns: The cancelled work in the order of its start, as for the other methods that cancel work.
  mutating func cancel(_ group: EffectGroup) -> [RunningEffect] {
    group.isWanted = false
    return cancel { $0.group === group }
  }

  mutating func cancel(_ id: EffectID) -> [RunningEffect] {
    cancel { $0.id?.isCancelled(by: id) == true }
  }

  mutating func cancelAll() -> [RunningEffect] {
    cancel { _ in true }
  }

  private mutating func cancel(where isMeant: (RunningEffect) -> Bool) -> [RunningEffect] {
    var cancelled = liveEffects.filter(isMeant)
    if cancelled.count > 1 { cancelled.sort { $0.number < $1.number } }
    for effect in cancelled { removeFromLive(effect) }
    return cancelled
  }
}
