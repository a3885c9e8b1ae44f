internal import Foundation
public import NavStore
public import Tracing

/// A tracer of the writes of a persistence.
///
/// A write happens some time after the actions that changed the state, and on another thread. So this object notes in
/// which spans actions are sent. The span of the next write is a child of the newest of these spans, and has links to
/// the others. Use one object for each store.
///
/// ```swift
/// let saves = SaveSpans()
/// let store = Store(initialState: state, reducer: saves.noting(AppReducer()))
/// let persistence = Persistence(of: store, to: saves.tracing(file))
/// ```
public final class SaveSpans: @unchecked Sendable {
  /// The most contexts that wait for a write. Of more, the newest are kept.
  private static let limit = 32

  private let tracer: any Tracer
  private let lock = NSLock()
  /// The contexts of the senders since the last write, the newest at the end. The lock protects them.
  private var senders: [ServiceContext] = []

  /// Creates a tracer of writes.
  ///
  /// - Parameter tracer: The tracer that receives the spans; by default, that of the `InstrumentationSystem`.
  public init(tracer: any Tracer = InstrumentationSystem.tracer) {
    self.tracer = tracer
  }

  /// Returns a reducer that notes the span in which each action is sent. Use it only for the store: a replay of a log
  /// has no senders.
  public func noting<Base: Reducer>(_ reducer: Base) -> some Reducer<Base.State, Base.Action> {
    NotingReducer(base: reducer, spans: self)
  }

  /// Returns a storage that traces the writes of another storage in spans with the name `navstore write`. Pass it to
  /// `load` and to `Persistence`.
  ///
  /// The span of a write that fails records the error.
  public func tracing(_ storage: some StateStorage) -> some StateStorage {
    TracedStorage(base: storage, spans: self)
  }

  fileprivate func noteSender() {
    guard let context = ServiceContext.current else { return }
    lock.withLock { senders = senders.suffix(Self.limit - 1) + [context] }
  }

  fileprivate func trace(_ write: () throws -> Void) throws {
    let senders = lock.withLock { self.senders }
    let span: any Span = tracer.startSpan("navstore write", context: senders.last ?? .topLevel)
    defer { span.end() }
    for sender in senders.dropLast() { span.addLink(SpanLink(context: sender, attributes: [:])) }
    do {
      try write()
      // After a failure, the next attempt has the same senders.
      lock.withLock { self.senders.removeFirst(min(senders.count, self.senders.count)) }
    } catch {
      span.recordError(error)
      throw error
    }
  }
}

private struct NotingReducer<Base: Reducer>: Reducer {
  let base: Base
  let spans: SaveSpans

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    spans.noteSender()
    return base.reduce(into: &state, action: action)
  }

  func update(_ state: inout Base.State) -> Effect<Base.Action> { base.update(&state) }
}

private struct TracedStorage<Base: StateStorage>: StateStorage {
  let base: Base
  let spans: SaveSpans

  var identity: StorageIdentity { base.identity }

  func name(of generation: StateGeneration) -> String { base.name(of: generation) }

  func withSession<Result>(of owner: StorageOwner?, _ body: (any StorageSession) throws -> Result) throws -> Result {
    try base.withSession(of: owner) { try body(Session(base: $0, spans: spans)) }
  }

  func remove(as owner: StorageOwner) throws { try base.remove(as: owner) }

  private struct Session: StorageSession {
    let base: any StorageSession
    let spans: SaveSpans

    func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
      try spans.trace { try base.write(data, keepingCurrentAsPrevious: keepingCurrentAsPrevious) }
    }

    func read(_ generation: StateGeneration, limit: Int) throws -> Data? { try base.read(generation, limit: limit) }
    func quarantine(_ generation: StateGeneration) throws -> String? { try base.quarantine(generation) }
    func unfinishedRestores() throws -> Int { try base.unfinishedRestores() }
    func setUnfinishedRestores(_ count: Int) throws { try base.setUnfinishedRestores(count) }
  }
}
