import Foundation
@testable import NavStore
@testable import NavStoreCore
import Testing

/// Tests of the texts that a parameter accepts and of the text that it prints.
@Suite struct LinkParameterTests {
  enum Size: String, CaseIterable, Sendable { case small, large }
  enum Level: Int, Sendable { case low = 1, high }
  struct Version: LosslessStringConvertible, Equatable, Sendable {
    var number: Int
    init?(_ text: String) {
      guard text.first == "v", let number = Int(text.dropFirst()) else { return nil }
      self.number = number
    }
    var description: String { "v\(number)" }
  }

  /// Returns the printed value of a text, or `nil` if the parameter does not accept the text.
  private static func texts<Value>(_ parameter: LinkParameter<Value>, _ texts: [String]) -> [String]?? {
    parameter.value(of: texts).map(parameter.write)
  }

  private static func text<Value>(_ parameter: LinkParameter<Value>, _ text: String) -> String? {
    texts(parameter, [text])??.first
  }

  @Test func `an integer has exactly one spelling`() {
    for text in ["0", "42", "-7", "\(Int.max)", "\(Int.min)"] { #expect(Self.text(.int, text) == text) }
    for text in ["", "007", "+7", "-0", "1.0", " 1", "1 ", "1_000", "0x1", "９", "9223372036854775808", "x"] {
      #expect(Self.text(.int, text) == nil, "\(text)")
    }
    #expect(Self.text(.uint, "\(UInt.max)") == "\(UInt.max)")
    for text in ["-1", "01", "+1", ""] { #expect(Self.text(.uint, text) == nil) }
  }

  @Test func `a floating-point number is read in several spellings and printed as Swift's description`() {
    for (text, printed) in [("1", "1.0"), ("1.50", "1.5"), ("1e3", "1000.0"), ("-0.5", "-0.5"), ("1e-7", "1e-07")] {
      #expect(Self.text(.double, text) == printed)
      #expect(Self.text(.double, printed) == printed)
    }
    for text in ["", "nan", "inf", "infinity", "1e999", "0x1p3", ".5", "+1", "1,5", "e", "-", "1.0 "] {
      #expect(Self.text(.double, text) == nil, "\(text)")
    }
    #expect(LinkParameter.double.write(.nan) == nil)
    #expect(LinkParameter.double.write(-.infinity) == nil)
  }

  struct ItemID: RawRepresentable, Hashable, Sendable { var rawValue: Int }
  struct PageNumber: RawRepresentable, Hashable, Sendable { var rawValue: UInt }
  struct Slug: RawRepresentable, Hashable, Sendable { var rawValue: String }
  struct NoteID: RawRepresentable, Hashable, Sendable { var rawValue: UUID }
  struct Share: RawRepresentable, Hashable, Sendable { var rawValue: Double }

  @Test func `a typed identifier is spelled as its raw value`() {
    #expect(Self.text(.rawValue(ItemID.self), "-42") == "-42")
    for text in ["042", "+42", "x", ""] { #expect(Self.text(.rawValue(ItemID.self), text) == nil) }
    #expect(Self.text(.rawValue(PageNumber.self), "42") == "42")
    #expect(Self.text(.rawValue(PageNumber.self), "-42") == nil)
    #expect(Self.text(.rawValue(Slug.self), "green tea/é") == "green tea/é")
    #expect(Self.text(.rawValue(Level.self), "2") == "2")
    #expect(Self.text(.rawValue(Level.self), "3") == nil)
    #expect(Self.text(.rawValue(Share.self), "0.5") == "0.5")
    #expect(Self.text(.rawValue(NoteID.self, .uuid), "00010203-0405-0607-0809-0a0b0c0d0e0f") != nil)
    #expect(LinkParameter<ItemID>.rawValue().kind.expected == "an integer")
    #expect(LinkParameter<PageNumber>.rawValue().kind.expected == "an integer that is not negative")
    #expect(LinkParameter<Slug>.rawValue().kind.expected == "a string")
  }

  @Test func `a typed identifier has the restrictions of its raw value`() {
    #expect(Self.text(.rawValue(ItemID.self, .int.in(1...9)), "9") == "9")
    #expect(Self.text(.rawValue(ItemID.self, .int.in(1...9)), "10") == nil)
    #expect(Self.text(.rawValue(Slug.self, .string.matching("[a-z-]+")), "green-tea") == "green-tea")
    #expect(Self.text(.rawValue(Slug.self, .string.matching("[a-z-]+")), "Tea") == nil)
    #expect(LinkParameter.rawValue(ItemID.self, .int.in(1...9)).write(ItemID(rawValue: 10)) == nil)
  }

  @Test func `a typed identifier can be a single, a repeated and an optional parameter`() throws {
    let links = try DeepLinkTable<Area, [ItemID]>(validating: [
      LinkPattern("item/:id", .rawValue(ItemID.self), in: .home, make: { [$0] }, match: { $0.first }),
      LinkPattern("year/:id", .rawValue(ItemID.self, .int.in(1...)), in: .home, make: { [$0] }, match: { _ in nil }),
      LinkPattern("page/:id?", .optional(.rawValue()), in: .home, make: { $0.map { [$0] } ?? [] }, match: { _ in nil }),
      LinkPattern(
        "first/:id?", .rawValue(ItemID.self).or(ItemID(rawValue: 1)), in: .home, make: { [$0] }, match: { _ in nil }),
      LinkPattern("all?id=:ids", .repeated(.rawValue(ItemID.self)), in: .home, make: { $0 }, match: { _ in nil }),
    ])
    #expect(try links.parse("/item/7").shown == [ItemID(rawValue: 7)])
    #expect(try links.print([ItemID(rawValue: 7)]) == "/item/7")
    #expect(throws: LinkError.self) { try links.parse("/year/0") }
    #expect(try links.parse("/page").shown == [])
    #expect(try links.parse("/first").shown == [ItemID(rawValue: 1)])
    #expect(try links.parse("/all?id=1&id=2").shown == [ItemID(rawValue: 1), ItemID(rawValue: 2)])
  }

  @Test func `Booleans, texts, enum cases and raw values are read and printed`() {
    for text in ["true", "false"] { #expect(Self.text(.bool, text) == text) }
    for text in ["1", "TRUE", "yes", ""] { #expect(Self.text(.bool, text) == nil) }
    for text in ["", "a/b", "é 🍅"] { #expect(Self.text(.string, text) == text) }
    #expect(Self.text(.segment, "a b") == "a b")
    for text in ["a/b", "a/\u{301}b", "/\u{200D}"] { #expect(Self.text(.segment, text) == nil) }
    #expect(LinkParameter.segment.write("a/b") == nil)
    #expect(Self.text(LinkParameter<Size>.choice, "large") == "large")
    #expect(Self.text(LinkParameter<Size>.choice, "Large") == nil)
    #expect(Self.text(.rawValue(Level.self), "2") == "2")
    for text in ["3", "02", "high"] { #expect(Self.text(.rawValue(Level.self), text) == nil) }
    #expect(Self.text(.lossless(Version.self), "v12") == "v12")
    #expect(Self.text(.lossless(Version.self), "v012") == nil)
    let id = UUID()
    #expect(Self.text(.uuid, id.uuidString) == id.uuidString.lowercased())
    for text in ["", "0", "{\(id)}", "\(id)0", id.uuidString.filter { $0 != "-" }] {
      #expect(Self.text(.uuid, text) == nil, "\(text)")
    }
  }

  @Test func `an absent parameter has its default value, which is not printed`() {
    #expect(LinkParameter.int.or(1).value(of: []) == 1)
    #expect(LinkParameter.int.or(1).write(1) == [])
    #expect(LinkParameter.int.or(1).value(of: ["1"]) == 1)
    #expect(LinkParameter.int.or(1).write(2) == ["2"])
    #expect(LinkParameter.int.or(1).value(of: ["x"]) == nil)
    #expect(LinkParameter.optional(.int).value(of: []) == .some(nil))
    #expect(LinkParameter.optional(.int).value(of: ["x"]) == nil)
    #expect(LinkParameter.optional(.int).write(nil) == [])
    #expect(LinkParameter.optional(.int).write(3) == ["3"])
    let sizes = LinkParameter<[Size]>.repeated(.choice).or([.small])
    #expect(sizes.value(of: []) == [.small])
    #expect(sizes.write([.small]) == [])
    #expect(sizes.write([.small, .large]) == ["small", "large"])
    #expect(sizes.value(of: ["small", "x"]) == nil)
  }

  @Test func `a condition applies to reading and printing, and makes a parameter more specific`() {
    let month = LinkParameter.int.in(1...12)
    #expect(month.kind == LinkParameterKind("an integer from 1 to 12", rank: .condition, isNeverEmpty: true))
    #expect(Self.text(month, "12") == "12")
    #expect(month.value(of: ["13"]) == nil)
    #expect(month.write(0) == nil)
    let page = LinkParameter.int.in(1...)
    #expect(page.kind.expected == "an integer of at least 1")
    #expect(Self.text(page, "1") == "1")
    #expect(page.value(of: ["0"]) == nil)
    let word = LinkParameter.string.matching("[a-z]+")
    #expect(word.kind.expected == "a string that matches [a-z]+")
    #expect(Self.text(word, "abc") == "abc")
    for text in ["", "abc1", "1abc", "ABC", "abc\n"] { #expect(word.value(of: [text]) == nil) }
    #expect(word.write("1") == nil)
    let even = LinkParameter.int.matching("an even number") { $0.isMultiple(of: 2) }
    #expect(Self.text(even, "4") == "4")
    #expect(even.value(of: ["3"]) == nil)
    #expect(even.write(3) == nil)
    #expect(LinkParameter.optional(month).value(of: []) == .some(nil))
    #expect(LinkParameter.optional(month).value(of: ["0"]) == nil)
  }

  @Test func `a parameter of another type is as specific as the original parameter`() {
    let level = LinkParameter.int.map(to: Level.init, from: \.rawValue)
    #expect(level.kind == LinkParameter.int.kind)
    #expect(LinkParameter.string.map(to: Int.init, from: \.description).kind.rank == .almostAny)
    #expect(Self.text(level, "2") == "2")
    #expect(level.value(of: ["3"]) == nil)
    let named = LinkParameter.string.matching("[a-z]+").map(to: { [$0] }, from: \.first)
    #expect(named.kind.rank == .condition)
    #expect(named.write([]) == nil)
    #expect(Self.text(named, "a") == "a")
    let list = LinkParameter.segments.map(to: Set.init, from: { $0.sorted() })
    #expect(Self.texts(list, ["b", "a", "b"]) == ["a", "b"])
  }

  @Test func `an invalid regular expression at run time is an error`() throws {
    #expect(throws: (any Error).self) { try LinkParameter.string.matching(validating: "(") }
    #expect(Self.text(try .string.matching(validating: "[0-9]+"), "7") == "7")
  }

  @Test func `a regular expression can be used by many threads`() async {
    let word = LinkParameter.string.matching("[a-z]+(-[a-z]+)*")
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          (word.value(of: [number.isMultiple(of: 2) ? "a-b-c" : "a-"]) != nil) == number.isMultiple(of: 2)
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test(.startsProcess) func `an invalid regular expression in source code stops the program with its error`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LinkParameter.string.matching("(")
    }
    result?.expectMessage(#"cannot match "(", which is not a valid regular expression."#)
  }
}

extension LinkParameter {
  /// Returns the value of the texts in a URL, or `nil` if the parameter does not accept them.
  func value(of texts: [String]) -> Value? {
    do throws(InvalidLinkParameter) { return try read(LinkParameterTexts(texts)) } catch { return nil }
  }
}
