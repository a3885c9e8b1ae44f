public import NavStore

/// What goes wrong in a ``FaultInjectingStorage``.
public enum StorageFault: Equatable, Sendable {
  /// Nothing is done, and an input or output error is thrown.
  case fail

  /// Everything is done, and an input or output error is thrown nevertheless: a save whose last sync fails.
  case failAfterwards

  /// A write of more bytes than are free does nothing and throws that no space is left; a smaller one takes place.
  case outOfSpace(free: Int = 0)

  /// Of a write only the first bytes become the current generation, and an input or output error is thrown.
  ///
  /// This is what a crash in the middle leaves in a storage that does not replace its bytes as a whole.
  case tear(keeping: Int)

  /// Of a write only the first bytes become the current generation, and it is told as a success: a disk that lies about
  /// what it has synced, and then loses power.
  case tearSilently(keeping: Int)

  /// The operation waits until ``FaultInjectingStorage/release()``, and then takes place or meets its next fault.
  ///
  /// It blocks the thread that it was called on.
  case hold

  /// The operations of a storage that a fault strikes. They are counted from 1, from the moment the storage was made.
  public struct Moment: Equatable, Sendable, CustomStringConvertible {
    /// Nil stands for every kind, counted together.
    let kind: StorageOperation.Kind?
    /// Nil stands for every one from the injection on.
    let number: Int?

    /// The read with this number.
    public static func read(_ number: Int) -> Moment { Moment(kind: .read, number: number) }

    /// The write with this number.
    public static func write(_ number: Int) -> Moment { Moment(kind: .write, number: number) }

    /// The moving aside with this number.
    public static func quarantine(_ number: Int) -> Moment { Moment(kind: .quarantine, number: number) }

    /// The operation with this number, whatever its kind.
    public static func operation(_ number: Int) -> Moment { Moment(kind: nil, number: number) }

    /// Every read from now on.
    public static let reads = Moment(kind: .read, number: nil)

    /// Every write from now on.
    public static let writes = Moment(kind: .write, number: nil)

    /// Every moving aside from now on.
    public static let quarantines = Moment(kind: .quarantine, number: nil)

    /// Every operation from now on.
    public static let operations = Moment(kind: nil, number: nil)

    /// The moment in words, for instance `write 3` or `every read`.
    public var description: String {
      let what = kind?.rawValue ?? "operation"
      return number.map { "\(what) \($0)" } ?? "every \(what)"
    }
  }

  /// Whether only a write can meet it.
  var concernsWritesOnly: Bool {
    switch self {
    case .outOfSpace, .tear, .tearSilently: true
    case .fail, .failAfterwards, .hold: false
    }
  }
}

/// Something that a ``FaultInjectingStorage`` was asked for.
public struct StorageOperation: Equatable, Sendable, CustomStringConvertible {
  /// What a storage can be asked for.
  public enum Kind: String, CaseIterable, Sendable {
    /// To return the bytes of a generation.
    case read
    /// To make bytes the current generation.
    case write
    /// To move a generation aside.
    case quarantine
  }

  /// What the storage was asked for.
  public var kind: Kind

  /// Which one of its kind it was, counted from 1.
  public var number: Int

  /// The generation that was read, written or moved aside.
  public var generation: StateGeneration

  /// Whether it had to wait for ``FaultInjectingStorage/release()``.
  public var isHeld: Bool

  /// The fault that struck it, apart from the hold.
  public var fault: StorageFault?

  /// The operation in words, for instance `write 2 of current: held, tear(keeping: 12)`.
  public var description: String {
    let events = (isHeld ? ["held"] : []) + (fault.map { ["\($0)"] } ?? [])
    let name = "\(kind.rawValue) \(number) of \(generation.rawValue)"
    return events.isEmpty ? name : "\(name): \(events.joined(separator: ", "))"
  }
}

/// Which fault strikes which operation: the rules of a storage that injects faults, without the storage.
struct FaultPlan: Sendable {
  /// Every operation that has begun, oldest first.
  private(set) var operations: [StorageOperation] = []
  private var faults: [(fault: StorageFault, moment: StorageFault.Moment)] = []

  /// How many operations of a kind have begun; nil stands for every kind.
  private func count(of kind: StorageOperation.Kind?) -> Int {
    guard let kind else { return operations.count }
    return operations.count { $0.kind == kind }
  }

  /// Whether the operation of the moment has begun, so that a fault would never strike it.
  func isPast(_ moment: StorageFault.Moment) -> Bool {
    moment.number.map { $0 <= count(of: moment.kind) } ?? false
  }

  mutating func inject(_ fault: StorageFault, at moment: StorageFault.Moment) {
    faults.append((fault, moment))
  }

  mutating func removeFaults(where predicate: (StorageFault) -> Bool = { _ in true }) {
    faults.removeAll { predicate($0.fault) }
  }

  /// Notes an operation with what strikes it: a hold, and of the other faults the one that was injected last.
  mutating func begin(_ kind: StorageOperation.Kind, _ generation: StateGeneration) -> StorageOperation {
    let number = count(of: kind) + 1
    let total = operations.count + 1
    let striking = faults.filter { _, moment in
      switch (moment.kind, moment.number) {
      case (nil, nil): true
      case (nil, let wanted?): wanted == total
      case (let wanted?, nil): wanted == kind
      case (let wanted?, let wantedNumber?): wanted == kind && wantedNumber == number
      }
    }.map(\.fault)
    let operation = StorageOperation(
      kind: kind, number: number, generation: generation, isHeld: striking.contains(.hold),
      fault: striking.last { $0 != .hold })
    operations.append(operation)
    return operation
  }
}
