package import NavStore

/// A fault of a ``FaultInjectingStorage``.
public enum StorageFault: Equatable, Sendable {
  /// The operation does nothing and throws an I/O error.
  case fail

  /// The operation is performed completely and then throws an I/O error, like a save whose last sync fails. A read only
  /// throws the error.
  case failAfterwards

  /// A write of more than `free` bytes does nothing and throws the error "No space left on device". Other writes
  /// succeed.
  case outOfSpace(free: Int = 0)

  /// A write stores only the first `keeping` bytes as the current generation and throws an I/O error.
  ///
  /// The stored data is the same as after a crash during a write to a storage that does not replace its data
  /// atomically.
  case tear(keeping: Int)

  /// A write stores only the first `keeping` bytes as the current generation and reports success. The result is the
  /// same as when a disk reports a sync that it did not perform and then loses power.
  case tearSilently(keeping: Int)

  /// The operation waits until ``FaultInjectingStorage/release()`` or ``FaultInjectingStorage/removeFaults()`` is
  /// called. Then the operation is performed, or another fault that was injected for the operation applies.
  ///
  /// Meanwhile, the thread that performs the operation is blocked.
  case hold

  /// The operations that a fault affects. Operations are numbered from 1, beginning with the creation of the storage.
  public struct Moment: Equatable, Sendable, CustomStringConvertible {
    /// The kind of the operations, or `nil` for operations of all kinds, which are then numbered together.
    let kind: StorageOperation.Kind?
    /// The number of the operation, or `nil` for all operations after the injection.
    let number: Int?

    /// The read with this number.
    public static func read(_ number: Int) -> Moment { Moment(kind: .read, number: number) }

    /// The write with this number.
    public static func write(_ number: Int) -> Moment { Moment(kind: .write, number: number) }

    package static func quarantine(_ number: Int) -> Moment { Moment(kind: .quarantine, number: number) }

    /// The operation with this number, with operations of all kinds numbered together.
    public static func operation(_ number: Int) -> Moment { Moment(kind: nil, number: number) }

    /// All reads that begin after the fault is injected.
    public static let reads = Moment(kind: .read, number: nil)

    /// All writes that begin after the fault is injected.
    public static let writes = Moment(kind: .write, number: nil)

    package static let quarantines = Moment(kind: .quarantine, number: nil)

    /// All removals that begin after the fault is injected.
    public static let removals = Moment(kind: .removal, number: nil)

    /// All operations that begin after the fault is injected.
    public static let operations = Moment(kind: nil, number: nil)

    /// The moment as text, for example `write 3` or `every read`.
    public var description: String {
      let what = kind?.rawValue ?? "operation"
      return number.map { "\(what) \($0)" } ?? "every \(what)"
    }
  }

  var concernsWritesOnly: Bool {
    switch self {
    case .outOfSpace, .tear, .tearSilently: true
    case .fail, .failAfterwards, .hold: false
    }
  }
}

package struct StorageOperation: Equatable, Sendable, CustomStringConvertible {
  package enum Kind: String, CaseIterable, Sendable {
    case read
    case write
    case quarantine
    /// The removal of everything in the storage. The generation of the operation is `.current`.
    case removal
  }

  package var kind: Kind

  /// The number of the operation among the operations of its kind, beginning with 1.
  package var number: Int

  package var generation: StateGeneration

  /// A Boolean value that indicates whether a hold affected the operation. The value does not change when the operation
  /// is released.
  package var isHeld: Bool

  /// The fault that affected the operation, apart from a hold, or `nil` if no such fault affected it.
  package var fault: StorageFault?

  /// The operation as text, for example `write 2 of current: held, tear(keeping: 12)`.
  package var description: String {
    let events = (isHeld ? ["held"] : []) + (fault.map { ["\($0)"] } ?? [])
    let name = "\(kind.rawValue) \(number) of \(generation.rawValue)"
    return events.isEmpty ? name : "\(name): \(events.joined(separator: ", "))"
  }
}

/// The operations and faults of a storage, and the rules that determine which faults affect an operation.
struct FaultPlan: Sendable {
  /// All operations that have begun, oldest first.
  private(set) var operations: [StorageOperation] = []
  private var faults: [(fault: StorageFault, moment: StorageFault.Moment)] = []

  private func count(of kind: StorageOperation.Kind?) -> Int {
    guard let kind else { return operations.count }
    return operations.count { $0.kind == kind }
  }

  func isPast(_ moment: StorageFault.Moment) -> Bool {
    moment.number.map { $0 <= count(of: moment.kind) } ?? false
  }

  mutating func inject(_ fault: StorageFault, at moment: StorageFault.Moment) {
    faults.append((fault, moment))
  }

  mutating func removeFaults(where predicate: (StorageFault) -> Bool = { _ in true }) {
    faults.removeAll { predicate($0.fault) }
  }

  /// Adds and returns an operation with the faults that affect it: a hold, and the most recently injected fault of
  /// another kind.
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
