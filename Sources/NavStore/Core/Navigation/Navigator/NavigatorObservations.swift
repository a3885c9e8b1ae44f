/// The parts of a navigation that a navigator has read, by name.
///
/// In generic code a key path is made anew at each use, which takes tens of times as long as a read. Here it is made
/// once. Who reads a part through a navigator and who reads it by its key path read the same one.
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

/// What a switch asks for: whether this is presented.
struct PresentationKey<Route: Hashable & Sendable>: Hashable, Sendable {
  let root: Route
  let style: ModalStyle
}
