@testable import NavStore
@testable import NavStoreCore
import NavStoreInspection
import Testing

/// Tests that the order of declaration has no influence, with random tables.
@Suite struct RandomTableTests {
  private typealias Pattern = LinkPattern<Area, Place>

  private struct Parameter {
    let text: String
    let descriptor: LinkParameterDescriptor
    let isValue: @Sendable (LinkParameterTexts) -> Bool

    init<Value>(_ text: String, _ parameter: LinkParameter<Value>) {
      self.text = text
      descriptor = LinkParameterDescriptor(
        kind: parameter.kind, isOptional: parameter.cardinality.isOptional, isRepeated: parameter.cardinality.isRepeated
      )
      isValue = { texts in parameter.value(of: texts.all) != nil }
    }
  }

  private static let even = LinkParameter.int.matching("an even number") { $0.isMultiple(of: 2) }

  private static func segment(_ name: String, _ random: inout SplitMix64) -> Parameter {
    switch random.below(8) {
    case 5: Parameter("a:\(name)", .string)
    case 6: Parameter(":\(name).b", .int)
    case 7: Parameter("a:\(name)b?", .optional(.segment))
    case 0: Parameter(":\(name)", .int)
    case 1: Parameter(":\(name)", .segment)
    case 2: Parameter(":\(name)", even)
    case 3: Parameter(":\(name)?", .optional(.int))
    default: Parameter(":\(name)", .string)
    }
  }

  /// Returns a random pattern. Its screen has its spelling and the kinds of its parameters.
  private static func pattern(_ random: inout SplitMix64) -> Pattern {
    var (elements, parameters): ([String], [Parameter]) = ([], [])
    var openParts = 0
    func add(_ parameter: Parameter) {
      elements.append(parameter.text)
      parameters.append(parameter)
    }
    for index in 0..<random.below(5) {
      switch random.below(6) {
      case 0, 1, 2: elements.append(["a", "b"][random.below(2)])
      case 3 where openParts == 0 || openParts == 1 && elements.last.map { ["a", "b"].contains($0) } == true:
        openParts += 1
        add(Parameter(":p\(index)" + ["+", "*"][random.below(2)], .segments))
      default: add(segment("x\(index)", &random))
      }
    }
    if openParts == 0, random.below(6) == 0 { elements.append("*") }
    let host: (text: String, parameters: [Parameter]) =
      switch random.below(6) {
      case 0: ("//a.b/", [])
      case 1: ("//:h/", [Parameter(":h", .string)])
      case 2: ("//:h.b/", [Parameter(":h", .segment)])
      default: ("", [])
      }
    parameters = host.parameters + parameters
    var text = host.text + elements.joined(separator: "/")
    switch random.below(8) {
    case 6: text += "?k"
    case 7:
      text += "?k=:q&*=:o"
      parameters += [Parameter(":q", .flag), Parameter(":o", .otherKeys)]
    case 0: text += "?k=a"
    case 1:
      text += "?k=:q"
      parameters.append(Parameter(":q", .string))
    case 2: text += "#a"
    default: break
    }
    let screen = Place.tag("\(text) \(parameters.map(\.descriptor.kind.expected))")
    return LinkPattern(text, tab: .home, style: nil, parameters: parameters.map(\.descriptor)) { [parameters] match in
      for (number, parameter) in parameters.enumerated() where !parameter.isValue(match.texts(of: number)) {
        return .failure(number)
      }
      return .screen(screen, under: [])
    } write: { _ in
      nil
    }
  }

  private static func url(_ random: inout SplitMix64) -> String {
    let words = ["a", "b", "c", "4", "5", "x%2Fy", "a", "a4b", "4.b", "ab"]
    let path = (0..<random.below(5)).map { _ in words[random.below(words.count)] }.joined(separator: "/")
    let prefix = ["/", "/", "https://a.b/", "https://c.b/", "https://d/", "own://", "own://a.b/"][random.below(7)]
    return prefix + path + ["", "", "?k=a", "?k=b", "#a", "?k=a&k=b", "?k", "?k&z=1"][random.below(8)]
  }

  private static func screen(_ table: Places, _ url: String) -> Result<Place?, LinkError> {
    do throws(LinkError) { return .success(try table.parse(url).shown) } catch { return .failure(error) }
  }

  @Test func `the order of declaration of random patterns changes nothing`() {
    var random = SplitMix64(seed: TestEnvironment.seed)
    var (tables, opened) = (0, 0)
    for _ in 0..<(TestEnvironment.isLong ? 20_000 : 300) {
      let patterns = (0..<(2 + random.below(5))).map { _ in Self.pattern(&random) }
      let table = try? Places(validating: patterns, schemes: ["own"], hosts: ["a.b"])
      for _ in 0..<3 {
        let shuffled = try? Places(
          validating: patterns.shuffled(using: &random), schemes: ["own"], hosts: ["a.b"])
        #expect((table == nil) == (shuffled == nil), "\(patterns.map(\.text))")
        guard let table, let shuffled else { break }
        #expect(table.listing == shuffled.listing)
        tables += 1
        for _ in 0..<15 {
          let url = Self.url(&random)
          let (one, other) = (Self.screen(table, url), Self.screen(shuffled, url))
          #expect(one == other, "\(url) \(patterns.map(\.text))")
          if case .success = one { opened += 1 }
        }
      }
    }
    // Most tables are valid, and many URLs open a link.
    #expect(tables > 100)
    #expect(opened > tables)
  }
}
