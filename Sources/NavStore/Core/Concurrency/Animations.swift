#if canImport(SwiftUI)
  internal import SwiftUI
#endif

/// Runs a closure that notifies observers. SwiftUI updates its views in the transaction in which it is notified, so a
/// transaction without animations disables the animations of that update.
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
