internal import NavStore

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
