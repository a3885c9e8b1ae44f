/// An action of a ``ScreenNavigation``.
public enum ScreenNavigationAction<Tab: Hashable & Sendable, Route: Hashable & Sendable, Action: Sendable>: Sendable {
  /// Changes the navigation.
  case navigation(NavigationAction<Tab, Route>)
  /// Reduces an action of a screen. If the screen has left its stack, or if its route has no state, nothing changes.
  case screen(ScreenID, Action)
  /// Removes a screen together with the screens above it, and delivers the result of that screen, if any. The screen
  /// that opened the removed screen receives the result as an action. The root of a tab cannot finish.
  case finish(ScreenID, with: Action?)
  /// Runs the lifecycle effects of all screens, including restored ones, as if each screen had just appeared.
  ///
  /// Send this action once after the start of the app. Otherwise, the effects of restored screens begin with the first
  /// action.
  case start
  /// Sets whether the user can see the navigation. After `setVisible(false)`, no screen is visible, for example while
  /// the scene is in the background. Without this action, screens stay visible in the background.
  ///
  /// Another `ScreenNavigation` in the place of this one begins as visible and with one column.
  case setVisible(Bool)
  /// Sets the number of columns that the window has room for, initially 1. A split view shows one screen in each
  /// column, and all of them are visible. A number below 1 is treated as 1.
  case setColumnCount(Int)
}

extension ScreenNavigationAction: CustomStringConvertible {
  /// One line for a log or a debugger, such as `screen 3: colorTapped`. For ``navigation(_:)``, the description of the
  /// action that it contains.
  public var description: String { text(ValueText.text) }

  private func text(_ describe: (Any) -> String) -> String {
    switch self {
    case .navigation(let action): describe(action)
    case .screen(let id, let action): "\(id): \(describe(action))"
    case .finish(let id, let result?): "\(id) finishes with \(describe(result))"
    case .finish(let id, nil): "\(id) finishes"
    case .start: "start"
    case .setVisible(let isVisible): "setVisible(\(isVisible))"
    case .setColumnCount(let count): "setColumnCount(\(count))"
    }
  }
}

extension ScreenNavigationAction: Outlined {
  package var outline: String { text(ValueOutline.text) }
}

extension ScreenNavigationAction: Equatable where Action: Equatable {}
extension ScreenNavigationAction: Hashable where Action: Hashable {}

// The encoded form is that of an `UndoAction`: {"do":[{"push":[…]}]}, {"screen":[5,…]}.

private enum ScreenNavigationActionName: String, CodingKey, CaseIterable {
  case navigation = "do"
  case screen, finish, start, setVisible, setColumnCount
  // Logs of earlier versions contain results for the root of a tab, which had no identity.
  case result
}

extension ScreenNavigationAction: Encodable where Tab: Encodable, Route: Encodable, Action: Encodable {
  /// Encodes the action as an object with one key, whose value is the list of the arguments.
  ///
  /// Later versions of the library keep this form.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .navigation(let action): try encoder.encodeAction(ScreenNavigationActionName.navigation, action)
    case .screen(let id, let action): try encoder.encodeAction(ScreenNavigationActionName.screen, id, action)
    case .finish(let id, let result?): try encoder.encodeAction(ScreenNavigationActionName.finish, id, result)
    case .finish(let id, nil): try encoder.encodeAction(ScreenNavigationActionName.finish, id)
    case .start: try encoder.encodeAction(ScreenNavigationActionName.start)
    case .setVisible(let isVisible): try encoder.encodeAction(ScreenNavigationActionName.setVisible, isVisible)
    case .setColumnCount(let count): try encoder.encodeAction(ScreenNavigationActionName.setColumnCount, count)
    }
  }
}

extension ScreenNavigationAction: Decodable where Tab: Decodable, Route: Decodable, Action: Decodable {
  /// Decodes an action from the form that ``encode(to:)`` encodes.
  ///
  /// In a log of an earlier version, the result for the root of a tab is an action of its own. It is decoded as an action
  /// of the screen 0, which does not exist.
  ///
  /// - Throws: A `DecodingError` if the name is unknown, if there are several names, or if an argument is missing,
  ///   wrong or superfluous.
  public init(from decoder: any Decoder) throws {
    var container = try ActionDecodingContainer<ScreenNavigationActionName>(from: decoder)
    switch container.name {
    case .navigation: self = .navigation(try container.nextArgument())
    case .screen: self = .screen(try container.nextArgument(), try container.nextArgument())
    case .finish: self = .finish(try container.nextArgument(), with: try container.nextArgumentIfPresent())
    case .result:
      self = .screen(ScreenID(rawValue: 0), try container.nextArgument())
      let _: Tab = try container.nextArgument()
    case .start: self = .start
    case .setVisible: self = .setVisible(try container.nextArgument())
    case .setColumnCount: self = .setColumnCount(try container.nextArgument())
    }
    try container.requireEnd()
  }
}
