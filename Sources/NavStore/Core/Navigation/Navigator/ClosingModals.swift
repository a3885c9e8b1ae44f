/// The modals that views show, and the dismissed modals whose views are still on the screen.
///
/// When a modal has left the state, a framework still animates its dismissal and reads its content. Therefore, the
/// modal is kept until its view disappears or a modal with the same identity is presented again. At most ``limit``
/// modals are kept, because the view of a modal that the app presents without `.modals(of:)` does not report that it
/// disappeared.
struct ClosingModals<Route: Hashable & Sendable>: Sendable {
  static var limit: Int { 16 }

  private struct Closing {
    let modal: Modal<Route>
    /// The identity of the modal below `modal` if both were dismissed together; otherwise, `nil`.
    let base: ModalID?
  }

  private var shown: [Modal<Route>] = []
  private var closing: [Closing] = []

  mutating func update(_ modals: [Modal<Route>]) {
    defer { shown = modals }
    guard !modals.elementsEqual(shown, by: { $0.id == $1.id }) else { return }
    let identities = Set(modals.map { $0.id })
    closing.removeAll { identities.contains($0.modal.id) }
    var base: ModalID?
    for modal in shown where !identities.contains(modal.id) {
      closing.append(Closing(modal: modal, base: base))
      base = modal.id
    }
    closing.removeFirst(max(0, closing.count - Self.limit))
  }

  func modal(_ id: ModalID) -> Modal<Route>? {
    closing.first { $0.modal.id == id }?.modal
  }

  func modal(over base: ModalID) -> Modal<Route>? {
    closing.first { $0.base == base }?.modal
  }

  func modalClosingWithBase(_ id: ModalID) -> Modal<Route>? {
    closing.first { $0.modal.id == id && $0.base != nil }?.modal
  }

  mutating func forget(_ id: ModalID) {
    closing.removeAll { $0.modal.id == id }
  }
}
