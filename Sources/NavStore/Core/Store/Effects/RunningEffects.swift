/// The rules of effects: which run, what cancels them, and when all that a send has caused is done.
///
/// It is pure: events go in by its methods, commands come out, and the store's core carries them out after it has left
/// its lock. An effect passes through two states. It is *live* from its beginning until it is cancelled; and it is
/// *running* until its work has returned, which cancelled work does in its own time.
struct RunningEffects<Action: Sendable> {
  /// One piece of work.
  struct Token: Hashable, Sendable {
    let number: Int
  }

  /// All work that one send has caused.
  struct Group: Hashable, Sendable {
    fileprivate let number: Int
  }

  enum Command: Sendable {
    /// Reduce the action in a transaction of its own, as part of the group. It follows from the transaction with that
    /// revision.
    case send(Action, cause: Int)
    /// Start the work and say when it has returned.
    case start(Token, Effect<Action>.Work)
    /// Cancel the task of the work.
    case cancel(Token)
  }

  private struct Entry {
    let id: EffectID?
    let group: Group
    /// The revision of the transaction that the work follows from.
    let cause: Int
    var isLive = true
  }

  private var entries: [Token: Entry] = [:]
  private var running: [Group: (count: Int, isWanted: Bool)] = [:]
  private var isClosed = false
  private var lastNumber = 0

  /// How many pieces of work have not returned yet.
  var count: Int { entries.count }

  /// Whether any work runs that was not cancelled.
  var isLive: Bool { entries.contains { $0.value.isLive } }

  /// What runs and was not cancelled, in the order of its beginning.
  var live: [(token: Token, id: EffectID?, cause: Int)] {
    entries.filter(\.value.isLive).sorted { $0.key.number < $1.key.number }.map {
      ($0.key, $0.value.id, $0.value.cause)
    }
  }

  /// A group that nothing belongs to yet.
  mutating func makeGroup() -> Group {
    lastNumber += 1
    return Group(number: lastNumber)
  }

  /// An effect was returned by the reducer in the transaction with revision `cause`. Its parts become commands in their
  /// order.
  mutating func begin(
    _ operation: Effect<Action>.Operation, in group: Group, cause: Int, commands: inout [Command]
  ) {
    switch operation {
    case .send(let action):
      commands.append(.send(action, cause: cause))
    case .cancel(let id):
      commands += cancel { $0.id == id }
    case .merge(let operations):
      for operation in operations { begin(operation, in: group, cause: cause, commands: &commands) }
    case .run(let work):
      if work.cancelInFlight, let id = work.id { commands += cancel { $0.id == id } }
      lastNumber += 1
      let token = Token(number: lastNumber)
      entries[token] = Entry(id: work.id, group: group, cause: cause)
      running[group, default: (0, true)].count += 1
      commands.append(.start(token, work))
    }
  }

  /// The revision of the transaction that the work follows from.
  func cause(of token: Token) -> Int? {
    entries[token]?.cause
  }

  /// The id of the work.
  func id(of token: Token) -> EffectID? {
    entries[token]?.id
  }

  /// Whether actions of this work are still wanted.
  func isLive(_ token: Token) -> Bool {
    entries[token]?.isLive == true
  }

  /// Whether an action that follows at once from one of the group is still wanted.
  func isWanted(_ group: Group) -> Bool {
    !isClosed && running[group]?.isWanted != false
  }

  /// Whether work of the group still runs.
  func isRunning(_ group: Group) -> Bool {
    running[group] != nil
  }

  /// The work has returned. Says which group is done by that, if any.
  mutating func finish(_ token: Token) -> Group? {
    guard let group = entries.removeValue(forKey: token)?.group, let count = running[group]?.count else { return nil }
    guard count == 1 else {
      running[group]?.count = count - 1
      return nil
    }
    running[group] = nil
    return group
  }

  /// The group's work is not wanted any more.
  mutating func cancel(_ group: Group) -> [Command] {
    running[group]?.isWanted = false
    return cancel { $0.group == group }
  }

  /// No work is wanted any more.
  mutating func cancelAll() -> [Command] {
    cancel { _ in true }
  }

  /// The store is gone.
  mutating func close() -> [Command] {
    isClosed = true
    return cancelAll()
  }

  private mutating func cancel(where isMeant: (Entry) -> Bool) -> [Command] {
    let tokens = entries.filter { $0.value.isLive && isMeant($0.value) }.keys.sorted { $0.number < $1.number }
    for token in tokens { entries[token]?.isLive = false }
    return tokens.map { .cancel($0) }
  }
}
