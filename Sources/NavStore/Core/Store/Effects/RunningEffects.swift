/// The running effects of a store, and the rules by which effects start, are cancelled and end.
///
/// This type is a pure state machine: its methods are the events, and the methods return commands. The store's core
/// carries out the commands after the lock is released. An effect is *running* from its start until its work has
/// returned. A running effect is *live* until it is cancelled. Cancelled work returns when it notices the cancellation.
/// An action of a scope counts as work until it is reduced or dropped.
struct RunningEffects<Action: Sendable> {
  /// The identity of one piece of work.
  struct Token: Hashable, Sendable {
    let number: Int
  }

  /// The identity of a group. A group is all work that one `send` has caused.
  struct Group: Hashable, Sendable {
    fileprivate let number: Int
  }

  enum Command: Sendable {
    /// Reduce an action in a separate transaction. The effects of the action join the group of the effect that sends
    /// it. `cause` is the revision of the transaction in which the reducer returned that effect. If there is a token, do
    /// this only if its effect is live, and call ``finish(_:)`` in any case.
    case send(Action, cause: Int, Token?)
    /// Start the work, and call ``finish(_:)`` after it has returned.
    case start(Token, Effect<Action>.Work)
    /// Cancel the task of the work.
    case cancel(Token)
  }

  private struct Entry {
    let id: EffectID?
    let group: Group
    /// The revision of the transaction in which the reducer returned the work.
    let cause: Int
    var isLive = true
    /// The sequence that continues after this work and the other work of the same operation have returned; `nil` if no
    /// sequence waits for this work.
    var sequence: Int?
  }

  /// Operations that start one after the other.
  private struct Sequence {
    var rest: ArraySlice<Effect<Action>.Operation>
    let group: Group
    let cause: Int
    /// The sequence that continues after this one; `nil` if this sequence is in no other sequence.
    let outer: Int?
    /// The number of pieces of work and of inner sequences that this sequence has started and that have not ended.
    var running = 0
  }

  private var entries: [Token: Entry] = [:]
  private var sequences: [Int: Sequence] = [:]
  private var running: [Group: (count: Int, isWanted: Bool)] = [:]
  private var isClosed = false
  private var lastNumber = 0

  /// The number of pieces of work that have not returned yet.
  var count: Int { entries.count }

  /// Whether there is work that has not returned and was not cancelled.
  var isLive: Bool { entries.contains { $0.value.isLive } }

  /// The work that has not returned and was not cancelled, in the order of its start.
  var live: [(token: Token, id: EffectID?, cause: Int)] {
    entries.filter(\.value.isLive).sorted { $0.key.number < $1.key.number }.map {
      ($0.key, $0.value.id, $0.value.cause)
    }
  }

  /// Returns a new group without work.
  mutating func makeGroup() -> Group {
    lastNumber += 1
    return Group(number: lastNumber)
  }

  /// Registers an effect that the reducer has returned, and appends its commands in order.
  ///
  /// - Parameters:
  ///   - operation: The effect.
  ///   - group: The group of the send that caused the effect.
  ///   - cause: The revision of the transaction in which the reducer returned the effect.
  ///   - commands: The list to which the commands are appended.
  mutating func begin(
    _ operation: Effect<Action>.Operation, in group: Group, cause: Int, commands: inout [Command]
  ) {
    begin(operation, in: group, cause: cause, of: nil, commands: &commands)
  }

  private mutating func begin(
    _ operation: Effect<Action>.Operation, in group: Group, cause: Int, of sequence: Int?, commands: inout [Command]
  ) {
    switch operation {
    case .send(let action, scope: nil):
      commands.append(.send(action, cause: cause, nil))
    case .send(let action, let scope?):
      commands.append(.send(action, cause: cause, register(Entry(id: scope, group: group, cause: cause))))
    case .cancel(let id):
      commands += cancel(id)
    case .cancelScopes(let scopes, let outer):
      commands += cancel { $0.id?.isInside(scopes, of: outer[...]) == true }
    case .merge(let operations):
      for operation in operations { begin(operation, in: group, cause: cause, of: sequence, commands: &commands) }
    case .sequence(let operations):
      lastNumber += 1
      sequences[lastNumber] = Sequence(rest: operations[...], group: group, cause: cause, outer: sequence)
      if let sequence { sequences[sequence]?.running += 1 }
      advance(lastNumber, commands: &commands)
    case .run(let work):
      if work.cancelInFlight, let id = work.id { commands += cancel(id) }
      if let sequence { sequences[sequence]?.running += 1 }
      let entry = Entry(id: work.id, group: group, cause: cause, sequence: sequence)
      commands.append(.start(register(entry), work))
    }
  }

  private mutating func register(_ entry: Entry) -> Token {
    lastNumber += 1
    let token = Token(number: lastNumber)
    entries[token] = entry
    running[entry.group, default: (0, true)].count += 1
    return token
  }

  /// Continues the sequence that waits for the work, unless the sequence also waits for other work. The commands of the
  /// next operations are appended in order. The work, which is about to end, still counts as running, so that its group
  /// does not end before these operations start.
  mutating func continueSequence(of token: Token, commands: inout [Command]) {
    guard entries[token]?.isLive == true, let sequence = entries[token]?.sequence else { return }
    entries[token]?.sequence = nil
    sequences[sequence]?.running -= 1
    advance(sequence, commands: &commands)
  }

  /// Starts the next operations of a sequence until the sequence must wait for running work.
  private mutating func advance(_ number: Int, commands: inout [Command]) {
    while let sequence = sequences[number], sequence.running == 0 {
      guard let next = sequences[number]?.rest.popFirst() else {
        sequences[number] = nil
        guard let outer = sequence.outer else { return }
        sequences[outer]?.running -= 1
        return advance(outer, commands: &commands)
      }
      begin(next, in: sequence.group, cause: sequence.cause, of: number, commands: &commands)
    }
  }

  /// Returns the revision of the transaction in which the reducer returned the work, or `nil` if the work has ended.
  func cause(of token: Token) -> Int? {
    entries[token]?.cause
  }

  /// Returns the id of the work, or `nil` if the work has ended or has no id.
  func id(of token: Token) -> EffectID? {
    entries[token]?.id
  }

  /// Returns whether the work has not returned and was not cancelled, so that its actions are reduced.
  func isLive(_ token: Token) -> Bool {
    entries[token]?.isLive == true
  }

  /// Returns whether the actions that a group sends by `Effect.send` are still reduced.
  func isWanted(_ group: Group) -> Bool {
    !isClosed && running[group]?.isWanted != false
  }

  /// Returns whether a group has work that has not returned yet.
  func isRunning(_ group: Group) -> Bool {
    running[group] != nil
  }

  /// Removes work that has returned.
  ///
  /// - Returns: The group of the work if no other work of the group runs; otherwise, `nil`.
  mutating func finish(_ token: Token) -> Group? {
    guard let group = entries.removeValue(forKey: token)?.group, let count = running[group]?.count else { return nil }
    guard count == 1 else {
      running[group]?.count = count - 1
      return nil
    }
    running[group] = nil
    return group
  }

  /// Cancels the work of a group.
  mutating func cancel(_ group: Group) -> [Command] {
    running[group]?.isWanted = false
    return cancel { $0.group == group }
  }

  /// Cancels the work with an id.
  mutating func cancel(_ id: EffectID) -> [Command] {
    cancel { $0.id?.isCancelled(by: id) == true }
  }

  /// Cancels all work.
  mutating func cancelAll() -> [Command] {
    cancel { _ in true }
  }

  /// Cancels all work because the store is released. From then on, no action of an effect is reduced.
  mutating func close() -> [Command] {
    isClosed = true
    return cancelAll()
  }

  private mutating func cancel(where isMeant: (Entry) -> Bool) -> [Command] {
    let tokens = entries.filter { $0.value.isLive && isMeant($0.value) }.keys.sorted { $0.number < $1.number }
    for token in tokens {
      entries[token]?.isLive = false
      // The rest of a sequence is cancelled, too.
      var sequence = entries[token]?.sequence
      while let number = sequence { sequence = sequences.removeValue(forKey: number)?.outer }
    }
    return tokens.map { .cancel($0) }
  }
}
