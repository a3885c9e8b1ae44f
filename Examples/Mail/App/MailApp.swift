import Foundation
import MailCore
import NavStore
import SwiftUI

@main struct MailApp: App {
  private let model = Result {
    try MailModel(folder: URL.applicationSupportDirectory.appendingPathComponent("Accounts")) { _ in .demo }
  }

  var body: some Scene {
    WindowGroup(for: UUID.self) { $window in
      if let model = try? model.get() { AccountsView(model: model, window: window) }
    } defaultValue: {
      UUID()
    }
  }
}

/// A window shows one account at a time. Its navigation in each account is saved by itself.
struct AccountsView: View {
  let model: MailModel
  let window: UUID
  @State private var selected: UUID?

  init(model: MailModel, window: UUID) {
    self.model = model
    self.window = window
  }

  var body: some View {
    if let account = model.accounts.first(where: { $0.id == selected }) ?? model.accounts.first,
      let window = try? account.window(window.uuidString)
    {
      WindowView(account: account, window: window, navigator: window.navigator)
        .id(account.id)
        .toolbar {
          ToolbarItem {
            ForEach(model.accounts, id: \.id) { account in
              Button {
                selected = account.id
              } label: {
                Text(account.id.uuidString)
              }
            }
          }
        }
        .toolbar { ToolbarItem { SignOutButton(model: model, account: account, navigator: window.navigator) } }
    } else {
      Button("Add Account") { selected = try? model.add().id }
    }
  }
}

struct SignOutButton: View {
  let model: MailModel
  let account: MailAccount
  let navigator: MailNavigator
  @State private var prompt: Prompt<SignOutAnswer>?

  init(model: MailModel, account: MailAccount, navigator: MailNavigator) {
    self.model = model
    self.account = account
    self.navigator = navigator
  }

  var body: some View {
    Button("Sign Out", role: .destructive) {
      prompt = account.signOutPrompt
      if prompt == nil { answer(.signOut) }
    }
    .prompt(of: navigator) {
      prompt
    } send: {
      answer($0)
    }
  }

  private func answer(_ answer: SignOutAnswer) {
    prompt = nil
    if answer == .signOut { Task { try await model.signOut(account) } }
  }
}

extension MailServer {
  /// An empty mailbox, in the place of a real server.
  static let demo = MailServer { _ in
    []
  } text: { _ in
    ""
  } mailbox: { _ in
    nil
  } send: { _ in
  }
}
