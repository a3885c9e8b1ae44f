#if !canImport(Darwin)
  import Foundation
  import NavStore
  import NavStoreTesting
  import Testing

  /// What each service receives from the code of Docs/HowTo/Code/AnalyticsServices.md and LogAndInstruments.md.
  @MainActor @Suite(.serialized) struct ServiceRecipeTests {
    enum AppTab: String, Codable, CaseIterable { case home, library }
    enum Route: Hashable, Codable, TrackableRoute {
      case album(Int), settings

      var trackedName: String { if case .album = self { "Album" } else { "Settings" } }
      var trackedParameters: [String: String] { if case .album(let id) = self { ["id": "\(id)"] } else { [:] } }
    }
    typealias Navigation = NavigationState<AppTab, Route>

    /// The visits of a session: home for 3 s, an album for 1.5 s, and the settings, which a link opens.
    func visits() -> AsyncStream<ScreenVisit<AppTab, Route>> {
      let clock = TestClock()
      let store = Store(initialState: Navigation(tabs: AppTab.allCases), reducer: NavigationReducer(), clock: clock)
      let visits = store.screenVisits { $0 }
      clock.advance(by: .seconds(3))
      store.send(.push(.album(7)))
      clock.advance(by: .milliseconds(1500))
      store.send(.push(.settings), origin: .deepLink)
      return visits  // The store is released, so the stream ends after these visits.
    }

    @Test func `Sentry receives breadcrumbs of navigation and a tag`() async {
      await SentryRecipe().reportScreens(visits())
      let crumbs = SentryRecipe.SentrySDK.breadcrumbs
      #expect(crumbs.map(\.type) == ["navigation", "navigation", "navigation"])
      #expect(crumbs.map { $0.data?["from"] as? String } == [nil, "home", "Album"])
      #expect(crumbs.map { $0.data?["to"] as? String } == ["home", "Album", "Settings"])
      #expect(crumbs.map { $0.data?["origin"] as? String } == ["restore", "user", "deeplink"])
      #expect(SentryRecipe.SentrySDK.scope.tags == ["screen": "Settings"])
    }

    @Test func `Sentry receives the log of the session with a report`() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let store = Store(initialState: Navigation(tabs: AppTab.allCases), reducer: NavigationReducer())
      let recorder = try ActionLogRecorder(
        of: store, schema: ActionLogSchema<Navigation, NavigationAction<AppTab, Route>>(),
        to: folder.appending(path: "session.navlog").path)
      store.send(.push(.album(7)))

      await SentryRecipe().reportProblem("The album is empty", log: recorder)
      let message = try #require(SentryRecipe.SentrySDK.messages.first)
      #expect(message.text == "The album is empty")
      let path = try #require(message.scope.attachments.first?.path)
      #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8).contains("album"))
    }

    @Test func `Firebase receives screen_view events`() async {
      await FirebaseRecipe().reportScreens(visits())
      let events = FirebaseRecipe.Analytics.events
      #expect(events.map(\.name) == ["screen_view", "screen_view", "screen_view"])
      #expect(events.map { $0.parameters?["screen_name"] as? String } == ["home", "Album", "Settings"])
      #expect(events.map { $0.parameters?["screen_class"] as? String } == ["Route", "Route", "Route"])
      #expect(events.map { $0.parameters?["id"] as? String } == [nil, "7", nil])
      #expect(events.map { $0.parameters?["origin"] as? String } == ["restore", "user", "deeplink"])
    }

    @Test func `Amplitude receives Screen Viewed events with the screen before`() async {
      let amplitude = AmplitudeRecipe.Amplitude()
      await AmplitudeRecipe().reportScreens(visits(), to: amplitude)
      let properties = amplitude.events.map { $0.eventProperties ?? [:] }
      #expect(Set(amplitude.events.map(\.eventType)) == ["[Amplitude] Screen Viewed"])
      #expect(properties.map { $0["[Amplitude] Screen Name"] as? String } == ["home", "Album", "Settings"])
      #expect(properties.map { $0["id"] as? String } == [nil, "7", nil])
      #expect(properties.map { $0["previous screen"] as? String } == [nil, "home", "Album"])
      #expect(properties.map { $0["previous seconds"] as? Double } == [nil, 3, 1.5])
      #expect(properties.map { $0["origin"] as? String } == ["restore", "user", "deeplink"])
    }

    @Test func `Segment receives screen calls with properties`() async {
      let analytics = SegmentRecipe.Analytics()
      await SegmentRecipe().reportScreens(visits(), to: analytics)
      let properties = analytics.screens.map { $0.properties ?? [:] }
      #expect(analytics.screens.map(\.title) == ["home", "Album", "Settings"])
      #expect(properties.map { $0["id"] as? String } == [nil, "7", nil])
      #expect(properties.map { $0["previous_screen"] as? String } == [nil, "home", "Album"])
      #expect(properties.map { $0["previous_seconds"] as? Double } == [0, 3, 1.5])
      #expect(properties.map { $0["origin"] as? String } == ["restore", "user", "deeplink"])
    }

    @Test func `TelemetryDeck receives changes of the path and the time on each screen`() async {
      await TelemetryDeckRecipe().reportScreens(visits())
      let service = TelemetryDeckRecipe.TelemetryDeck.self
      #expect(service.paths == [" -> home", "home -> Album", "Album -> Settings"])
      #expect(service.signals.map(\.name) == ["Screen.left", "Screen.left"])
      #expect(service.signals.map(\.parameters) == [["screen": "home"], ["screen": "Album", "id": "7"]])
      #expect(service.signals.map(\.value) == [3, 1.5])
    }

    /// A tracer that keeps its spans.
    final class Tracer: OpenTelemetryRecipe.Tracer {
      final class Span: OpenTelemetryRecipe.Span, OpenTelemetryRecipe.SpanBuilder {
        let name: String
        var hasParent = true
        var attributes: [String: String] = [:]
        var start: Date?
        var end: Date?

        init(name: String) { self.name = name }

        func setNoParent() -> Self {
          hasParent = false
          return self
        }
        func setAttribute(key: String, value: String) -> Self {
          attributes[key] = value
          return self
        }
        func setStartTime(time: Date) -> Self {
          start = time
          return self
        }
        func startSpan() -> any OpenTelemetryRecipe.Span { self }
        func end(time: Date) { end = time }
      }

      var spans: [Span] = []

      func spanBuilder(spanName: String) -> any OpenTelemetryRecipe.SpanBuilder {
        spans.append(Span(name: spanName))
        return spans[spans.count - 1]
      }
    }

    @Test func `OpenTelemetry receives a span for each visit`() async {
      let tracer = Tracer()
      let start = Date(timeIntervalSince1970: 1000)
      await OpenTelemetryRecipe().traceScreens(visits(), from: start, session: "session 1", with: tracer)
      #expect(tracer.spans.map(\.name) == ["home", "Album", "Settings"])
      #expect(tracer.spans.allSatisfy { !$0.hasParent && $0.attributes["session.id"] == "session 1" })
      #expect(tracer.spans.map { $0.attributes["app.screen.name"] } == ["home", "Album", "Settings"])
      #expect(tracer.spans.map { $0.attributes["screen.id"] } == [nil, "7", nil])
      #expect(tracer.spans.map { $0.start?.timeIntervalSince1970 } == [1000, 1003, 1004.5])
      #expect(tracer.spans.dropLast().map { $0.end?.timeIntervalSince1970 } == [1003, 1004.5])
      #expect(tracer.spans.last?.end != nil)
    }

    @Test func `the log has each transaction, and hides its values`() async {
      let transactions = {
        let store = Store(initialState: Navigation(tabs: AppTab.allCases), reducer: NavigationReducer())
        let transactions = store.transactions
        store.send(.push(.album(7)))
        store.send([.selectTab(.library), .push(.settings)], origin: .deepLink)
        return transactions
      }()
      Logger.lines = []
      await SystemLogRecipe().logTransactions(transactions)
      #expect(Logger.lines == ["1 user: <private>", "2 deeplink: <private>"])
    }

    @Test func `the log has each failed save`() async throws {
      let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
      storage.inject(.outOfSpace(), at: .writes)
      let store = Store(initialState: Navigation(tabs: AppTab.allCases), reducer: NavigationReducer())
      let persistence = Persistence(of: store, to: storage)
      Logger.lines = []
      let logging = Task { await SystemLogRecipe().logSaves(of: persistence) }
      store.send(.push(.album(7)))
      await #expect(throws: (any Error).self) { try await persistence.flush() }
      while Logger.lines.isEmpty { await Task.yield() }
      #expect(Logger.lines == ["error: 1 saves have failed: <private>"])
      logging.cancel()
      await logging.value
    }

    @Test func `an action and a save are intervals`() async throws {
      OSSignposter.intervals = []
      let storage = SystemLogRecipe.SignpostedStorage(InMemoryStorage())
      let restored = Persistence.load(Navigation(tabs: AppTab.allCases), from: storage)
      #expect(OSSignposter.intervals.isEmpty)
      let store = Store(initialState: restored.state, reducer: SystemLogRecipe.SignpostedReducer(NavigationReducer()))
      let persistence = Persistence(of: store, to: storage)
      store.send([.push(.album(7)), .push(.settings)])
      #expect(OSSignposter.intervals == ["begin action", "end action", "begin action", "end action"])
      OSSignposter.intervals = []
      try await persistence.flush()
      #expect(OSSignposter.intervals == ["begin save", "end save"])
      #expect(try storage.state(as: Navigation.self)?.path(of: .home) == [.album(7), .settings])
    }

    @Test func `MetricKit measures each save`() async throws {
      let storage = SystemLogRecipe.MeasuredStorage(base: InMemoryStorage())
      let store = Store(initialState: Navigation(tabs: AppTab.allCases), reducer: NavigationReducer())
      let persistence = Persistence(of: store, to: storage)
      store.send(.push(.album(7)))
      try await persistence.flush()
      #expect(MXMetricManager.metrics == ["begin navigation save", "end navigation save"])
    }
  }
#endif
