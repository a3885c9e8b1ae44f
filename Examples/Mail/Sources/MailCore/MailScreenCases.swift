// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import NavStore

public enum MailScreen: ScreenContent, Codable, Equatable {
  case mailboxes(Mailboxes.State)
  case list(MessageList.State)
  case message(MessageText.State)
  case compose(Compose.State)
  case recipients(Recipients.State)

  public init?(root tab: MailTab) {
    guard tab == .mail else { return nil }
    self = .mailboxes(Mailboxes.State())
  }

  public init?(route: MailRoute) {
    switch route {
    case .mailbox: self = .list(MessageList.State())
    case .message: self = .message(.loading)
    case .compose: self = .compose(Compose.State())
    case .recipients: self = .recipients(Recipients.State())
    case .signIn: return nil
    }
  }
}

public enum MailScreenAction: Codable, Equatable, Sendable {
  case mailboxes(Mailboxes.Action)
  case list(MessageList.Action)
  case message(MessageText.Action)
  case compose(Compose.Action)
  case recipients(Recipients.Action)
}

public enum Screens {
  public static let mailboxes = ScreenCase<MailScreen, MailScreenAction, Mailboxes.State, Mailboxes.Action>(
    state: { if case .mailboxes(let state) = $0 { state } else { nil } }, embedState: MailScreen.mailboxes,
    extract: { if case .mailboxes(let action) = $0 { action } else { nil } }, embed: MailScreenAction.mailboxes)
  public static let list = ScreenCase<MailScreen, MailScreenAction, MessageList.State, MessageList.Action>(
    state: { if case .list(let state) = $0 { state } else { nil } }, embedState: MailScreen.list,
    extract: { if case .list(let action) = $0 { action } else { nil } }, embed: MailScreenAction.list)
  public static let message = ScreenCase<MailScreen, MailScreenAction, MessageText.State, MessageText.Action>(
    state: { if case .message(let state) = $0 { state } else { nil } }, embedState: MailScreen.message,
    extract: { if case .message(let action) = $0 { action } else { nil } }, embed: MailScreenAction.message)
  public static let compose = ScreenCase<MailScreen, MailScreenAction, Compose.State, Compose.Action>(
    state: { if case .compose(let state) = $0 { state } else { nil } }, embedState: MailScreen.compose,
    extract: {
      switch $0 {
      case .compose(let action): action
      case .recipients(.picked(let name)): .recipientPicked(name)  // the result of the picker
      default: nil
      }
    }, embed: MailScreenAction.compose)
  public static let recipients = ScreenCase<MailScreen, MailScreenAction, Recipients.State, Recipients.Action>(
    state: { if case .recipients(let state) = $0 { state } else { nil } }, embedState: MailScreen.recipients,
    extract: { if case .recipients(let action) = $0 { action } else { nil } }, embed: MailScreenAction.recipients)

  /// The reducer of all screens. The mail tab has three columns where there is room.
  static func reducer(_ server: MailServer) -> ScreenNavigationReducer<MailScreen, MailScreenAction> {
    ScreenNavigationReducer(columns: { $0 == .mail ? 3 : 1 })
      .screen(mailboxes, reducedBy: Mailboxes(server: server))
      .screen(list, reducedBy: MessageList(server: server))
      .screen(message, reducedBy: MessageText(server: server))
      .screen(compose, reducedBy: Compose(server: server))
      .screen(recipients, reducedBy: Recipients())
  }
}
