public import NavStore
public import Tracing

/// A tracer of the screens that a user visits.
///
/// Each visit is a span with the name of the screen. The attributes have the names of OpenTelemetry's registry:
///
/// | attribute | value |
/// | --- | --- |
/// | `app.screen.name` | the name of the screen, without values of its route |
/// | `app.screen.id` | the type of the route or of the tab, and the name of the screen: `Shop.Route.product` |
/// | `session.id` | the session |
/// | `navstore.origin` | the sender of the actions that made the screen visible |
public struct ScreenSpans: Sendable {
  private let session: String
  private let tracer: any Tracer

  /// Creates a tracer of screens.
  ///
  /// - Parameters:
  ///   - session: The id of the session, for example a new UUID for each start of the app.
  ///   - tracer: The tracer that receives the spans; by default, that of the `InstrumentationSystem`.
  public init(session: String, tracer: any Tracer = InstrumentationSystem.tracer) {
    self.session = session
    self.tracer = tracer
  }

  /// Traces the visits of a stream, until the store is released or the task is cancelled, which ends the last span.
  ///
  /// The spans are children of the span that is current when the method is called, if there is one. The times between
  /// spans are those of the store's clock. A span does not contain the time in which the navigation was not visible.
  ///
  /// - Parameter visits: The `screenVisits` of a store. Create the stream next to the store, because it contains the
  ///   visits from its creation on.
  public func trace<Tab, Route>(_ visits: AsyncStream<ScreenVisit<Tab, Route>>) async {
    let context = ServiceContext.current ?? .topLevel
    let start = DefaultTracerClock.now
    var last: (span: any Span, time: Duration)?
    for await visit in visits {
      if let last { last.span.end(at: start.advanced(by: last.time + visit.previousDuration)) }
      let span: any Span = tracer.startSpan(visit.screen.name, context: context, at: start.advanced(by: visit.time))
      span.attributes["app.screen.name"] = visit.screen.name
      span.attributes["app.screen.id"] = id(of: visit.screen)
      span.attributes["session.id"] = session
      span.attributes["navstore.origin"] = visit.origin.rawValue
      last = (span, visit.time)
    }
    if let last { last.span.end(at: max(DefaultTracerClock.now, start.advanced(by: last.time))) }
  }

  private func id<Tab, Route>(of screen: ScreenVisit<Tab, Route>.Screen) -> String {
    let type = screen.route == nil ? String(reflecting: Tab.self) : String(reflecting: Route.self)
    return "\(type).\(screen.name)"
  }
}

extension DefaultTracerClock.Timestamp {
  fileprivate func advanced(by duration: Duration) -> Self {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    return Self(nanosecondsSinceEpoch: nanosecondsSinceEpoch + UInt64(max(0, nanoseconds)))
  }
}
