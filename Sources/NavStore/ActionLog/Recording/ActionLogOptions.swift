/// How much a recorder writes, how much it keeps in memory, and when it begins another file.
public struct ActionLogOptions: Hashable, Sendable {
  /// After how many transactions a fingerprint of the state is written: 1 for each, 0 for none but those of the states
  /// that are written in full.
  public var fingerprintInterval: Int
  /// After how many transactions the whole state is written: where a reader goes on after damage, and where a seek
  /// begins. 0 for none but the first of each file.
  public var stateInterval: Int
  /// How many actions wait in memory at most for the disk. What finds no room is not recorded, as a transaction of more
  /// actions never does, and a line of the log says how many transactions that were.
  public var capacity: Int
  /// How many bytes a file may have before another one is begun; at least one transaction is in each.
  public var bytesPerFile: Int
  /// How many transactions a file may have before another one is begun.
  public var transactionsPerFile: Int
  /// How many files to keep, with those of earlier sessions at the same path: when there are more, the oldest are
  /// deleted. Nil to keep all.
  public var keptFiles: Int?

  /// Options with a fingerprint at every transaction and a full state at every 64th, at most 4,096 actions in memory,
  /// and files of at most 64 MiB that are all kept.
  public init(
    fingerprintInterval: Int = 1, stateInterval: Int = 64, capacity: Int = 4_096, bytesPerFile: Int = 64 << 20,
    transactionsPerFile: Int = .max, keptFiles: Int? = nil
  ) {
    self.fingerprintInterval = fingerprintInterval
    self.stateInterval = stateInterval
    self.capacity = capacity
    self.bytesPerFile = bytesPerFile
    self.transactionsPerFile = transactionsPerFile
    self.keptFiles = keptFiles
  }

  /// The same options. Stops the program if a number makes no sense: it was written in source.
  var checked: ActionLogOptions {
    guard fingerprintInterval >= 0, stateInterval >= 0, capacity > 0, bytesPerFile > 0, transactionsPerFile > 0,
      keptFiles.map({ $0 > 0 }) ?? true
    else {
      fatalError(
        "\(self): intervals must be 0 or more; capacity, bytes and transactions per file, and kept files 1 or more.")
    }
    return self
  }
}
