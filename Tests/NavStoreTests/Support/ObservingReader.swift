@testable import NavStore
@testable import NavStoreCore
import Observation

/// An observer that counts its notifications and observes again after each.
final class ObservingReader: Sendable {
  private let count = Locked(0)
  private let read: @Sendable () -> Void

  init(_ read: @escaping @Sendable () -> Void) {
    self.read = read
    observe()
  }

  private func observe() {
    withObservationTracking(read) {
      self.count.withLock { $0 += 1 }
      self.observe()
    }
  }

  var notificationCount: Int { count.withLock(\.self) }
}
