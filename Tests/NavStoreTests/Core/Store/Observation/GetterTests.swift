@testable import NavStoreCore
import Testing

/// Functions that read the value at a key path.
@Suite struct GetterTests {
  struct Inner: Equatable, Sendable {
    var number: Int8 = 1
    var text = "a text that is longer than fifteen bytes"
    var optional: [Int]? = [1, 2]
  }

  final class Object: Sendable {
    let inner = Inner(number: 2)
  }

  struct Whole: Sendable {
    let flag = true
    var inner = Inner()
    var object = Object()
    var observed = Inner(number: 3) { didSet {} }
    var pair = (number: 4, text: "pair")
    var computed: Inner { Inner(number: inner.number + 1) }

    subscript(number: Int8) -> Inner { Inner(number: number) }
  }

  @Test func `a getter returns the value at its key path`() {
    let whole = Whole()
    func expectEqual<Value: Equatable>(
      _ keyPath: any KeyPath<Whole, Value> & Sendable, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(getter(at: keyPath)(whole) == whole[keyPath: keyPath], sourceLocation: sourceLocation)
    }
    expectEqual(\.flag)
    expectEqual(\.inner)
    expectEqual(\.inner.number)
    expectEqual(\.inner.text)
    expectEqual(\.inner.optional)
    expectEqual(\.inner.optional?.count)
    expectEqual(\.object.inner.text)
    expectEqual(\.observed)
    expectEqual(\.pair.text)
    expectEqual(\.computed)
    expectEqual(\.[5])
    expectEqual(\.self.inner.text)
    #expect(getter(at: \Inner.self)(whole.inner) == whole.inner)
  }

  @Test func `a value remains when the state that it was read from has changed`() {
    var whole = Whole()
    let text = getter(at: \Whole.inner.text)(whole)
    whole.inner.text.append(" and was changed")
    #expect(text == Inner().text)
    #expect(getter(at: \Whole.inner.text)(whole) == whole.inner.text)
  }
}
