/// A set of states that numbers them in the order of insertion.
struct StateTable<State: Sendable>: Sendable {
  enum Insertion {
    case known(Int)
    case new(Int)
    case full
  }

  /// The maximum number of states. The number of a state is stored in 32 bits.
  static var capacity: Int { Int(Int32.max) }

  private(set) var states: [State] = []
  // A hash table with open addressing and linear probing, at most half full. The upper 32 bits of a slot contain part
  // of a state's hash value, and the lower 32 bits contain the state's number plus one. Therefore, only states with the
  // same 32 bits of the hash value are compared, and growing the table computes no hash values. An empty slot is zero.
  private var slots = [UInt64](repeating: 0, count: 64)

  /// Inserts a state unless the table contains it. Returns the state's number, or ``Insertion/full`` if the state is
  /// new and the table already contains `limit` states.
  mutating func insert(
    _ state: State, hash: Int, limit: Int, areEqual: (State, State) -> Bool
  ) -> Insertion {
    let hash = UInt32(truncatingIfNeeded: hash)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if UInt32(truncatingIfNeeded: slots[slot] >> 32) == hash {
        let number = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
        if areEqual(states[number], state) { return .known(number) }
      }
      slot = (slot + 1) & mask
    }
    guard states.count < limit else { return .full }
    states.append(state)
    slots[slot] = UInt64(hash) << 32 | UInt64(states.count)
    if states.count > slots.count / 2 { grow() }
    return .new(states.count - 1)
  }

  private mutating func grow() {
    var larger = [UInt64](repeating: 0, count: slots.count * 2)
    let mask = larger.count - 1
    for entry in slots where entry != 0 {
      var slot = Int(truncatingIfNeeded: entry >> 32) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = entry
    }
    slots = larger
  }
}
