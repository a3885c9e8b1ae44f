/// A piece of work that an effect has started, or an action of a scope that is not reduced yet.
///
/// The object has no lock of its own: the store's lock is held while its variables are read and written. The class is
/// not generic over the action. The code of a store's effects is not compiled for the app's types, and in such code,
/// generic collections are several times slower.
final class RunningEffect: @unchecked Sendable {
  /// The number of the effect. A later effect has a greater one.
  let number: Int
  let id: EffectID?
  let group: EffectGroup
  /// The revision of the transaction in which the reducer returned the work.
  let cause: Int
  /// The `RunningEffects.Sequence` to which the work belongs, until the work has ended; `nil` if it belongs to none.
  fileprivate var sequence: AnyObject?
  /// Whether the work belongs to a sequence. The value never changes, so it is also read without the lock.
  let isInSequence: Bool
  /// The position among the live effects; `nil` if the effect was cancelled or has ended.
  fileprivate var position: Int?
  fileprivate var hasEnded = false
  /// The task of the work, until the task is cancelled or the work has returned.
  var task: Task<Void, Never>?

  /// Whether this is an action of `Effect.send`, and not work.
  let isSend: Bool

  /// Whether the work has not returned and was not cancelled, so that its actions are reduced.
  var isLive: Bool { position != nil }

  fileprivate init(
    _ number: Int, id: EffectID?, group: EffectGroup, cause: Int, sequence: AnyObject?, isSend: Bool
  ) {
    (self.number, self.id, self.group, self.cause, self.sequence) = (number, id, group, cause, sequence)
    (self.isInSequence, self.isSend) = (sequence != nil, isSend)
  }
}

/// All work that one `send` has caused. The store's lock is held while the variables are read and written.
@usableFromInline
final class EffectGroup: @unchecked Sendable {
  /// The core of the store, through which a handle waits for the group or cancels it.
  let core: any EffectCore
  /// The number of pieces of work that have not returned yet.
  fileprivate(set) var count = 0
  /// Whether the actions that the group sends by `Effect.send` are still reduced.
  fileprivate(set) var isWanted = true
  /// The tasks that wait until no work of the group runs.
  var waiters = WaiterList()

  init(of core: any EffectCore) {
    self.core = core
  }
}

/// A command of ``RunningEffects``.
///
/// Like ``RunningEffect``, the type is not generic over the action. An action and work are stored without their types.
enum EffectCommand: Sendable {
  /// Reduce an action in a separate transaction. The effects of the action join the group of the effect that sends it.
  /// `cause` is the revision of the transaction in which the reducer returned that effect. If the action has a scope,
  /// do this only if its effect is live, and call ``RunningEffects/finish(_:)`` in any case.
  case send(any Sendable, cause: Int, RunningEffect?)
  /// Start an `Effect.Work`, and call ``RunningEffects/finish(_:)`` after it has returned.
  case start(RunningEffect, any AnyObject & Sendable)
  /// Cancel the task of the work.
  case cancel(RunningEffect)
}

/// The running effects of a store, and the rules by which effects start, are cancelled and end.
///
/// This type is a state machine: its methods are the events, and the methods return commands. They change only this
/// value and the objects of its effects, groups and sequences. The store's core carries out the commands after the lock
/// is released. An effect is *running* from its start until its work has returned. A running effect is *live* until it
/// is cancelled. Cancelled work returns when it notices the cancellation. An action of a scope counts as work until it
/// is reduced or dropped.
struct RunningEffects<Action: Sendable> {
  /// Operations that start one after the other.
  ///
  /// Only the work and the inner sequences that a sequence waits for keep the sequence alive. A sequence that starts no
  /// work is released while the lock is held. Its operations, whose release would run the user's code, are not released
  /// then, because the effect that the reducer returned, or the outer sequence, still holds them.
  final class Sequence {
    fileprivate let operations: [Effect<Action>.Operation]
    /// The index of the operation that begins next.
    fileprivate var next = 0
    /// The sequence that continues after this one; `nil` if this sequence is in no other sequence.
    fileprivate let outer: Sequence?
    /// The number of pieces of work and of inner sequences that this sequence has started and that have not ended.
    /// Cancelled work never counts as ended, so a sequence with such work never continues.
    fileprivate var running = 0

    fileprivate init(_ operations: [Effect<Action>.Operation], in outer: Sequence?) {
      (self.operations, self.outer) = (operations, outer)
    }
  }

  /// The live effects, in no particular order.
  private var liveEffects: [RunningEffect] = []
  private var lastNumber = 0

  /// The number of pieces of work that have not returned yet.
  private(set) var count = 0

  /// Whether there is work that has not returned and was not cancelled.
  var isLive: Bool { !liveEffects.isEmpty }

  /// The work that has not returned and was not cancelled, in the order of its start.
  var live: [RunningEffect] { liveEffects.sorted { $0.number < $1.number } }

  /// Registers an effect that the reducer has returned, and appends its commands in order.
  ///
  /// - Parameters:
  ///   - operation: The effect.
  ///   - group: The group of the send that caused the effect.
  ///   - cause: The revision of the transaction in which the reducer returned the effect.
  ///   - sequence: The sequence to which the effect belongs; `nil` if the effect is in no sequence.
  ///   - commands: The list to which the commands are appended.
  mutating func begin(
    _ operation: Effect<Action>.Operation, in group: EffectGroup, cause: Int, of sequence: Sequence? = nil,
    commands: inout [EffectCommand]
  ) {
    switch operation {
    case .send(let action, scope: nil):
      commands.append(.send(action, cause: cause, nil))
    case .send(let action, let scope?):
      commands.append(.send(action, cause: cause, register(scope, in: group, cause: cause, of: nil, isSend: true)))
    case .cancel(let id):
      for effect in cancel(id) { commands.append(.cancel(effect)) }
    case .cancelScopes(let cancellation):
      let cancelled = cancel {
        (cancellation.includesSends || !$0.isSend) && $0.id?.isCancelled(by: cancellation) == true
      }
      for effect in cancelled { commands.append(.cancel(effect)) }
    case .merge(let operations):
      for operation in operations { begin(operation, in: group, cause: cause, of: sequence, commands: &commands) }
    case .sequence(let operations):
      sequence?.running += 1
      advance(Sequence(operations, in: sequence), in: group, cause: cause, commands: &commands)
    case .run(let work):
      if work.cancelInFlight, let id = work.id {
        for effect in cancel(id) { commands.append(.cancel(effect)) }
      }
      sequence?.running += 1
      commands.append(.start(register(work.id, in: group, cause: cause, of: sequence), work))
    }
  }

  private mutating func register(
    _ id: EffectID?, in group: EffectGroup, cause: Int, of sequence: Sequence?, isSend: Bool = false
  ) -> RunningEffect {
    lastNumber += 1
    let effect = RunningEffect(lastNumber, id: id, group: group, cause: cause, sequence: sequence, isSend: isSend)
    effect.position = liveEffects.count
    liveEffects.append(effect)
    count += 1
    group.count += 1
    return effect
  }

  /// Continues the sequence that waits for the work, unless the sequence also waits for other work. The commands of the
  /// next operations are appended in order. The work, which is about to end, still counts as running, so that its group
  /// does not end before these operations start.
  mutating func continueSequence(of effect: RunningEffect, commands: inout [EffectCommand]) {
    guard effect.isLive, let object = effect.sequence else { return }
    let sequence = unsafeDowncast(object, to: Sequence.self)
    sequence.running -= 1
    advance(sequence, in: effect.group, cause: effect.cause, commands: &commands)
  }

  /// Starts the next operations of a sequence until the sequence must wait for running work.
  private mutating func advance(
    _ sequence: Sequence, in group: EffectGroup, cause: Int, commands: inout [EffectCommand]
  ) {
    while sequence.running == 0 {
      guard sequence.next < sequence.operations.count else {
        guard let outer = sequence.outer else { return }
        outer.running -= 1
        return advance(outer, in: group, cause: cause, commands: &commands)
      }
      // The operation counts as running until all of it has begun. Otherwise, an inner sequence that only sends actions
      // would continue this sequence before the work that is merged with it has begun.
      sequence.running += 1
      sequence.next += 1
      begin(sequence.operations[sequence.next - 1], in: group, cause: cause, of: sequence, commands: &commands)
      sequence.running -= 1
    }
  }

  /// Removes work that has returned.
  ///
  /// - Returns: Whether no other work of the group is running, and the sequence of the work. The caller releases the
  ///   sequence after it has released the lock.
  mutating func finish(_ effect: RunningEffect) -> (isLastOfGroup: Bool, sequence: AnyObject?) {
    if effect.hasEnded { return (false, nil) }
    effect.hasEnded = true
    removeFromLive(effect)
    count -= 1
    effect.group.count -= 1
    defer { effect.sequence = nil }
    return (effect.group.count == 0, effect.sequence)
  }

  private mutating func removeFromLive(_ effect: RunningEffect) {
    guard let position = effect.position else { return }
    effect.position = nil
    let last = liveEffects.removeLast()
    if last === effect { return }
    liveEffects[position] = last
    last.position = position
  }

  /// Cancels the work of a group. From then on, no action of the group is reduced.
  ///
  /// - Returns: The cancelled work in the order of its start, as for the other methods that cancel work.
  mutating func cancel(_ group: EffectGroup) -> [RunningEffect] {
    group.isWanted = false
    return cancel { $0.group === group }
  }

  /// Cancels the work with an id.
  mutating func cancel(_ id: EffectID) -> [RunningEffect] {
    cancel { $0.id?.isCancelled(by: id) == true }
  }

  /// Cancels all work.
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
