/// One kind of screen: what its actions do, and which effects it has during its life.
///
/// ```swift
/// struct Note: ScreenFeature {
///   struct State: Codable, Equatable { var text = "" }
///   enum Action: Codable, Equatable { case textChanged(String), saveTapped }
///
///   let save: @Sendable (String) async -> Void
///
///   func reduce(_ note: inout ScreenScope<AppTab, Route, State, Action>, action: Action) -> Effect<Action> {
///     switch action {
///     case .textChanged(let text): note.state.text = text
///     case .saveTapped: note.finish()
///     }
///     return .none
///   }
///
///   func lifecycle(_ note: ScreenScope<AppTab, Route, State, Action>, phase: ScreenPhase) -> Effect<Action> {
///     phase == .left ? .run { [text = note.state.text] _ in await save(text) } : .none
///   }
/// }
/// ```
///
/// A feature has its own types of states and actions. A ``ScreenCase`` connects them with those of the app, and
/// ``ScreenNavigationReducer/screen(_:reducedBy:)`` adds the feature to the reducer of the navigation.
public protocol ScreenFeature<State, Action>: Sendable {
  /// The tabs of the app.
  associatedtype Tab: Hashable & Sendable
  /// The routes of the app.
  associatedtype Route: Hashable & Sendable
  /// The state of one screen.
  associatedtype State: Sendable
  /// The actions of one screen.
  associatedtype Action: Sendable

  /// Changes the state in response to an action, and returns the effects to start.
  func reduce(_ screen: inout ScreenScope<Tab, Route, State, Action>, action: Action) -> Effect<Action>

  /// Returns the effects of a screen at a point in its life. By default, there are none.
  func lifecycle(_ screen: ScreenScope<Tab, Route, State, Action>, phase: ScreenPhase) -> Effect<Action>
}

extension ScreenFeature {
  /// Returns no effect.
  public func lifecycle(_ screen: ScreenScope<Tab, Route, State, Action>, phase: ScreenPhase) -> Effect<Action> {
    .none
  }
}

/// An object that distinguishes a ``ScreenCase`` from others with equal types.
final class ScreenCaseIdentity: Sendable {}

/// The place of one kind of screen in the states and the actions of an app's screens.
///
/// ```swift
/// enum Screens {
///   static let note = ScreenCase<AppScreen, ScreenAction, Note.State, Note.Action>(
///     state: { if case .note(let state) = $0 { state } else { nil } }, embedState: AppScreen.note,
///     extract: { if case .note(let action) = $0 { action } else { nil } }, embed: ScreenAction.note)
/// }
/// ```
///
/// Declare each case once, as above: only requests with the same case return the same ``ScreenStore``.
public struct ScreenCase<Content: ScreenContent, ScreenAction: Sendable, State: Sendable, Action: Sendable>: Sendable {
  let identity = ScreenCaseIdentity()
  package let extractState: @Sendable (Content) -> State?
  package let embedState: @Sendable (State) -> Content
  package let extract: @Sendable (ScreenAction) -> Action?
  package let embed: @Sendable (Action) -> ScreenAction

  /// Creates a case.
  ///
  /// - Parameters:
  ///   - state: Returns the state of a screen of this kind, or `nil` if the screen is of another kind.
  ///   - embedState: Returns the state of the app's screens that contains a state of this kind.
  ///   - extract: Returns the action that a screen of this kind receives, or `nil` if it does not receive the action.
  ///     Convert the result of another kind of screen to an action of this kind.
  ///   - embed: Returns the action of the app's screens that contains an action of this kind.
  public init(
    state: @escaping @Sendable (Content) -> State?, embedState: @escaping @Sendable (State) -> Content,
    extract: @escaping @Sendable (ScreenAction) -> Action?, embed: @escaping @Sendable (Action) -> ScreenAction
  ) {
    extractState = state
    self.embedState = embedState
    self.extract = extract
    self.embed = embed
  }
}

extension ScreenNavigationReducer {
  /// Returns a reducer that also reduces one kind of screen.
  ///
  /// ```swift
  /// let screens = ScreenNavigationReducer<AppScreen, ScreenAction>()
  ///   .screen(Screens.note, reducedBy: Note(save: save))
  /// ```
  ///
  /// If no feature accepts an action of a screen, nothing changes and a mistake is reported.
  public func screen<Feature: ScreenFeature>(
    _ screenCase: ScreenCase<Content, ScreenAction, Feature.State, Feature.Action>, reducedBy feature: Feature
  ) -> Self where Feature.Tab == Content.Tab, Feature.Route == Content.Route {
    var reducer = self
    reducer.reduceScreen = { [reduceScreen] screen, action in
      screenCase.reduce(&screen, action, by: feature) ?? reduceScreen(&screen, action)
    }
    reducer.lifecycle = { [lifecycle] screen, phase in
      guard let part = screenCase.part(of: screen) else { return lifecycle?(screen, phase) ?? .none }
      return feature.lifecycle(part, phase: phase).map(screenCase.embed)
    }
    return reducer
  }
}

extension ScreenCase {
  /// Reduces an action by a feature, or returns `nil` if the screen is of another kind or does not receive the action.
  fileprivate func reduce<Feature: ScreenFeature<State, Action>>(
    _ screen: inout ScreenScope<Content.Tab, Content.Route, Content, ScreenAction>, _ action: ScreenAction,
    by feature: Feature
  ) -> Effect<ScreenAction>? where Feature.Tab == Content.Tab, Feature.Route == Content.Route {
    guard let action = extract(action), var part = part(of: screen) else { return nil }
    // The app's state keeps no second reference, so that the change copies no buffer.
    screen.present = nil
    let effect = feature.reduce(&part, action: action)
    screen.present = embedState(part.state)
    screen.requests = part.requests.map { request in
      switch request {
      case .navigate(let action): .navigate(action)
      case .open(let action, let opened): .open(action, ScreenResult { opened.close(with: $0.flatMap(extract)) })
      case .finish(let result): .finish(result.map(embed))
      }
    }
    return effect.map(embed)
  }

  fileprivate func part(
    of screen: ScreenScope<Content.Tab, Content.Route, Content, ScreenAction>
  ) -> ScreenScope<Content.Tab, Content.Route, State, Action>? {
    extractState(screen.state).map { ScreenScope(id: screen.id, route: screen.route, present: $0) }
  }
}
