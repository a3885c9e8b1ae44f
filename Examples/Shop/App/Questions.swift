import NavStore
import ShopCore
import SwiftUI

extension View {
  /// Asks before changes are lost, and reports what went wrong.
  ///
  /// The tabs and each sheet have it, because the view that presents a dialog must be the one on top.
  func questions(of shop: ShopModel, over modal: ModalID?) -> some View {
    modifier(Questions(shop: shop, modal: modal))
  }
}

private struct Questions: ViewModifier {
  let shop: ShopModel
  let modal: ModalID?

  func body(content: Content) -> some View {
    let isOnTop = shop.navigator.modals.last?.id == modal
    content
      .confirmationDialog(
        "Discard your changes?", isPresented: isOnTop ? Binding(shop.isAsking) : .constant(false),
        titleVisibility: .visible, presenting: shop.store.value(of: \.guarded.question)
      ) { question in
        Button("Discard Changes", role: .destructive) { shop.confirm(question.action) }
        Button("Keep Editing", role: .cancel) {}
      } message: { _ in
        Text("What you have typed is not saved.")
      }
      .alert(
        "That did not work", isPresented: isOnTop ? Binding(shop.hasMessage) : .constant(false),
        presenting: shop.store.value(of: \.notice)
      ) { _ in
        Button("OK") {}
      } message: { message in
        Text(message)
      }
  }
}
