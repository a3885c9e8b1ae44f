import Dispatch
import Foundation
import NavStore
import NavStoreTesting
import Suites

extension HotPath {
  static let linkParse = HotPath("link-parse", few: 500, many: 2_500) { count in
    let links = try links()
    let urls = (0..<8).map { "https://example.com/shop/section%20\($0)/\($0)" }
    return {
      var depth = 0
      for number in 0..<count { depth += (try? links.parse(urls[number % urls.count]))?.path.count ?? 0 }
      return depth
    }
  }

  static let linkPrint = HotPath("link-print", few: 500, many: 2_500) { count in
    let links = try links()
    let routes = (0..<8).map { Route.search(text: "section\($0)", page: $0) }
    return {
      var bytes = 0
      for number in 0..<count { bytes += (try? links.print(routes[number % routes.count]))?.utf8.count ?? 0 }
      return bytes
    }
  }

  private static func links() throws -> DeepLinkTable<AppTab, Route> {
    let pages = (1..<100).map { number in
      LinkPattern<AppTab, Route>("page\(number)/of/\(number)", in: .home, to: .item(number))
    }
    let search = LinkPattern<AppTab, Route>(
      "shop/:section/:id", .string, .int, in: .home, make: Route.search(text:page:),
      match: { if case .search(let text, let page) = $0 { (text, page) } else { nil } })
    return try DeepLinkTable(validating: pages + [search], hosts: ["example.com"])
  }

  static let recordedSend = HotPath("send-recorded", few: 1_000, many: 5_000) { count in
    let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
    // The file is never written, so only the sender's cost is counted.
    let recorder = try ActionLogRecorder(
      of: store, schema: ActionLogSchema(), to: "never-written.navlog", options: ActionLogOptions(capacity: count))
    return {
      for number in 0..<count { store.send(Tap.actions[number % Tap.actions.count]) }
      return withExtendedLifetime(recorder) { store.revision }
    }
  }

  /// Contains the work of all threads: the transactions are encoded, written and synced, a hundred at a time.
  static let flightRecordedSend = HotPath("send-flight-recorded", few: 1_000, many: 5_000) { count in
    let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).navlog")
    let recorder = try ActionLogRecorder(
      of: store, schema: ActionLogSchema(), to: file.path, options: .flightRecorder())
    let flushed = DispatchSemaphore(value: 0)
    return {
      for number in 0..<count {
        store.send(Tap.actions[number % Tap.actions.count])
        if (number + 1) % 100 > 0 { continue }
        Task {
          try await recorder.flush()
          flushed.signal()
        }
        flushed.wait()
      }
      for path in recorder.status.files { try? FileManager.default.removeItem(atPath: path) }
      return recorder.status.recorded
    }
  }

  static let encode = HotPath("encode", few: 20, many: 100) { count in
    let path: [Route] = (0..<10).map {
      $0.isMultiple(of: 2) ? .item($0) : .search(text: "album number \($0)", page: 0)
    }
    let state = Navigation(tabs: AppTab.allCases, paths: [.home: path, .search: path, .library: path])
    return {
      var bytes = 0
      for _ in 0..<count { bytes += (try? Persistence.encoded(state))?.count ?? 0 }
      return bytes
    }
  }

  static let testStoreSend = HotPath("test-store-send", few: 200, many: 1_000) { count in
    let store = TestStore(initialState: Navigation.initial, reducer: NavigationReducer())
    return {
      for number in 0..<(count / 2) {
        store.send(.push(.item(number))) { $0.push(.item(number)) }
        store.send(.pop()) { $0.pop() }
      }
      return store.state.depth
    }
  }
}
