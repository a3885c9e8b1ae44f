internal import Observation

/// A part of the state that observers read: by it they are told.
class AnyObservedValue<State: Sendable>: @unchecked Sendable {
  // Unchecked because it has a subclass, which says why itself.
  private let signal = ObservationSignal()

  func access() {
    signal.registrar.access(signal, keyPath: \.isTold)
  }

  /// Tells observers of a transaction, unless the part is known to be what it was.
  func tell(_ state: State, revision: Int) {
    tell()
  }

  /// Notifies observers again if they were notified of a transaction of a revision or a later one.
  func notifyAgain(since revision: Int) {
    tell()
  }

  /// Tells observers whatever the value is: what they show may not be what they read.
  func tell() {
    signal.registrar.withMutation(of: signal, keyPath: \.isTold) {}
  }
}

/// What a registrar knows of a part. Of no other type, so that its key path is made once.
private struct ObservationSignal: Observable {
  let registrar = ObservationRegistrar()

  /// For its key path, by which the registrar tells observers.
  var isTold: Bool { true }
}
