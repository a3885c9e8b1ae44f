/// The modals that views show, and the dismissed modals whose views are still on the screen.
///
/// A framework animates a modal that is no longer in the state, and goes on reading its content. The content is kept
/// until the view disappears or the identity is presented again. At most ``limit`` modals are kept, because a view that
/// an app presents by itself does not say when it disappears.
struct ClosingModals<Route: Hashable & Sendable>: Sendable {
  static var limit: Int { 16 }

  private struct Closing {
    let modal: Modal<Route>
    /// The modal below it, when that one closes as well.
    let base: ModalID?
  }

  private var shown: [Modal<Route>] = []
  private var closing: [Closing] = []

  /// Notes what views show now.
  mutating func update(_ modals: [Modal<Route>]) {
    defer { shown = modals }
    guard !modals.elementsEqual(shown, by: { $0.id == $1.id }) else { return }
    let identities = Set(modals.map(\.id))
    closing.removeAll { identities.contains($0.modal.id) }
    var base: ModalID?
    for modal in shown where !identities.contains(modal.id) {
      closing.append(Closing(modal: modal, base: base))
      base = modal.id
    }
    closing.removeFirst(max(0, closing.count - Self.limit))
  }

  /// Returns a modal that closes.
  func modal(_ id: ModalID) -> Modal<Route>? {
    closing.first { $0.modal.id == id }?.modal
  }

  /// Returns the modal that closes together with the one below it.
  func modal(over base: ModalID) -> Modal<Route>? {
    closing.first { $0.base == base }?.modal
  }

  /// Returns a modal that closes because the one below it does.
  func modalClosingWithBase(_ id: ModalID) -> Modal<Route>? {
    closing.first { $0.modal.id == id && $0.base != nil }?.modal
  }

  /// The view of a modal has disappeared.
  mutating func forget(_ id: ModalID) {
    closing.removeAll { $0.modal.id == id }
  }
}
