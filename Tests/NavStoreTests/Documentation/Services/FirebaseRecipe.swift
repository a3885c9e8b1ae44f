import NavStore

/// The code for Firebase in Docs/HowTo/Code/AnalyticsServices.md, with the declarations of FirebaseAnalytics 12.19 that
/// it uses. They keep what they receive. The values of the constants are those of the reference of Google Analytics.
struct FirebaseRecipe {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  let AnalyticsEventScreenView = "screen_view"
  // swift-format-ignore: AlwaysUseLowerCamelCase
  let AnalyticsParameterScreenName = "screen_name"
  // swift-format-ignore: AlwaysUseLowerCamelCase
  let AnalyticsParameterScreenClass = "screen_class"

  nonisolated final class Analytics {
    // The recipe and its test run on the main actor.
    nonisolated(unsafe) static var events: [(name: String, parameters: [String: Any]?)] = []

    static func logEvent(_ name: String, parameters: [String: Any]?) { events.append((name, parameters)) }
  }

  // snippet: firebase screens
  @MainActor func reportScreens<Tab, Route>(_ visits: AsyncStream<ScreenVisit<Tab, Route>>) async {
    for await visit in visits {
      var parameters: [String: Any] = visit.screen.parameters
      parameters[AnalyticsParameterScreenName] = visit.screen.name
      parameters[AnalyticsParameterScreenClass] = "\(Route.self)"
      parameters["origin"] = visit.origin.rawValue
      Analytics.logEvent(AnalyticsEventScreenView, parameters: parameters)
    }
  }
  // end
}
