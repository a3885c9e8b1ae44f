// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import NavStore

public typealias Screen<Feature: ScreenFeature> = ScreenScope<MailTab, MailRoute, Feature.State, Feature.Action>

/// The root of the mail tab, with the number of messages in the inbox.
public struct Mailboxes: ScreenFeature {
  public struct State: Codable, Equatable, Sendable { public var count: Int? }
  public enum Action: Codable, Equatable, Sendable { case counted(Int) }
  let server: MailServer

  public func reduce(_ screen: inout Screen<Self>, action: Action) -> Effect<Action> {
    if case .counted(let count) = action { screen.state.count = count }
    return .none
  }

  public func lifecycle(_ screen: Screen<Self>, phase: ScreenPhase) -> Effect<Action> {
    guard phase == .becameVisible else { return .none }
    return .run(id: "count", cancelInFlight: true) { context in
      if let messages = try? await server.messages(.inbox) { context.send(.counted(messages.count)) }
    }
  }
}

/// The messages of a mailbox, loaded again whenever the user sees it.
public struct MessageList: ScreenFeature {
  public struct State: Codable, Equatable, Sendable { public var messages: [Message] = [] }
  public enum Action: Codable, Equatable, Sendable { case loaded([Message]) }
  let server: MailServer

  public func reduce(_ screen: inout Screen<Self>, action: Action) -> Effect<Action> {
    if case .loaded(let messages) = action { screen.state.messages = messages }
    return .none
  }

  public func lifecycle(_ screen: Screen<Self>, phase: ScreenPhase) -> Effect<Action> {
    guard phase == .becameVisible, case .mailbox(let mailbox)? = screen.route else { return .none }
    return .run(id: "load", cancelInFlight: true) { context in
      if let messages = try? await server.messages(mailbox) { context.send(.loaded(messages)) }
    }
  }
}

public struct MessageText: ScreenFeature {
  public enum State: Codable, Equatable, Sendable { case loading, failed, loaded(String) }
  public enum Action: Codable, Equatable, Sendable { case loaded(String), failed, retryTapped, archiveTapped }
  let server: MailServer

  public func reduce(_ screen: inout Screen<Self>, action: Action) -> Effect<Action> {
    switch action {
    case .loaded(let text): screen.state = .loaded(text)
    case .failed: screen.state = .failed
    case .retryTapped:
      screen.state = .loading
      return load(screen)
    case .archiveTapped: screen.finish()  // the window tells the account
    }
    return .none
  }

  public func lifecycle(_ screen: Screen<Self>, phase: ScreenPhase) -> Effect<Action> {
    phase == .appeared && screen.state == .loading ? load(screen) : .none
  }

  private func load(_ screen: Screen<Self>) -> Effect<Action> {
    guard case .message(let id)? = screen.route else { return .none }
    return .run { context in
      context.send(.loaded(try await server.text(id)))
    } catch: { _ in
      .failed
    }
  }
}

public struct Compose: ScreenFeature {
  public struct State: Codable, Equatable, Sendable {
    public var draft = Draft()
    public var hasFailed = false
  }
  public enum Action: Codable, Equatable, Sendable {
    case edited(Draft), recipientTapped, recipientPicked(String), sendTapped, sent(Draft), failed
  }
  public enum Sending: Sendable { case draft }
  let server: MailServer

  public func reduce(_ screen: inout Screen<Self>, action: Action) -> Effect<Action> {
    switch action {
    case .edited(let draft): screen.state.draft = draft
    case .recipientTapped: screen.navigate(.push(.recipients))
    case .recipientPicked(let name): screen.state.draft.recipient = name
    case .sendTapped:
      screen.state.hasFailed = false
      return .run(id: Sending.draft, cancelInFlight: true) { [draft = screen.state.draft] context in
        try await server.send(draft)
        context.send(.sent(draft))
      } catch: { _ in
        .failed
      }
    case .sent: screen.finish()
    case .failed: screen.state.hasFailed = true
    }
    return .none
  }
}

public struct Recipients: ScreenFeature {
  public struct State: Codable, Equatable, Sendable {}
  public enum Action: Codable, Equatable, Sendable { case picked(String) }

  public func reduce(_ screen: inout Screen<Self>, action: Action) -> Effect<Action> {
    screen.finish(with: action)
    return .none
  }
}
