/// The origin of an action. An app may define origins of its own.
public struct ActionOrigin: RawRepresentable, Hashable, Sendable, Codable {
  /// The name of the origin in a log.
  public let rawValue: String
  /// Whether views animate what the action changes. `==` ignores this value: two origins with the same name are equal.
  public private(set) var isAnimated = true

  /// The same origin, for an action whose changes views show without animation.
  ///
  /// ```swift
  /// store.send(.navigation(.deepLink(link)), origin: .deepLink.withoutAnimation)
  /// ```
  ///
  /// SwiftUI updates its views in a transaction that disables animations, and the steps of a `NavigationPresenter` are
  /// not animated. The actions that the effects of the action send by `Effect.send` are not animated either, unless
  /// `Effect.concatenate` delays them until asynchronous work has returned. Transactions and logs contain
  /// ``isAnimated``, and a replay uses the same value.
  ///
  /// If several transactions result in one update or in one list of steps, the update or the steps are animated unless
  /// all of the transactions were sent without animation.
  public var withoutAnimation: ActionOrigin {
    var origin = self
    origin.isAnimated = false
    return origin
  }

  /// Creates an origin with the name that logs contain.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Returns whether two origins have the same name.
  public static func == (first: ActionOrigin, second: ActionOrigin) -> Bool { first.rawValue == second.rawValue }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// The user, or the app's own code.
  public static var user: ActionOrigin { ActionOrigin(rawValue: "user") }
  /// A link that was opened.
  public static var deepLink: ActionOrigin { ActionOrigin(rawValue: "deeplink") }
  /// An effect.
  public static var effect: ActionOrigin { ActionOrigin(rawValue: "effect") }
  /// The restoration of a saved state.
  public static var restore: ActionOrigin { ActionOrigin(rawValue: "restore") }
  /// Undo or redo.
  public static var undo: ActionOrigin { ActionOrigin(rawValue: "undo") }
}
