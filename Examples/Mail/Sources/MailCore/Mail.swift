// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import NavStore

public struct Message: Identifiable, Hashable, Codable, Sendable {
  public let id: Int
  public let subject: String

  public init(id: Int, subject: String) {
    (self.id, self.subject) = (id, subject)
  }
}

public enum Mailbox: String, CaseIterable, Codable, Sendable { case inbox, sent }

/// A message that is being written. Logs do not contain what the user has typed.
public struct Draft: Hashable, Codable, Sendable {
  public var recipient: String?
  public var text = ""

  public init(to recipient: String? = nil, text: String = "") {
    (self.recipient, self.text) = (recipient, text)
  }

  public static let redaction = Redaction.type(Draft.self) { draft in
    Draft(to: draft.recipient.map { _ in "x" }, text: draft.text.isEmpty ? "" : "x")
  }
}

/// What the app asks the server of an account.
public struct MailServer: Sendable {
  public var messages: @Sendable (Mailbox) async throws -> [Message]
  public var text: @Sendable (Message.ID) async throws -> String
  public var mailbox: @Sendable (Message.ID) async throws -> Mailbox?
  public var send: @Sendable (Draft) async throws -> Void

  public init(
    messages: @escaping @Sendable (Mailbox) async throws -> [Message],
    text: @escaping @Sendable (Message.ID) async throws -> String,
    mailbox: @escaping @Sendable (Message.ID) async throws -> Mailbox?,
    send: @escaping @Sendable (Draft) async throws -> Void
  ) {
    (self.messages, self.text, self.mailbox, self.send) = (messages, text, mailbox, send)
  }
}

public enum MailTab: String, Codable, CaseIterable, Sendable { case mail, search, archive }

public enum MailRoute: Hashable, Codable, Sendable {
  case mailbox(Mailbox)
  case message(Message.ID)
  /// Sheets.
  case compose, signIn
  /// A picker above a draft.
  case recipients
}

public typealias MailNavigator = Navigator<MailTab, StackEntry<MailRoute>>

public let mailLinks = DeepLinkTable<MailTab, MailRoute>(schemes: ["mail"]) {
  LinkPattern(
    "mailbox/:name", .rawValue(), in: .mail,
    make: MailRoute.mailbox, match: { if case .mailbox(let mailbox) = $0 { mailbox } else { nil } })
  LinkPattern(
    "message/:id", .int, in: .mail,
    make: MailRoute.message, match: { if case .message(let id) = $0 { id } else { nil } })
  LinkPattern("compose", in: .mail, as: .sheet, to: .compose)
}

extension LinkRule<MailTab, MailRoute, MailWindow.State> {
  /// Opens a message over its mailbox, which the server knows.
  static func inMailbox(_ mailbox: @escaping @Sendable (Message.ID) async throws -> Mailbox?) -> Self {
    LinkRule("mailbox") { link, _ in
      guard case .message(let id)? = link.shown, link.path.count == 1 else { return .open }
      return .wait {
        guard let mailbox = try await mailbox(id) else { return .refuse("This message no longer exists.") }
        return .redirect(DeepLink(tab: .mail, path: [.mailbox(mailbox), .message(id)]))
      }
    }
  }
}

/// The names of the screens in reports. Nothing that identifies a message is reported.
extension MailRoute: TrackableRoute {
  public var trackedName: String {
    switch self {
    case .mailbox(let mailbox): mailbox.rawValue
    case .message: "message"
    case .compose, .recipients: "compose"
    case .signIn: "sign in"
    }
  }
}
