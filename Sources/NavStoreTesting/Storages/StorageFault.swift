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
