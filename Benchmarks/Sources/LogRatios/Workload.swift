import NavStore
import Workload

enum AppTab: String, Codable, Sendable, CaseIterable {
  case home, search, library
}

enum Route: Hashable, Codable, Sendable {
  case item(id: Int)
  case search(text: String, page: Int)
  case settings
}

typealias State = NavigationState<AppTab, Route>
typealias Action = NavigationAction<AppTab, Route>
typealias Schema = ActionLogSchema<State, Action>

/// For programs that know nothing of the routes.
typealias AnySchema = ActionLogSchema<NavigationState<JSONText, JSONText>, NavigationAction<JSONText, JSONText>>

func workload(count: Int) -> [Action] {
  workload(count: count, item: { .item(id: $0) }, query: { text, number in .search(text: text, page: number % 7) })
}

/// A line of a log, as a program would declare it that reads logs with Foundation alone.
struct PlainLine: Decodable {
  let t: String
  let n: Int
  let at: Int
  let origin: String?
  let action: Action?
  let sum: String?
}
