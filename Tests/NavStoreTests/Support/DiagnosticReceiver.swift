import NavStore

/// A receiver that stores what reducers and tables report.
final class DiagnosticReceiver: Sendable {
  private let received = Locked<[NavigationDiagnostic]>([])

  var all: [NavigationDiagnostic] { received.withLock { $0 } }

  @Sendable func note(_ diagnostic: NavigationDiagnostic) { received.withLock { $0.append(diagnostic) } }
}
