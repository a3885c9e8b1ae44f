// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import NavStore
import Observation

/// The data of an account, which all of its windows share.
public struct Account: Codable, Equatable, Sendable {
  public var isSignedIn = true
  public var isPaying = false
  public var sentCount = 0
  /// The messages that the user has archived. Only this can be undone.
  public var archive = UndoState<[Message.ID]>([])

  /// The tabs of each window. The archive is for paying accounts.
  public var tabs: [MailTab] { isPaying ? MailTab.allCases : [.mail, .search] }
}

public enum AccountAction: Equatable, Sendable {
  case signedIn, sessionEnded, paid, sent
  case archive(UndoAction<Message.ID>)
}

struct AccountReducer: Reducer {
  let archive = ArchiveReducer().undoable()

  func reduce(into account: inout Account, action: AccountAction) -> Effect<AccountAction> {
    switch action {
    case .signedIn: account.isSignedIn = true
    case .sessionEnded: account.isSignedIn = false
    case .paid: account.isPaying = true
    case .sent: account.sentCount += 1
    case .archive(let action):
      return archive.reduce(into: &account.archive, action: action).map(AccountAction.archive)
    }
    return .none
  }
}

struct ArchiveReducer: Reducer {
  func reduce(into archived: inout [Message.ID], action id: Message.ID) -> Effect<Message.ID> {
    archived.append(id)
    return .none
  }
}

/// An account with its windows. All of its files are in one folder.
@MainActor public final class MailAccount: Identifiable {
  public let id: UUID
  public let store: Store<Account, AccountAction>
  public let persistence: Persistence<Account>
  public private(set) var windows: [String: MailWindow] = [:]
  private let folder: URL
  private let server: MailServer

  init(_ id: UUID, in folder: URL, server: MailServer) throws {
    self.id = id
    self.server = server
    self.folder = folder.appendingPathComponent(id.uuidString)
    let file = try FileStorage(url: self.folder.appendingPathComponent("account.state"))
    store = Store(initialState: Persistence.load(Account(), from: file).state, reducer: AccountReducer())
    persistence = Persistence(of: store, to: file)
  }

  /// Returns a window. The first call restores it from its file.
  public func window(_ name: String) throws -> MailWindow {
    if let window = windows[name] { return window }
    let window = try MailWindow(
      of: store, in: folder.appendingPathComponent("windows"), named: name, server: server)
    windows[name] = window
    return window
  }

  /// The number of drafts that a sign-out would lose, in all windows.
  public var draftCount: Int { windows.values.reduce(0) { $0 + $1.store.state.draftCount } }

  /// The question before a sign-out; `nil` if no draft would be lost.
  public var signOutPrompt: Prompt<SignOutAnswer>? {
    guard draftCount > 0 else { return nil }
    return Prompt(
      "Discard your drafts?", message: "Not sent yet: \(draftCount)", style: .dialog,
      buttons: [.init("Discard Drafts", role: .destructive, action: .signOut), .init("Cancel", role: .cancel)],
      dismissal: .stay)
  }

  /// Removes everything that is saved for the account.
  fileprivate func discard() async throws {
    for window in windows.values {
      try await window.recorder?.discard()
      try await window.persistence.discard()
    }
    windows = [:]
    try await persistence.discard()
    // The files of windows that are not open now.
    if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
  }
}

public enum SignOutAnswer: Sendable { case signOut, stay }

/// The accounts of the user. Each has a folder of its own.
@MainActor @Observable public final class MailModel {
  public private(set) var accounts: [MailAccount] = []
  private let folder: URL
  private let server: @Sendable (UUID) -> MailServer

  public init(folder: URL, server: @escaping @Sendable (UUID) -> MailServer) throws {
    self.folder = folder
    self.server = server
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for id in names.sorted().compactMap(UUID.init) { try add(id) }
  }

  @discardableResult
  public func add(_ id: UUID = UUID()) throws -> MailAccount {
    let account = try MailAccount(id, in: folder, server: server(id))
    accounts.append(account)
    return account
  }

  /// Signs out. Ask `signOutPrompt` before.
  public func signOut(_ account: MailAccount) async throws {
    try await account.discard()
    accounts.removeAll { $0.id == account.id }
  }
}
