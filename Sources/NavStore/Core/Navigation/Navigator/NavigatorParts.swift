/// The parts of a navigation that a navigator has read, by name.
///
/// In generic code a key path is made anew at each use, which takes tens of times as long as a read. Here it is made
/// once. Who reads a part through a navigator and who reads it by its key path read the same one.
@usableFromInline
final class NavigatorParts<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  @usableFromInline let tabs = FoundPart<[Tab]>()
  @usableFromInline let selectedTab = FoundPart<Tab>()
  @usableFromInline let modals = FoundPart<[Modal<Route>]>()
  @usableFromInline let focusedPath = FoundPart<[Route]>()
  @usableFromInline let top = FoundPart<Route?>()
  @usableFromInline let canGoBack = FoundPart<Bool>()
  @usableFromInline let paths = FoundParts<Tab, [Route]>()
  @usableFromInline let scrollSignals = FoundParts<Tab, Int>()
  let presentations = FoundParts<Presentation<Route>, Bool>()
}

/// What a switch asks for: whether this is presented.
struct Presentation<Route: Hashable & Sendable>: Hashable, Sendable {
  let root: Route
  let style: ModalStyle
}
