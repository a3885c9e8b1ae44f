import NavStore
import Workload

enum AppTab: Int, Sendable, CaseIterable {
  case home, search, library
}

enum Route: Hashable, Sendable {
  case item(Int)
  case query(String)
}

typealias State = NavigationState<AppTab, Route>
typealias Action = NavigationAction<AppTab, Route>

func workload(count: Int) -> [Action] {
  workload(count: count, item: { .item($0) }, query: { text, _ in .query(text) })
}
