/// What the rules of a replay act on: a state, the actions of the transaction that is being read, and who listens.
///
/// It hides the app's types, so that the rules and the reading of lines are compiled once, and what is done for each
/// action, for the caller's types.
protocol ReplayTarget: AnyObject {
  /// How many actions of the transaction were read.
  var actionCount: Int { get }
  /// Reads an action, the next of the transaction. Throws why it does not decode.
  func readAction(_ reader: inout JSONReader) throws
  /// Reads an action of an older version.
  func readAction(_ bytes: UnsafeRawBufferPointer, schema: Int) throws
  func dropLastAction()
  func dropActions(butLast: Bool)
  /// Applies the actions of the transaction to the state.
  func apply(from origin: ActionOrigin)
  /// Makes fingerprints in the way that a log names from now on, or in its own; false if it does not know that way.
  func makesFingerprints(named name: String?) -> Bool
  /// The fingerprint of the state; nil if it cannot be made.
  func fingerprint() -> Fingerprint?
  /// The recorded state takes the place of the state; false if it does not decode.
  func adopt(_ recorded: RecordedState) -> Bool
  /// The fingerprint of a recorded state that stands without one.
  func fingerprint(of recorded: RecordedState) -> Fingerprint?

  /// The log has this state too.
  func confirm(number: Int)
  func diverge(number: Int, expected: Fingerprint, actual: Fingerprint)
  /// Applies the actions of the transaction to a copy of the state, which goes ahead of it.
  func goAhead()
  /// Tells the last divergence by a recorded state beside the state, or beside the copy that went ahead.
  func compare(with recorded: RecordedState?, number: Int)

  /// Whether somebody listens.
  var isHeard: Bool { get }
  /// Tells who listens, and says whether to go on.
  func tell(_ news: ReplayProgress) -> Bool
}

/// Something that a replay came to. The state goes with it where there is one.
enum ReplayProgress {
  case began(LogHeader, isStateKnown: Bool)
  case transaction(number: Int, time: Int64, origin: ActionOrigin, isVerified: Bool?)
  case replaced(number: Int, time: Int64, origin: ActionOrigin)
  case resumed(number: Int, time: Int64)
  case mark(number: Int, time: Int64, name: String, note: JSONValue?)
  case skipped(number: Int, time: Int64, origin: ActionOrigin)
  case undecodable(UndecodableAction)
  case damaged(DamagedLine)
  case gap(LogGap)
  case end(number: Int, time: Int64, next: Int?)
}
