private enum UndoStateKey: String, CodingKey {
  case past, present, future, recorded, fresh
}

extension UndoState: Encodable where State: Encodable {
  /// Encodes the present and the history. Equal values give equal bytes as far as those of the states do.
  ///
  /// The cost and the size grow with the number of steps: each is written out as a whole state. Save ``present`` alone
  /// where the history need not outlive the app.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: UndoStateKey.self)
    try container.encode(present, forKey: .present)
    if canUndo { try container.encode(Array(past), forKey: .past) }
    if canRedo { try container.encode(Array(future), forKey: .future) }
    if let unsynced, unsynced != present { try container.encode(unsynced, forKey: .recorded) }
    if isFresh { try container.encode(isFresh, forKey: .fresh) }
  }
}

extension UndoState: Decodable where State: Decodable {
  /// Decodes what was encoded. Throws a `DecodingError` when one of the states does not decode.
  ///
  /// A history longer than ``UndoRules/limit`` is cut at the next step.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: UndoStateKey.self)
    self.init(
      past: try container.decodeIfPresent([State].self, forKey: .past) ?? [],
      present: try container.decode(State.self, forKey: .present),
      future: try container.decodeIfPresent([State].self, forKey: .future) ?? [])
    unsynced = try container.decodeIfPresent(State.self, forKey: .recorded)
    isFresh = try container.decodeIfPresent(Bool.self, forKey: .fresh) ?? false
  }
}
