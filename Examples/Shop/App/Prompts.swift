import Foundation
import NavStore
import ShopCore
import SwiftUI

extension View {
  /// Asks before changes are lost, and reports what went wrong.
  ///
  /// The tabs and each sheet have it, because the view that presents a prompt must be the one on top.
  func prompts(of shop: ShopModel, in modal: ModalID? = nil) -> some View {
    prompt(of: shop.navigator, in: modal) {
      shop.prompt
    } send: {
      shop.answer($0)
    }
  }
}

extension ShopModel {
  fileprivate var prompt: Prompt<ShopAction>? {
    if let question = store.value(of: \.guarded.question) {
      return question.prompt(
        String(localized: "Discard your changes?"), message: String(localized: "What you have typed is not saved."),
        leave: String(localized: "Discard Changes"), stay: String(localized: "Keep Editing")
      ).map(ShopAction.guards)
    }
    return store.value(of: \.notice).map { message in
      Prompt(String(localized: "That did not work"), message: message, dismissal: .messageSeen)
    }
  }
}
