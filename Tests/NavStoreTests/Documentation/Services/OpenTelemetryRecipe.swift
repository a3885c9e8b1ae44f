import Foundation
import NavStore

/// The code for OpenTelemetry in Docs/HowTo/Code/AnalyticsServices.md, with the declarations of OpenTelemetryApi 2.5 that
/// it uses, from Tracer.swift, SpanBuilder.swift, Span.swift and the semantic attributes. As in the SDK, no type is
/// `Sendable`.
struct OpenTelemetryRecipe {
  nonisolated enum SemanticConventions {
    enum App: String { case screenName = "app.screen.name" }
    enum Session: String { case id = "session.id" }
  }

  nonisolated protocol Span: AnyObject {
    func end(time: Date)
  }

  nonisolated protocol SpanBuilder: AnyObject {
    @discardableResult func setNoParent() -> Self
    @discardableResult func setAttribute(key: String, value: String) -> Self
    @discardableResult func setStartTime(time: Date) -> Self
    func startSpan() -> any Span
  }

  nonisolated protocol Tracer: AnyObject {
    func spanBuilder(spanName: String) -> any SpanBuilder
  }

  // snippet: opentelemetry screens
  @MainActor func traceScreens<Tab, Route>(
    _ visits: AsyncStream<ScreenVisit<Tab, Route>>, from start: Date, session: String, with tracer: any Tracer
  ) async {
    var open: (span: any Span, start: Date)?
    for await visit in visits {
      if let open { open.span.end(time: open.start.addingTimeInterval(visit.previousDuration / .seconds(1))) }
      let time = start.addingTimeInterval(visit.time / .seconds(1))
      let builder = tracer.spanBuilder(spanName: visit.screen.name).setNoParent().setStartTime(time: time)
        .setAttribute(key: SemanticConventions.App.screenName.rawValue, value: visit.screen.name)
        .setAttribute(key: SemanticConventions.Session.id.rawValue, value: session)
      for (key, value) in visit.screen.parameters { builder.setAttribute(key: "screen.\(key)", value: value) }
      open = (builder.startSpan(), time)
    }
    open?.span.end(time: Date())
  }
  // end
}
