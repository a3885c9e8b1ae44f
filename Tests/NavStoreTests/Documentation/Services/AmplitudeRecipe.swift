import NavStore

/// The code for Amplitude in Docs/HowTo/Code/AnalyticsServices.md, with the declarations of AmplitudeSwift 1.18 that it
/// uses, from Amplitude.swift, BaseEvent.swift and ScreenViewedEvent.swift. They keep what they receive. As in the SDK,
/// no type is `Sendable`.
struct AmplitudeRecipe {
  nonisolated class BaseEvent {
    var eventType: String
    var eventProperties: [String: Any]?

    init(eventType: String, eventProperties: [String: Any]? = nil) {
      (self.eventType, self.eventProperties) = (eventType, eventProperties)
    }
  }

  nonisolated class ScreenViewedEvent: BaseEvent {
    init(screenName: String) {
      super.init(
        eventType: "[Amplitude] Screen Viewed", eventProperties: ["[Amplitude] Screen Name": screenName])
    }
  }

  nonisolated class Amplitude {
    private(set) var events: [BaseEvent] = []

    @discardableResult func track(event: BaseEvent) -> Amplitude {
      events.append(event)
      return self
    }
  }

  // snippet: amplitude screens
  @MainActor func reportScreens<Tab, Route>(
    _ visits: AsyncStream<ScreenVisit<Tab, Route>>, to amplitude: Amplitude
  ) async {
    for await visit in visits {
      let event = ScreenViewedEvent(screenName: visit.screen.name)
      event.eventProperties?.merge(visit.screen.parameters) { own, _ in own }
      event.eventProperties?["origin"] = visit.origin.rawValue
      if let previous = visit.previous {
        event.eventProperties?["previous screen"] = previous.name
        event.eventProperties?["previous seconds"] = visit.previousDuration / .seconds(1)
      }
      amplitude.track(event: event)
    }
  }
  // end
}
