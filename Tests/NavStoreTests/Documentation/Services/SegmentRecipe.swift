import NavStore

/// The code for Segment in Docs/HowTo/Code/AnalyticsServices.md, with the declarations of Segment 1.10 that it uses, from
/// Events.swift. They keep what they receive. As in the SDK, the class is not `Sendable`.
struct SegmentRecipe {
  nonisolated class Analytics {
    private(set) var screens: [(title: String, category: String?, properties: [String: Any]?)] = []

    func screen(title: String, category: String? = nil, properties: [String: Any]? = nil) {
      screens.append((title, category, properties))
    }
    func screen<P: Encodable>(title: String, category: String? = nil, properties: P?) {
      screens.append((title, category, nil))
    }
  }

  // snippet: segment screens
  @MainActor func reportScreens<Tab, Route>(
    _ visits: AsyncStream<ScreenVisit<Tab, Route>>, to analytics: Analytics
  ) async {
    for await visit in visits {
      var properties: [String: Any] = visit.screen.parameters
      properties["origin"] = visit.origin.rawValue
      properties["previous_screen"] = visit.previous?.name
      properties["previous_seconds"] = visit.previousDuration / .seconds(1)
      analytics.screen(title: visit.screen.name, properties: properties)
    }
  }
  // end
}
