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
      descriptor = parameter.descriptor
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
    let pattern = LinkPattern<Area, Place>(
      text, tab: .home, style: nil, parameters: parameters.map(\.descriptor)
    ) { [parameters] match throws(InvalidLinkParameter) in
      for (number, parameter) in parameters.enumerated() where !parameter.isValue(match.texts(of: number)) {
        throw InvalidLinkParameter().of(number)
      }
      return .init(screen)
    } write: { _ in
      nil
    }
    return placed(pattern, &random)
  }

  /// Returns a pattern that opens at a random place, and may be internal or need the URL.
  private static func placed(_ pattern: Pattern, _ random: inout SplitMix64) -> Pattern {
    switch random.below(10) {
    case 0: pattern.asRoot
    case 1: pattern.onTop
    case 2: pattern.inSelectedTab(among: [.search])
    case 3: pattern.inSelectedTab().onTop
    case 4:
      pattern.withURL { place, url in
        if case .tag(let text) = place { .tag("\(text) \(url)") } else { place }
      }.incomplete
    case 5: pattern.onlyInternal
    default: pattern
    }
  }

  private static func url(_ random: inout SplitMix64) -> String {
    let words = ["a", "b", "c", "4", "5", "x%2Fy", "a", "a4b", "4.b", "ab", "A", "B", "A4b", "a%CC%814"]
    let path = (0..<random.below(6)).map { _ in words[random.below(words.count)] }.joined(separator: "/")
    let prefixes = [
      "/", "/", "https://a.b/", "https://c.b/", "https://d/", "own://", "own://a.b/", "own://open/", "exp://a.b:80/--/",
      "exp://c/-/",
    ]
    let endings = ["", "", "?k=a", "?k=b", "#a", "?k=a&k=b", "?k", "?k&z=1", "?k=a+b&z", "?z=1&z=2"]
    return prefixes[random.below(prefixes.count)] + path + endings[random.below(endings.count)]
  }

  private static let options: [LinkOptions] = [
    LinkOptions(), LinkOptions(readsPlusAsSpace: true), LinkOptions(ignoresCase: true),
    LinkOptions(readsPlusAsSpace: true, ignoresCase: true),
  ]

  private static func table(_ patterns: [Pattern], _ options: LinkOptions) -> Places? {
    try? Places(
      validating: patterns, schemes: ["own", "own://open", "exp://a.b:80/--", "exp://*/-"], hosts: ["a.b"],
      options: options)
  }

  private static func link(
    _ table: Places, _ url: String, _ tab: Area?
  ) -> Result<DeepLink<Area, Place>, LinkError> {
    do throws(LinkError) { return .success(try table.parse(url, selectedTab: tab)) } catch { return .failure(error) }
  }

  @Test func `the order of declaration of random patterns changes nothing`() {
    var random = SplitMix64(seed: TestEnvironment.seed)
    var (tables, opened) = (0, 0)
    for _ in 0..<(TestEnvironment.isLong ? 20_000 : 100) {
      let patterns = (0..<(2 + random.below(5))).map { _ in Self.pattern(&random) }
      let options = Self.options[random.below(Self.options.count)]
      let table = Self.table(patterns, options)
      for _ in 0..<3 {
        let shuffled = Self.table(patterns.shuffled(using: &random), options)
        #expect((table == nil) == (shuffled == nil), "\(patterns.map(\.text))")
        guard let table, let shuffled else { break }
        #expect(table.listing == shuffled.listing)
        tables += 1
        for _ in 0..<15 {
          let url = Self.url(&random)
          let tab = Area.allCases.randomElement(using: &random)
          let (one, other) = (Self.link(table, url, tab), Self.link(shuffled, url, tab))
          #expect(one == other, "\(url) \(patterns.map(\.text))")
          if case .success = one { opened += 1 }
        }
      }
    }
    // Most tables are valid, and many URLs open a link.
    #expect(tables > 30)
    #expect(opened > tables)
  }
}
