/// The observed parts of a navigation that a navigator has read.
///
/// In generic code, each use of a key path creates it again, which takes tens of times as long as a read. Here each key
/// path is created once. A read through a navigator and a read by key path observe the same part.
@usableFromInline
final class NavigatorObservations<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  @usableFromInline let tabs = CachedObservation<[Tab]>()
  @usableFromInline let selectedTab = CachedObservation<Tab>()
  @usableFromInline let modals = CachedObservation<[Modal<Route>]>()
  @usableFromInline let focusedPath = CachedObservation<[Route]>()
  @usableFromInline let top = CachedObservation<Route?>()
  @usableFromInline let canGoBack = CachedObservation<Bool>()
  @usableFromInline let paths = CachedObservations<Tab, [Route]>()
  @usableFromInline let scrollSignals = CachedObservations<Tab, Int>()
  let presentations = CachedObservations<PresentationKey<Route>, Bool>()
}

/// A presentation whose existence a switch observes.
struct PresentationKey<Route: Hashable & Sendable>: Hashable, Sendable {
  let root: Route
  let style: ModalStyle
}
