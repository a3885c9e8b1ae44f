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

  @Test func `only a value that is stored in the root is read at its offset`() {
    #expect(MemoryLayout<Whole>.offset(of: \.inner.text) != nil)
    #expect(MemoryLayout<Whole>.offset(of: \.pair.text) != nil)
    #expect(MemoryLayout<Whole>.offset(of: \.object.inner) == nil)
    #expect(MemoryLayout<Whole>.offset(of: \.observed) == nil)
    #expect(MemoryLayout<Whole>.offset(of: \.computed) == nil)
    #expect(MemoryLayout<Whole>.offset(of: \.inner.optional?.count) == nil)
  }

  @Test func `a key path that was joined at run time, a generic root and a closure are read`() {
    let joined = (\Whole.inner).appending(path: \Inner.text)
    // The joined key path is `Sendable`, as in `ScopeReader`, but its type does not say so.
    let sendable = unsafeBitCast(joined, to: (any KeyPath<Whole, String> & Sendable).self)
    #expect(getter(at: sendable)(Whole()) == Inner().text)
    let generic = Generic(number: 1, value: "value") { $0 + 1 }
    #expect(getter(at: \Generic<String>.value)(generic) == "value")
    #expect(getter(at: \Generic<String>.closure)(generic)(2) == 3)
  }

  struct Generic<Value: Sendable>: Sendable {
    var number: Int8
    var value: Value
    var closure: @Sendable (Int) -> Int
  }

  @Test func `a value is kept after the state that it was read from has changed`() {
    weak var probe: Object?
    var whole = Whole()
    probe = whole.object
    let object = getter(at: \Whole.object)(whole)
    whole.object = Object()
    #expect(probe === object)
  }
}
