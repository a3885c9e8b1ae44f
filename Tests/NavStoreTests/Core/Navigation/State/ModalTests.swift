import NavStore
import Testing

@Suite struct ModalTests {
  @Test func `presentations are in the order of their numbers`() {
    let (first, second) = (ModalID(rawValue: 1), ModalID(rawValue: 2))
    #expect(first < second)
    #expect(!(second < first))
    #expect(!(first < first))
    #expect([second, ModalID(rawValue: 3), first].sorted().map(\.rawValue) == [1, 2, 3])
  }
}
