import Foundation
import NavStore
import Testing

@Suite struct JSONDecoderContainerTests {
  private func decode<Value: Decodable>(
    _ type: Value.Type, _ text: String, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> Value {
    try Array(text.utf8).withUnsafeBytes { try JSONReader.decode(type, from: $0, userInfo: userInfo) }
  }

  /// The kind and the coding path of an error, without type names, which can differ between the decoders.
  private static func summary(_ error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.map(\.stringValue).joined(separator: "/")
    }
    return switch error {
    case DecodingError.typeMismatch(_, let context): "mismatch at \(path(context)): \(context.debugDescription)"
    case DecodingError.valueNotFound(_, let context): "no value at \(path(context))"
    case DecodingError.keyNotFound(let key, let context): "no key \(key.stringValue) at \(path(context))"
    case DecodingError.dataCorrupted(let context): "corrupted at \(path(context)): \(context.debugDescription)"
    default: "\(error)"
    }
  }

  private func summaries<Value: Decodable>(_ type: Value.Type, _ text: String) -> (ours: String, foundations: String) {
    var found: [String] = []
    do { found.append("\(try decode(type, text))") } catch { found.append(Self.summary(error)) }
    do { found.append("\(try JSON.value(type, text))") } catch { found.append(Self.summary(error)) }
    return (found[0], found[1])
  }

  struct Item: Decodable { var a: Int }

  @Test(arguments: [
    #"{"x":[{"a":1},{"b":1}]}"#, #"{"x":[{"a":1},{"a":null}]}"#, #"{"x":[{"a":1},{"a":"s"}]}"#, #"{"x":[{"a":1},2]}"#,
    #"{"x":[{"a":[1]}]}"#, #"{"x":{"a":1}}"#, #"{"x":null}"#, #"{"x":[null]}"#, #"{"x":[{"a":true}]}"#, "[]", "3",
    #"{"y":[],"é\n":[{"a":{}}]}"#, #""s""#, "null", "{}", #"{"x":[{"a":1,"a":"s"}]}"#,
  ])
  func `a decoding error has the kind and the coding path of JSONDecoder's error`(text: String) {
    let (ours, foundations) = summaries([String: [Item]].self, text)
    #expect(ours == foundations)
  }

  @Test(arguments: [
    #"{"push":[1]}"#, #"{"push":"1"}"#, #"{"pop":["1"]}"#, #"{"back":{}}"#, #"{"fly":[]}"#, #"{}"#, #"{"back":[1]}"#,
    #"[]"#,
    #"{"push":[{"item":{}}]}"#, #"{"push":[{"item":{"id":"x"}}]}"#,
    #"{"setPath":[[{"settings":{}},{"item":{"id":null}}]]}"#,
    #"{"push":[{"settings":{}},{"tap":"a"}]}"#, #"{"present":[{"settings":{}},"popover"]}"#,
    #"{"present":[{"settings":{}}]}"#,
    #"{"deepLink":[{"tab":"a"}]}"#,
    #"{"deepLink":[{"tab":"a","path":[],"modals":[{"root":{"settings":{}},"style":"x","path":[]}]}]}"#,
    #"{"deepLink":[{"tab":"a","path":[],"placement":"beside"}]}"#, #"{"dismissModal":["2"]}"#, #"{"setTabs":["a"]}"#,
  ])
  func `an invalid action fails with the same error as in its Codable conformance`(text: String) {
    let (ours, foundations) = summaries(NavigationAction<String, TypicalRoute>.self, text)
    #expect(ours == foundations)
  }

  struct Explorer: Decodable {
    enum Key: CodingKey { case list, object, missing, null }
    var log: [String] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      log.append(
        "\(container.allKeys.map(\.stringValue).sorted()) \(container.contains(.missing)) \(container.contains(.null))")
      log.append("\(try container.decodeNil(forKey: .null)) \(try container.decodeNil(forKey: .list))")
      log.append("\(try container.decodeIfPresent(Int.self, forKey: .missing) as Any)")
      log.append("\(try container.decodeIfPresent(Int.self, forKey: .null) as Any)")
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      log.append("\(list.count ?? -1) \(list.currentIndex) \(try list.decodeNil())")
      log.append("\(try list.decodeIfPresent(String.self) as Any) \(list.currentIndex)")
      log.append("\((try? list.decode(String.self)) as Any) \(list.currentIndex)")
      log.append("\(try list.decode(UInt16.self)) \(list.currentIndex)")
      log.append("\(try list.nestedContainer(keyedBy: Key.self).decode(Bool.self, forKey: .list))")
      var inner = try list.nestedUnkeyedContainer()
      log.append("\(inner.isAtEnd) \(inner.codingPath.map(\.stringValue))")
      log.append("\((try? inner.nestedUnkeyedContainer()) == nil) \((try? inner.superDecoder()) == nil)")
      let last = try list.superDecoder()
      log.append(
        "\(try last.singleValueContainer().decode(Double.self)) \(last.codingPath.map(\.stringValue)) \(list.isAtEnd)")
      log.append("\((try? list.decodeNil()) as Any)")
      let missing = try container.superDecoder(forKey: .missing)
      log.append("\(missing.codingPath.map(\.stringValue)) \(try missing.singleValueContainer().decodeNil())")
      let parent = try container.superDecoder()
      log.append("\(parent.codingPath.map(\.stringValue)) \(try parent.singleValueContainer().decode(String.self))")
      let object = try container.nestedContainer(keyedBy: Key.self, forKey: .object)
      log.append("\(object.codingPath.map(\.stringValue)) \((try? object.decode(Int.self, forKey: .list)) as Any)")
    }
  }

  @Test func `containers behave like those of JSONDecoder`() throws {
    let text = #"{"super":"s","null":null,"list":[null,"a",7,{"list":true},[],1.5],"object":{"list":"x"},"other":1}"#
    let explorer = try decode(Explorer.self, text)
    #expect(explorer.log == (try JSON.value(Explorer.self, text)).log)
  }

  @Test func `an object with many members is read, and the first of repeated members counts`() throws {
    let members = (0..<20_000).map { #""key\#($0 % 10_000)":\#($0)"# }
    let object = try decode([String: Int].self, "{" + members.joined(separator: ",") + "}")
    #expect(object == Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("key\($0)", $0) }))
  }

  @Test func `userInfo is available to every value`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "test"))
    struct Asking: Decodable, Hashable {
      var found: String
      init(from decoder: any Decoder) throws {
        let key = CodingUserInfoKey(rawValue: "test")
        found = key.flatMap { decoder.userInfo[$0] as? String } ?? "none"
      }
    }
    #expect(try decode([Asking].self, "[1]", userInfo: [key: "a"]).map(\.found) == ["a"])
    let routes = RouteRegistry(.route(BookRoute.self, named: "book"))
    let action = try decode(
      NavigationAction<AppTab, AnyRoute>.self, #"{"push":[{"book":{"id":1}}]}"#, userInfo: [.routeRegistry: routes])
    #expect(action == .push(AnyRoute(BookRoute(id: 1))))
  }

  private final class Count { var value = 0 }

  private indirect enum Nested: Hashable, Codable, Sendable {
    case end
    case action(NavigationAction<Int, Nested>)

    init(from decoder: any Decoder) throws {
      (CodingUserInfoKey(rawValue: "count").flatMap { decoder.userInfo[$0] } as? Count)?.value += 1
      let container = try decoder.singleValueContainer()
      self = container.decodeNil() ? .end : .action(try container.decode(NavigationAction<Int, Nested>.self))
    }
  }

  @Test func `a document with unusual spelling at every level is not read twice at every level`() throws {
    let depth = 16
    var text = "null"
    for _ in 0..<depth { text = #"{"deepLink":[{"path":["# + text + #"],"tab":1,"unknown":0}]}"# }
    let count = Count()
    let key = try #require(CodingUserInfoKey(rawValue: "count"))
    let value = try decode(Nested.self, text, userInfo: [key: count])
    #expect(try value == JSON.value(Nested.self, text))
    #expect(count.value <= depth * depth)
  }

  @Test func `a decoder or a container throws when it is used after the decode call`() throws {
    final class Keeper {
      var decoder: (any Decoder)?
      var object: KeyedDecodingContainer<Explorer.Key>?
      var list: (any UnkeyedDecodingContainer)?
    }
    struct Keeping: Decodable {
      init(from decoder: any Decoder) throws {
        let keeper = CodingUserInfoKey(rawValue: "keeper").flatMap { decoder.userInfo[$0] as? Keeper }
        keeper?.decoder = decoder
        keeper?.object = try decoder.container(keyedBy: Explorer.Key.self)
        keeper?.list = try keeper?.object?.nestedUnkeyedContainer(forKey: .list)
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "keeper"))
    let keeper = Keeper()
    _ = try decode(Keeping.self, #"{"list":[1,2]}"#, userInfo: [key: keeper])
    let decoder = try #require(keeper.decoder)
    let object = try #require(keeper.object)
    var list = try #require(keeper.list)
    #expect(throws: DecodingError.self) { try Item(from: decoder) }
    #expect(throws: DecodingError.self) { try decoder.singleValueContainer().decode(Int.self) }
    #expect(throws: DecodingError.self) { try decoder.unkeyedContainer() }
    #expect(throws: DecodingError.self) { try object.decode([Int].self, forKey: .list) }
    #expect(throws: DecodingError.self) { try object.superDecoder() }
    #expect(object.allKeys.isEmpty && !object.contains(.list) && decoder.codingPath.isEmpty)
    #expect(list.isAtEnd && list.count == 0)
    #expect(throws: DecodingError.self) { try list.decode(Int.self) }
  }

  @Test func `a decoder throws when it is used during a later decode call`() throws {
    final class Keeper { var decoders: [any Decoder] = [] }
    struct Keeping: Decodable {
      init(from decoder: any Decoder) throws {
        let keeper = CodingUserInfoKey(rawValue: "keeper").flatMap { decoder.userInfo[$0] as? Keeper }
        keeper?.decoders.append(decoder)
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "keeper"))
    let keeper = Keeper()
    try Array("{\"a\":1} {\"a\":2}".utf8).withUnsafeBytes { bytes in
      try JSONReader.read(bytes, userInfo: [key: keeper]) { reader in
        _ = try reader.decode(Keeping.self)
        _ = try reader.decode(Keeping.self)
        for decoder in keeper.decoders {
          #expect(throws: DecodingError.self) { try Item(from: decoder) }
          #expect(throws: DecodingError.self) { try [String: Int](from: decoder) }
          #expect(throws: DecodingError.self) { try decoder.singleValueContainer().decode([String: Int].self) }
        }
        try reader.finish()
      }
    }
    #expect(keeper.decoders.count == 2)
  }
}
