public import NavStore

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
