import Foundation
import NavStore

private enum AppTab: String, Codable, Sendable {
  case home, search, library
}

private enum Route: Hashable, Codable, Sendable {
  case item(id: Int)
  case search(text: String, page: Int)
  case settings
}

private typealias Action = NavigationAction<AppTab, Route>
private typealias OpaqueAction = NavigationAction<JSONText, JSONText>

/// Prints what decoding and encoding the actions of a log takes, beside Foundation, in one run.
///
///     swift run -c release JSONRatios
///     swift run -c release JSONRatios "NavStore, typed"
///
/// The second form runs the contenders whose names have the words in them, for a profile.
///
/// A contender is run once a round, so that a change of the machine's speed falls on all of them alike; the medians are
/// printed. The exit status is not 0 when a contender did not read or write what the others do.
@main
struct JSONRatios {
  static func main() throws {
    let actions = (0..<20_000).map(action)
    let foundation = JSONEncoder()
    foundation.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = try actions.map { try foundation.encode($0) }
    let joined = lines.reduce(into: [UInt8]()) {
      $0 += $1
      $0.append(UInt8(ascii: "\n"))
    }
    print("20,000 actions of \(joined.count / lines.count) bytes, mostly pushes; median of 11 rounds")

    let decoder = JSONDecoder()
    check(try lines.map { try decoder.decode(Action.self, from: $0) } == actions)
    check(try decodeLines(Action.self, joined) == actions)
    measure(
      "decoding", lines.count,
      [
        (
          "JSONDecoder, typed routes",
          { check(try lines.map { try decoder.decode(Action.self, from: $0) }.count == actions.count) }
        ),
        (
          "JSONSerialization, no types",
          { check(try lines.allSatisfy { try JSONSerialization.jsonObject(with: $0) is [String: Any] }) }
        ),
        ("NavStore, typed routes", { check(try decodeLines(Action.self, joined).count == actions.count) }),
        ("NavStore, routes as JSONText", { check(try decodeLines(OpaqueAction.self, joined).count == actions.count) }),
        ("NavStore, only skipped", { check(try skipLines(joined) == actions.count) }),
        (
          "Foundation's JSONDecoder, a route alone",
          { check(try routes.map { try decoder.decode(Route.self, from: $0) }.count == routes.count) }
        ),
        ("NavStore, a route alone", { check(try decodeLines(Route.self, joinedRoutes).count == routes.count) }),
      ])

    let opaque = try decodeLines(OpaqueAction.self, joined)
    let encoder = CanonicalJSONEncoder()
    measure(
      "encoding", lines.count,
      [
        ("JSONEncoder, sorted keys", { check(try actions.map { try foundation.encode($0) }.count == actions.count) }),
        ("NavStore, typed routes", { check(try encodeLines(actions, encoder) == joined) }),
        ("NavStore, routes as JSONText", { check(try encodeLines(opaque, encoder) == joined) }),
      ])
  }

  private static let routes = (0..<20_000).map { Data(#"{"item":{"id":\#($0)}}"#.utf8) }
  private static let joinedRoutes = routes.reduce(into: [UInt8]()) { $0 += $1 + [UInt8(ascii: "\n")] }

  private static func action(_ number: Int) -> Action {
    switch number % 10 {
    case 0: .tabTapped(.search)
    case 1: .pop()
    case 2: .push(.search(text: "query \(number)", page: number % 7))
    case 3: .push(.settings)
    case 4: .deepLink(DeepLink(tab: .home, path: [.settings, .item(id: number)]))
    default: .push(.item(id: number))
    }
  }

  private static func decodeLines<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> [Value] {
    try bytes.withUnsafeBytes { bytes in
      try JSONReader.read(bytes) { reader in
        var values: [Value] = []
        values.reserveCapacity(20_000)
        reader.skipWhitespace()
        while reader.position < bytes.count {
          values.append(try reader.decode(type))
          reader.skipWhitespace()
        }
        return values
      }
    }
  }

  private static func skipLines(_ bytes: [UInt8]) throws -> Int {
    try bytes.withUnsafeBytes { bytes in
      try JSONReader.read(bytes) { reader in
        var count = 0
        reader.skipWhitespace()
        while reader.position < bytes.count {
          _ = try reader.skipValue()
          reader.skipWhitespace()
          count += 1
        }
        return count
      }
    }
  }

  private static func encodeLines<Value: Encodable>(
    _ values: [Value], _ encoder: CanonicalJSONEncoder
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for value in values {
      try encoder.encode(value, onto: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private static func check(_ isRight: Bool) {
    precondition(isRight, "A contender did not read or write what the first one did.")
  }

  /// Prints the contenders with how many times faster than the first they are.
  private static func measure(_ title: String, _ count: Int, _ contenders: [(String, () throws -> Void)]) {
    let contenders = contenders.filter { contender in CommandLine.arguments.dropFirst().allSatisfy(contender.0.contains)
    }
    guard !contenders.isEmpty else { return }
    var nanoseconds = [[Double]](repeating: [], count: contenders.count)
    let clock = ContinuousClock()
    for round in 0...11 {
      for (index, contender) in contenders.enumerated() {
        let duration = clock.measure {
          do { try contender.1() } catch { fatalError("\(contender.0) failed: \(error)") }
        }
        let (seconds, attoseconds) = duration.components
        if round > 0 { nanoseconds[index].append((Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count)) }
      }
    }
    let medians = nanoseconds.map { $0.sorted()[$0.count / 2] }
    print(title)
    for (contender, median) in zip(contenders, medians) {
      let name = contender.0.padding(toLength: 44, withPad: " ", startingAt: 0)
      print("  \(name) \(String(format: "%8.0f ns  %6.1f x faster", median, medians[0] / median))")
    }
  }
}
