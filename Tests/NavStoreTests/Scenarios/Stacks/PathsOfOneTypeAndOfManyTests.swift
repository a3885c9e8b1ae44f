import NavStore
import Testing

/// How do I store the path as an array of one route type, or, like `NavigationPath`, with routes of several types? How
/// do I use `count`, `isEmpty` and `removeLast(k)`, and compare two paths?
///
/// A path is an array in both cases: `[Route]` for one type, `[AnyRoute]` for several. A view that changes the array
/// through the navigator sends one action, `setPath`.
@Suite struct PathsOfOneTypeAndOfManyTests {
  enum AppTab: CaseIterable { case shop }

  @Suite struct OfOneType {
    enum Route: Hashable { case category(String), product(Int) }

    let store = Store(
      initialState: NavigationState<AppTab, Route>(
        tabs: AppTab.allCases, paths: [.shop: [.category("Tea"), .product(1), .product(2)]]),
      reducer: NavigationReducer())

    let navigator: Navigator<AppTab, Route>

    init() { navigator = Navigator(store) }

    @Test func `a path can be counted, read at any index and compared`() {
      let path = navigator[pathOf: .shop]
      #expect(path.count == 3 && !path.isEmpty)
      #expect(path[1] == .product(1))
      #expect(path == [.category("Tea"), .product(1), .product(2)])
    }

    @Test func `removeLast(2) is one action, so subscribers receive one change`() {
      navigator[pathOf: .shop].removeLast(2)
      #expect(navigator[pathOf: .shop] == [.category("Tea")])
      #expect(store.revision == 1)
    }

    @Test func `pop removes at most all routes, where removeLast(k) would stop the program`() {
      navigator.pop(10)
      #expect(navigator[pathOf: .shop].isEmpty)
      navigator.pop()
      #expect(navigator[pathOf: .shop].isEmpty)
    }

    @Test func `writing the current path changes nothing`() {
      navigator[pathOf: .shop] = [.category("Tea"), .product(1), .product(2)]
      #expect(store.revision == 0)
    }

    @Test func `the outcome reports how the view has changed the path`() {
      var state = store.state
      #expect(state.setPath([.category("Tea")], in: .tab(.shop)) == .pathChanged(.popped(2)))
      #expect(state.setPath([.category("Tea"), .product(7)], in: .tab(.shop)) == .pathChanged(.pushed(1)))
      #expect(state.setPath([.product(8)], in: .tab(.shop)) == .pathChanged(.replaced(removed: 2, added: 1)))
    }
  }

  @Suite struct OfManyTypes {
    struct Category: Hashable, Codable { var name: String }
    struct Product: Hashable, Codable { var id: Int }
    struct Offer: Hashable, Codable { var id: Int }

    let navigator = Navigator(
      Store(initialState: NavigationState<AppTab, AnyRoute>(tabs: AppTab.allCases), reducer: NavigationReducer()))

    @Test func `a mixed path is counted, shortened and compared like a path of one type`() {
      navigator[pathOf: .shop].append(Category(name: "Tea"))
      navigator[pathOf: .shop].append(Product(id: 1))
      navigator[pathOf: .shop].append(Product(id: 2))
      #expect(navigator[pathOf: .shop].count == 3)
      navigator[pathOf: .shop].removeLast(2)
      #expect(navigator[pathOf: .shop] == [Category(name: "Tea")])
      navigator[pathOf: .shop].removeLast()
      #expect(navigator[pathOf: .shop].isEmpty)
    }

    @Test func `the routes of a mixed path can be read, which NavigationPath does not allow`() {
      navigator[pathOf: .shop] = [AnyRoute](holding: [Category(name: "Tea"), Product(id: 1)])
      #expect(navigator[pathOf: .shop].first?.as(Category.self)?.name == "Tea")
      #expect(navigator[pathOf: .shop].compactMap { $0.as(Product.self) } == [Product(id: 1)])
    }

    @Test func `equal contents of different types are different screens`() {
      navigator.push(Product(id: 1))
      #expect(navigator[pathOf: .shop] != [Offer(id: 1)])
    }
  }
}
