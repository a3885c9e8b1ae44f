import Foundation

/// A second implementation of the fingerprints and checks of Docs/Reference/ActionLogFormat.md. It follows the specification as simply
/// as possible, with Foundation's JSON and without the library's code.
enum ReferenceFingerprints {
  /// XXH64 with seed 0, by the steps of the xxHash specification.
  static func xxh64(_ bytes: [UInt8]) -> UInt64 {
    let p1: UInt64 = 0x9E37_79B1_85EB_CA87
    let p2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    let p3: UInt64 = 0x1656_67B1_9E37_79F9
    let p4: UInt64 = 0x85EB_CA77_C2B2_AE63
    let p5: UInt64 = 0x27D4_EB2F_1656_67C5
    func read(_ count: Int, _ place: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
    }
    func round(_ lane: UInt64, _ word: UInt64) -> UInt64 { rotate(lane &+ word &* p2, 31) &* p1 }
    var place = 0
    var sum = p5
    if bytes.count >= 32 {
      var lanes = [p1 &+ p2, p2, 0, 0 &- p1]
      while place + 32 <= bytes.count {
        for lane in 0..<4 { lanes[lane] = round(lanes[lane], read(8, place + 8 * lane)) }
        place += 32
      }
      sum = rotate(lanes[0], 1) &+ rotate(lanes[1], 7) &+ rotate(lanes[2], 12) &+ rotate(lanes[3], 18)
      for lane in lanes { sum = (sum ^ round(0, lane)) &* p1 &+ p4 }
    }
    sum &+= UInt64(bytes.count)
    while place + 8 <= bytes.count {
      sum = rotate(sum ^ round(0, read(8, place)), 27) &* p1 &+ p4
      place += 8
    }
    if place + 4 <= bytes.count {
      sum = rotate(sum ^ read(4, place) &* p1, 23) &* p2 &+ p3
      place += 4
    }
    while place < bytes.count {
      sum = rotate(sum ^ UInt64(bytes[place]) &* p5, 11) &* p1
      place += 1
    }
    sum = (sum ^ sum >> 33) &* p2
    sum = (sum ^ sum >> 29) &* p3
    return sum ^ sum >> 32
  }

  private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }

  /// Returns the eight digits of a line's check, for the bytes before it.
  static func check(_ text: String) -> String {
    hexadecimal(xxh64(Array(text.utf8)) & 0xFFFF_FFFF, digits: 8)
  }

  static func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// Returns the fingerprint of a value of JSONSerialization, by the name of the method in the header.
  static func sum(_ name: String, of state: Any) -> String? {
    switch name {
    case "json": hexadecimal(word(state), digits: 16)
    case "navigation": navigation(state).map { hexadecimal($0, digits: 16) }
    default: nil
    }
  }

  private static func word(_ value: Any) -> UInt64 { xxh64(Array(ReferenceJSON.canonical(value).utf8)) }

  private static func navigation(_ state: Any) -> UInt64? {
    guard let state = state as? [String: Any], let tabs = state["tabs"] as? [[String: Any]],
      let selected = state["selected"], let visits = state["visits"] as? [Any], let initial = state["initial"]
    else { return nil }
    var words: [UInt64] = [UInt64(tabs.count)]
    for tab in tabs {
      words.append(word(tab["tab"] ?? NSNull()))
      words += path(tab["path"])
    }
    let names = tabs.map { ReferenceJSON.canonical($0["tab"] ?? NSNull()) }
    words.append(UInt64(names.firstIndex(of: ReferenceJSON.canonical(selected)) ?? -1))
    words.append(UInt64(visits.count))
    words += visits.map(word)
    words.append(word(initial))
    words.append(number(state["lastModal"]))
    let modals = state["modals"] as? [[String: Any]] ?? []
    words.append(UInt64(modals.count))
    for modal in modals {
      words.append(number(modal["id"]))
      let styles = ["sheet", "cover", "popover", "inspector"]
      words.append(UInt64(styles.firstIndex { $0 == modal["style"] as? String } ?? styles.count))
      words.append(word(modal["root"] ?? NSNull()))
      words += path(modal["path"])
    }
    return combine(words)
  }

  private static func number(_ value: Any?) -> UInt64 {
    UInt64(bitPattern: Int64(ReferenceJSON.canonical(value ?? 0)) ?? 0)
  }

  private static func path(_ routes: Any?) -> [UInt64] {
    guard let routes = routes as? [Any], !routes.isEmpty else { return [0] }
    return [UInt64(routes.count), combine(routes.map(word))]
  }

  private static func combine(_ words: [UInt64]) -> UInt64 {
    words.reduce(0) { (rotate($0, 5) ^ $1) &* 0x9E37_79B9_7F4A_7C15 }
  }
}

/// Canonical JSON (RFC 8785, with integers written in full) of Foundation's values.
enum ReferenceJSON {
  static func value(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  static func canonical(_ value: Any) -> String {
    switch value {
    case is NSNull: return "null"
    case let text as String: return string(text)
    case let list as [Any]: return "[" + list.map(canonical).joined(separator: ",") + "]"
    case let object as [String: Any]:
      let keys = object.keys.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
      return "{" + keys.map { string($0) + ":" + canonical(object[$0] ?? NSNull()) }.joined(separator: ",") + "}"
    case let number as NSNumber: return self.number(number)
    default: return "?"
    }
  }

  private static func string(_ text: String) -> String {
    let short: [UInt32: String] = [8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 0x22: "\\\"", 0x5C: "\\\\"]
    let escaped = text.unicodeScalars.map { scalar in
      if let escape = short[scalar.value] { return escape }
      if scalar.value < 0x20 { return "\\u" + ReferenceFingerprints.hexadecimal(UInt64(scalar.value), digits: 4) }
      return String(scalar)
    }
    return "\"" + escaped.joined() + "\""
  }

  private static func number(_ number: NSNumber) -> String {
    switch String(cString: number.objCType) {
    case "c", "B": return number.boolValue ? "true" : "false"
    // Foundation on Linux reads a long number as `NSDecimalNumber`, whose text is exact.
    case _ where number is NSDecimalNumber:
      return Int(number.stringValue).map(String.init) ?? ecmaScript(Double(number.stringValue) ?? .nan)
    case "d", "f": return ecmaScript(number.doubleValue)
    default: return number.stringValue
    }
  }

  /// Converts a number to a string as ECMAScript does. Swift finds the same shortest digits.
  private static func ecmaScript(_ number: Double) -> String {
    if number == 0 { return "0" }
    if number < 0 { return "-" + ecmaScript(-number) }
    let parts = "\(number)".split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let fraction = mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : ""
    var digits = String(mantissa[0]) + fraction
    // The number is 0.digits × 10 to this power.
    var power = mantissa[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    while digits.hasPrefix("0") {
      digits.removeFirst()
      power -= 1
    }
    while digits.hasSuffix("0") { digits.removeLast() }
    func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
    switch power {
    case digits.count...21: return digits + zeros(power - digits.count)
    case 1..<max(digits.count, 1) where power <= 21: return digits.prefix(power) + "." + digits.dropFirst(power)
    case -5...0: return "0." + zeros(-power) + digits
    default:
      let exponent = power - 1
      let first = digits.prefix(1) + (digits.count > 1 ? "." + digits.dropFirst() : "")
      return first + "e" + (exponent < 0 ? "-" : "+") + "\(abs(exponent))"
    }
  }
}
