/// A buffer for the parts of values that are being encoded.
///
/// An `Encodable` type may fill its containers in any order and may alternate between them. No call marks a container
/// as complete. Therefore the buffer stores the parts in the order of the calls and assembles them when the value has
/// been encoded.
struct JSONEncodingBuffer {
  enum Content: Equatable {
    case empty
    case bytes(Range<Int>)
    case container(Int)
  }

  /// The place of a value in a container, or the place of a top-level value.
  struct Slot {
    let container: Int
    let key: Range<Int>
    let depth: Int
    let serial: UInt32
    var content = Content.empty
    var next = -1
  }

  struct Container {
    let isObject: Bool
    let slot: Int
    let serial: UInt32
    var first = -1
    var last = -1
    var count = 0
  }

  var bytes: [UInt8] = []
  var slots: ContiguousArray<Slot> = []
  var containers: ContiguousArray<Container> = []
  private var assembled: [UInt8] = []
  private var isTooDeep = false
  /// The serial number of the last slot or container. An encoder with another serial number than its slot has outlived
  /// the slot.
  private var serial: UInt32 = 0

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    containers.removeAll(keepingCapacity: true)
  }

  mutating func addSlot(depth: Int) -> Int {
    serial &+= 1
    slots.append(Slot(container: -1, key: 0..<0, depth: depth, serial: serial))
    return slots.count - 1
  }

  mutating func addSlot(in container: Int, key: String = "") -> Int {
    let start = bytes.count
    bytes.append(contentsOf: key.utf8)
    serial &+= 1
    let slot = slots.count
    let depth = slots[containers[container].slot].depth + 1
    slots.append(Slot(container: container, key: start..<bytes.count, depth: depth, serial: serial))
    let last = containers[container].last
    if last < 0 { containers[container].first = slot } else { slots[last].next = slot }
    containers[container].last = slot
    containers[container].count += 1
    return slot
  }

  mutating func remove(_ slot: Int) {
    slots[slot].content = .empty
    let container = slots[slot].container
    guard container >= 0 else { return }
    var previous = -1
    var member = containers[container].first
    while member >= 0, member != slot {
      previous = member
      member = slots[member].next
    }
    guard member == slot else { return }
    if previous < 0 { containers[container].first = slots[slot].next } else { slots[previous].next = slots[slot].next }
    if containers[container].last == slot { containers[container].last = previous }
    containers[container].count -= 1
  }

  mutating func container(in slot: Int, isObject: Bool) -> Int {
    switch slots[slot].content {
    case .container(let container) where containers[container].isObject == isObject:
      return container
    case .empty:
      serial &+= 1
      containers.append(Container(isObject: isObject, slot: slot, serial: serial))
      slots[slot].content = .container(containers.count - 1)
      return containers.count - 1
    default:
      fatalError(
        "encode(to:) requested a container from its encoder after it had encoded another value with it. "
          + "Request one kind of container.")
    }
  }

  func codingPath(to slot: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var slot = slot
    while slots.indices.contains(slot), slots[slot].container >= 0 {
      let container = containers[slots[slot].container]
      if container.isObject {
        path.append(JSONKey(stringValue: String(decoding: bytes[slots[slot].key], as: UTF8.self)))
      } else {
        var index = 0
        var earlier = container.first
        while earlier >= 0, earlier != slot {
          index += 1
          earlier = slots[earlier].next
        }
        path.append(JSONKey(intValue: index))
      }
      slot = container.slot
    }
    return path.reversed()
  }
}

// MARK: - Assembling

extension JSONEncodingBuffer {
  struct Mark {
    let bytes: Int
    let slots: Int
    let containers: Int
  }

  var mark: Mark { Mark(bytes: bytes.count, slots: slots.count, containers: containers.count) }

  mutating func removeAll(since mark: Mark) {
    bytes.removeSubrange(mark.bytes...)
    slots.removeSubrange(mark.slots...)
    containers.removeSubrange(mark.containers...)
  }

  /// Replaces the parts that were added after a mark with the assembled text of a slot.
  ///
  /// - Returns: Whether the parts were replaced. If the value is nested too deeply, nothing changes.
  mutating func assemble(_ slot: Int, since mark: Mark) -> Bool {
    if slots[slot].content != .bytes(mark.bytes..<bytes.count) {
      assembled.removeAll(keepingCapacity: true)
      isTooDeep = false
      emit(slot)
      if isTooDeep { return false }
      bytes.removeSubrange(mark.bytes...)
      bytes.append(contentsOf: assembled)
    }
    slots.removeSubrange(mark.slots...)
    containers.removeSubrange(mark.containers...)
    return true
  }

  private mutating func emit(_ slot: Int) {
    if case .bytes(let range) = slots[slot].content {
      assembled.append(contentsOf: bytes[range])
      return
    }
    // The depth is checked here because the methods that create nested containers cannot throw errors.
    guard slots[slot].depth < JSONReader.maxDepth else {
      isTooDeep = true
      return
    }
    switch slots[slot].content {
    case .empty, .bytes:
      // A value that encodes nothing is an empty object, as with `JSONEncoder`.
      assembled.append(UInt8(ascii: "{"))
      assembled.append(UInt8(ascii: "}"))
    case .container(let container) where containers[container].isObject:
      emitObject(containers[container])
    case .container(let container):
      assembled.append(UInt8(ascii: "["))
      var element = containers[container].first
      while element >= 0 {
        emit(element)
        element = slots[element].next
        if element >= 0 { assembled.append(UInt8(ascii: ",")) }
      }
      assembled.append(UInt8(ascii: "]"))
    }
  }

  private mutating func emitObject(_ container: Container) {
    assembled.append(UInt8(ascii: "{"))
    if isInOrder(container) {
      var member = container.first
      while member >= 0 {
        emitMember(member)
        member = slots[member].next
        if member >= 0 { assembled.append(UInt8(ascii: ",")) }
      }
    } else {
      let members = orderedMembers(container)
      for (index, member) in members.enumerated() {
        if index > 0 { assembled.append(UInt8(ascii: ",")) }
        emitMember(member)
      }
    }
    assembled.append(UInt8(ascii: "}"))
  }

  private mutating func emitMember(_ slot: Int) {
    bytes.withUnsafeBufferPointer { bytes in
      Self.append(UnsafeBufferPointer(rebasing: bytes[slots[slot].key]), to: &assembled)
    }
    assembled.append(UInt8(ascii: ":"))
    emit(slot)
  }

  private func isInOrder(_ container: Container) -> Bool {
    var member = container.first
    while member >= 0, slots[member].next >= 0 {
      guard areInOrder(member, slots[member].next) else { return false }
      member = slots[member].next
    }
    return true
  }

  private func areInOrder(_ first: Int, _ second: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      KeyOrder.areInOrder(
        UnsafeBufferPointer(rebasing: bytes[slots[first].key]), UnsafeBufferPointer(rebasing: bytes[slots[second].key]))
    }
  }

  /// Returns the members in the order of their keys. If a key is repeated, the last member is used, as with
  /// `JSONEncoder`.
  private func orderedMembers(_ container: Container) -> [Int] {
    var members: [Int] = []
    var member = container.first
    while member >= 0 {
      members.append(member)
      member = slots[member].next
    }
    members.sort { first, second in
      areInOrder(first, second) || !areInOrder(second, first) && first < second
    }
    return members.indices.compactMap { index in
      let isRepeated = index + 1 < members.count && !areInOrder(members[index], members[index + 1])
      return isRepeated ? nil : members[index]
    }
  }
}

// MARK: - Strings and numbers in the form of RFC 8785

extension JSONEncodingBuffer {
  mutating func write(_ string: String) {
    var string = string
    string.withUTF8 { Self.append($0, to: &bytes) }
  }

  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    for index in text.indices where text[index] < 0x20 || text[index] == 0x22 || text[index] == 0x5C {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      start = index + 1
      bytes.append(UInt8(ascii: "\\"))
      switch text[index] {
      case 8: bytes.append(UInt8(ascii: "b"))
      case 9: bytes.append(UInt8(ascii: "t"))
      case 10: bytes.append(UInt8(ascii: "n"))
      case 12: bytes.append(UInt8(ascii: "f"))
      case 13: bytes.append(UInt8(ascii: "r"))
      case let byte where byte < 0x20:
        let digit = byte & 15
        bytes.append(contentsOf: [
          UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0"), UInt8(ascii: "0") + byte >> 4,
          digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10,
        ])
      case let itself: bytes.append(itself)
      }
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func write(integer: some FixedWidthInteger) {
    guard integer.magnitude > 9 else {
      if integer < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: integer.magnitude))
      return
    }
    // A string of up to 15 bytes needs no allocation.
    bytes.append(contentsOf: String(integer).utf8)
  }

  /// Appends a number in the form of ECMAScript, with the fewest digits that identify it.
  ///
  /// - Returns: `false` if the number is not finite.
  mutating func write(number: some BinaryFloatingPoint & CustomStringConvertible) -> Bool {
    guard number.isFinite else { return false }
    if let integer = Int64(exactly: number), integer.magnitude < 1 << 53 {
      write(integer: integer)
      return true
    }
    // `description` has the fewest digits too, but in a different form: `1.5`, `1e-07`, `1.25e+20`.
    var digits: [UInt8] = []
    var point: Int?
    var exponent = 0
    var isInExponent = false
    var isDivisor = false
    for byte in number.description.utf8 {
      switch byte {
      case UInt8(ascii: "e"): isInExponent = true
      case UInt8(ascii: "-"): isDivisor = isInExponent
      case UInt8(ascii: "."): point = digits.count
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isInExponent {
          exponent = exponent * 10 + Int(byte - UInt8(ascii: "0"))
        } else {
          digits.append(byte)
        }
      default: break
      }
    }
    // The absolute value of the number is 0.digits × 10^scale.
    var scale = (point ?? digits.count) + (isDivisor ? -exponent : exponent)
    let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(leading)
    scale -= leading
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    spell(digits, scale)
    return true
  }

  /// Appends the number 0.digits × 10^scale in the form that `Number::toString` in ECMA-262 specifies for its size.
  private mutating func spell(_ digits: [UInt8], _ scale: Int) {
    let zero = UInt8(ascii: "0")
    switch scale {
    case digits.count...21 where digits.count <= 21:
      bytes.append(contentsOf: digits)
      bytes.append(contentsOf: repeatElement(zero, count: scale - digits.count))
    case 1...21:
      bytes.append(contentsOf: digits[..<scale])
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: digits[scale...])
    case -5...0:
      bytes.append(contentsOf: [zero, UInt8(ascii: ".")])
      bytes.append(contentsOf: repeatElement(zero, count: -scale))
      bytes.append(contentsOf: digits)
    default:
      bytes.append(contentsOf: digits[..<1])
      if digits.count > 1 {
        bytes.append(UInt8(ascii: "."))
        bytes.append(contentsOf: digits[1...])
      }
      bytes.append(contentsOf: [UInt8(ascii: "e"), scale > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-")])
      write(integer: abs(scale - 1))
    }
  }
}
