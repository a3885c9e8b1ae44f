import NavStore
import Testing

/// Tests that a repeated key is refused if the pattern accepts one value for it, because the URL is ambiguous.
@Suite struct RepeatedKeyTests {
  private static func table() throws -> Places {
    func named<each Value: Sendable>(
      _ text: String, _ values: repeat LinkParameter<each Value>
    ) -> LinkPattern<Area, Place> {
      LinkPattern(
        text, repeat each values, in: .home, make: { (_: repeat each Value) in Place.tag(text) }, match: { _ in nil })
    }
    return try Places(validating: [
      named("shop/:id?coupon=:c", .int, .string), named("shop/:slug", .string),
      named("x?kind=new"), named("x"), named("s?page=:n", .int), named("s"),
      named("list?with=:items", .repeated(.string)), named("list/:id?with=:w", .int, .string), named("*"),
      named("open/:id?kind=:k&*=:rest", .int, .optional(.string), .otherKeys), named("open/:slug", .string),
    ])
  }

  @Test(arguments: [
    ("/shop/42?coupon=A&coupon=B", "coupon", "shop/:id?coupon=:c"),
    ("/shop/42?coupon=A&coupon=A", "coupon", "shop/:id?coupon=:c"),
    ("/shop/42?coupon&coupon=A", "coupon", "shop/:id?coupon=:c"),
    ("/shop/42?coup%6Fn=A&coupon=B", "coupon", "shop/:id?coupon=:c"),
    ("/shop/42?coupon=A&x=1&coupon=%zz", "coupon", "shop/:id?coupon=:c"),
    ("/x?kind=new&kind=old", "kind", "x?kind=new"), ("/x?kind=old&kind=new", "kind", "x?kind=new"),
    ("/x?kind=new&kind", "kind", "x?kind=new"),
    ("/s?page=1&page=2", "page", "s?page=:n"), ("/s?page=x&page=y", "page", "s?page=:n"),
    ("/list/1?with=a&with=b", "with", "list/:id?with=:w"),
    ("/open/1?x=1&y&x=2", "x", "open/:id?kind=:k&*=:rest"), ("/open/1?x&x", "x", "open/:id?kind=:k&*=:rest"),
    ("/open/1?x=1&%78=%zz", "x", "open/:id?kind=:k&*=:rest"),
    ("/open/1?kind=a&kind=b", "kind", "open/:id?kind=:k&*=:rest"),
  ])
  func `a repeated key is refused by the most specific pattern and opens no other pattern`(
    url: String, key: String, pattern: String
  ) throws {
    let links = try Self.table()
    for isFromApp in [false, true] {
      let error = #expect(throws: LinkError.self) { try links.parse(url, isFromApp: isFromApp) }
      #expect(error?.reason == .repeatedKey(key, pattern: pattern))
    }
  }

  @Test(arguments: [
    ("/shop/42?coupon=A", "shop/:id?coupon=:c"), ("/shop/42", "shop/:slug"), ("/shop/42?coupon", "shop/:slug"),
    // The path does not match the pattern with the key.
    ("/shop/tea?coupon=A&coupon=B", "shop/:slug"),
    // No pattern declares the key or the value.
    ("/shop/42?coupon=A&utm=a&utm=b", "shop/:id?coupon=:c"), ("/x?kind=old&kind=older", "x"),
    // A value without a key is no value of a dictionary.
    ("/open/1?=1&=2&x=1", "open/:id?kind=:k&*=:rest"), ("/open/a?x=1&x=2", "open/:slug"),
    ("/s?page=x", "s"), ("/list?with=a&with=b", "list?with=:items"),
  ])
  func `a key that occurs once, or that the pattern does not declare, is accepted`(
    url: String, pattern: String
  ) throws {
    #expect(try Self.table().parse(url).shown == .tag(pattern))
  }

  @Test func `the error has the offset of the second occurrence`() throws {
    let error = #expect(throws: LinkError.self) { try Self.table().parse("/shop/42?coupon=A&coupon=B") }
    #expect(error?.offset == 18)
    #expect(
      error?.description
        == #"The URL matches "shop/:id?coupon=:c" except for coupon, which occurs more than once (at byte 18)."#)
  }
}
