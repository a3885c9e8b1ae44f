public import NavStore
public import Tracing

extension Effect {
  /// Returns an effect that runs asynchronous work in a span; see
  /// ``run(span:tracer:id:cancelInFlight:priority:operation:catch:)``.
  public static func run(
    span: String, tracer: any Tracer = InstrumentationSystem.tracer, id: (any Hashable & Sendable)? = nil,
    cancelInFlight: Bool = false, priority: TaskPriority? = nil,
    operation: @escaping @Sendable (EffectContext<Action>) async throws(CancellationError) -> Void
  ) -> Effect {
    run(span: span, tracer: tracer, id: id, cancelInFlight: cancelInFlight, priority: priority) {
      try await operation($0)
    } catch: { _ in
      nil
    }
  }

  /// Returns an effect that runs asynchronous work in a span, and converts errors of the work to actions.
  ///
  /// The span is a child of the span in which the action was sent. In the work, the span is current, so that requests
  /// of the work, and the actions that it sends, belong to the same trace. If the work is cancelled, the span has the
  /// attribute `navstore.cancelled`.
  ///
  /// - Parameters:
  ///   - span: The name of the span.
  ///   - tracer: The tracer that receives the span; by default, that of the `InstrumentationSystem`.
  ///   - id: An id with which the work can be cancelled. Several pieces of work may have the same id.
  ///   - cancelInFlight: Whether running work with the same `id` is cancelled first.
  ///   - priority: The priority of the task, or `nil` for the priority of the sender.
  ///   - operation: The work. It runs in a new task that is isolated to no actor.
  ///   - catch: Returns the action for an error that the work has thrown. The span records the error.
  public static func run(
    span: String, tracer: any Tracer = InstrumentationSystem.tracer, id: (any Hashable & Sendable)? = nil,
    cancelInFlight: Bool = false, priority: TaskPriority? = nil,
    operation: @escaping @Sendable (EffectContext<Action>) async throws -> Void,
    catch: @escaping @Sendable (any Error) -> Action?
  ) -> Effect {
    // A reducer runs in the task of the sender, so this is the sender's context.
    let sender = ServiceContext.current ?? .topLevel
    return run(id: id, cancelInFlight: cancelInFlight, priority: priority) { context in
      let span: any Span = tracer.startSpan(span, context: sender)
      defer {
        if Task.isCancelled { span.attributes["navstore.cancelled"] = true }
        span.end()
      }
      do {
        try await ServiceContext.$current.withValue(span.context) { try await operation(context) }
      } catch {
        if !Task.isCancelled { span.recordError(error) }
        throw error
      }
    } catch: {
      `catch`($0)
    }
  }
}
