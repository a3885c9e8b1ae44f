/// The one that saves to a storage: each `Persistence` is one.
///
/// It owns nothing until its first save, and gives up what it owns when its persistence stops or goes.
public final class StorageOwner: Sendable {
  /// Where an owner is, as seen by another one that it is in the way of.
  public enum Location: Equatable, Sendable, CustomStringConvertible {
    /// In the same process.
    case thisProcess
    /// In the process of that number.
    case process(Int32)
    /// The file is locked, and nobody says by whom.
    case unknown

    /// The place in words: `process 4711`.
    public var description: String {
      switch self {
      case .thisProcess: "another persistence of this process"
      case .process(let id): "process \(id)"
      case .unknown: "somebody who has locked it"
      }
    }
  }

  /// The owners of this process that own something, or are about to.
  private static let living = Locked<Set<Int64>>([])

  /// What tells the owner from all others, of this process and of earlier ones that had the same process number.
  ///
  /// Random and not counted: where the start of a process cannot be found out, a process that was started anew with the
  /// same number would take what is left of an earlier one for an owner of its own.
  let number = Int64.random(in: 0...Int64.max)

  /// What the owner has written into lock files, by their paths.
  private let claims = Locked<[String: OwnerRecord]>([:])

  /// Makes an owner that owns nothing. `Persistence` makes its own.
  public init() {}

  deinit {
    retire()
  }

  static func isLiving(_ number: Int64) -> Bool {
    living.withLock { $0.contains(number) }
  }

  func claim(of lockFile: String) -> OwnerRecord? {
    claims.withLock { $0[lockFile] }
  }

  /// Notes a claim before it is written: whoever reads it there must find its owner living.
  func note(_ claim: OwnerRecord, of lockFile: String) {
    claims.withLock { $0[lockFile] = claim }
    Self.living.withLock { _ = $0.insert(number) }
  }

  var allClaims: [String: OwnerRecord] { claims.withLock { $0 } }

  /// Ends every claim, as far as this process is concerned.
  func retire() {
    claims.withLock { $0 = [:] }
    Self.living.withLock { _ = $0.remove(number) }
  }
}
