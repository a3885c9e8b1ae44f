import NavStore

/// The code for TelemetryDeck in Docs/HowTo/Code/AnalyticsServices.md, with the declarations of TelemetryDeck 2.14 that it
/// uses, from TelemetryDeck.swift and TelemetryDeck+Navigation.swift. They keep what they receive.
struct TelemetryDeckRecipe {
  nonisolated enum TelemetryDeck {
    // The recipe and its test run on the main actor.
    nonisolated(unsafe) static var paths: [String] = []
    nonisolated(unsafe) static var signals: [(name: String, parameters: [String: String], value: Double?)] = []

    @MainActor static func navigationPathChanged(
      from source: String, to destination: String, customUserID: String? = nil
    ) { paths.append("\(source) -> \(destination)") }

    static func signal(
      _ signalName: String, parameters: [String: String] = [:], floatValue: Double? = nil, customUserID: String? = nil
    ) { signals.append((signalName, parameters, floatValue)) }
  }

  // snippet: telemetrydeck screens
  @MainActor func reportScreens<Tab, Route>(_ visits: AsyncStream<ScreenVisit<Tab, Route>>) async {
    for await visit in visits {
      // An empty path is the outside of the app.
      TelemetryDeck.navigationPathChanged(from: visit.previous?.name ?? "", to: visit.screen.name)
      guard let previous = visit.previous else { continue }
      TelemetryDeck.signal(
        "Screen.left", parameters: previous.parameters.merging(["screen": previous.name]) { $1 },
        floatValue: visit.previousDuration / .seconds(1))
    }
  }
  // end
}
