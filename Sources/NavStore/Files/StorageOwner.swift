/// An owner of a storage. Each `Persistence` has one.
///
/// An owner owns a storage from the first save of its persistence on, or from its start if a state was restored from
/// the storage. The ownership ends when the persistence is stopped or released.
public final class StorageOwner: Sendable {
  /// The location of an owner that prevents another owner from saving.
  public enum Location: Equatable, Sendable, CustomStringConvertible {
    /// In the same process.
    case thisProcess
    /// In the process with the given number.
    case process(Int32)
    /// In an unknown process: the owner has locked the file, and no valid record identifies the owner's process.
    case unknown

    /// The location as text, for instance `process 4711`.
    public var description: String {
      switch self {
      case .thisProcess: "another persistence of this process"
      case .process(let id): "process \(id)"
      case .unknown: "an unknown process that has locked it"
      }
    }
  }

  /// The numbers of the owners in this process that own a file, or have begun to claim one.
  private static let living = Locked<Set<Int64>>([])

  /// The number of the owner, which differs from that of every other owner of this process and of earlier processes
  /// with the same process number.
  ///
  /// The number is random, because the start of a process is not always known. If owners were counted from 1, a new
  /// process with the number of an earlier one would mistake the earlier record for its own.
  let number = Int64.random(in: 0...Int64.max)

  private struct Contents {
    var claims: [String: OwnerRecord] = [:]
    var endings: [ObjectIdentifier: @Sendable (StorageOwner) -> Void] = [:]
  }

  private let contents = Locked(Contents())

  package init() {}

  deinit {
    retire()
  }

  static func isLiving(_ number: Int64) -> Bool {
    living.withLock { $0.contains(number) }
  }

  func claim(of lockFile: String) -> OwnerRecord? {
    contents.withLock { $0.claims[lockFile] }
  }

  /// Adds a claim. It is added before the record is written, so that every reader of the record finds a living owner.
  func note(_ claim: OwnerRecord, of lockFile: String) {
    contents.withLock { $0.claims[lockFile] = claim }
    Self.living.withLock { _ = $0.insert(number) }
  }

  var allClaims: [String: OwnerRecord] { contents.withLock { $0.claims } }

  /// Sets what a storage does when this owner ends. The owner retains the function until then.
  func whenEnding(_ storage: ObjectIdentifier, _ body: @escaping @Sendable (StorageOwner) -> Void) {
    contents.withLock { $0.endings[storage] = body }
  }

  /// Ends all claims of this owner, so that other owners are accepted. A later session of this owner claims its storage
  /// again.
  package func end() {
    let endings = contents.withLock { contents in
      defer { contents.endings = [:] }
      return contents.endings
    }
    for ending in endings.values { ending(self) }
    retire()
  }

  /// Ends all claims of this owner. The lock files are not changed.
  private func retire() {
    contents.withLock { $0.claims = [:] }
    Self.living.withLock { _ = $0.remove(number) }
  }
}
