#if canImport(SwiftUI)
  internal import SwiftUI
#endif

/// Runs a closure that notifies observers, and disables the animations of the resulting updates if `areEnabled` is
/// `false`.
///
/// SwiftUI updates its views in the transaction in which SwiftUI is notified. Therefore, a transaction that disables
/// animations disables the animations of the update.
func withAnimations(_ areEnabled: Bool, _ body: () -> Void) {
  #if canImport(SwiftUI)
    if !areEnabled {
      var transaction = Transaction()
      transaction.disablesAnimations = true
      return withTransaction(transaction, body)
    }
  #endif
  body()
}
