import MailCore
import NavStore
import SwiftUI

/// The view of a screen.
struct ScreenView: View {
  let account: MailAccount
  let window: MailWindow
  let screen: StackEntry<MailRoute>

  var body: some View {
    switch screen.route {
    case .mailbox:
      if let list = window.screens[screen.id, as: Screens.list] {
        MessageListView(account: account, navigator: window.navigator, list: list)
      }
    case .message:
      if let message = window.screens[screen.id, as: Screens.message] { MessageView(message: message) }
    case .compose:
      if let compose = window.screens[screen.id, as: Screens.compose] { ComposeView(compose: compose) }
    case .recipients:
      if let picker = window.screens[screen.id, as: Screens.recipients] {
        List(["Ada", "Grace"], id: \.self) { name in
          Button {
            picker.send(.picked(name))
          } label: {
            Text(name)
          }
        }
      }
    case .signIn: Button("Sign In") { account.store.send(.signedIn) }
    }
  }
}

struct MailboxesView: View {
  let window: MailWindow
  @Bindable var navigator: MailNavigator

  var body: some View {
    List(selection: $navigator[selectionOf: .mail, column: .content]) {
      ForEach(Mailbox.allCases, id: \.self) { mailbox in
        Text(mailbox.rawValue).tag(MailRoute.mailbox(mailbox))
          .badge(mailbox == .inbox ? window.screens[root: .mail, as: Screens.mailboxes]?.state.count ?? 0 : 0)
      }
    }
    .toolbar { ToolbarItem { Button("Compose") { navigator.present(.compose) } } }
  }
}

struct MessageListView: View {
  let account: MailAccount
  @Bindable var navigator: MailNavigator
  let list: ScreenStore<MessageList.State, MessageList.Action>

  var body: some View {
    let archived = account.store.value(of: \.archive.present)
    List(selection: $navigator[selectionOf: .mail, column: .detail]) {
      ForEach(list.state.messages.filter { !archived.contains($0.id) }, id: \.id) { message in
        Text(message.subject).tag(MailRoute.message(message.id))
      }
    }
    .toolbar {
      ToolbarItem {
        Button("Undo") { account.store.send(.archive(.undo), origin: .undo) }
          .disabled(!account.store.value(of: \.archive.canUndo))
      }
    }
  }
}

struct MessageView: View {
  let message: ScreenStore<MessageText.State, MessageText.Action>

  var body: some View {
    switch message.state {
    case .loading: Text("Loading…")
    case .failed: Button("Try Again") { message.send(.retryTapped) }
    case .loaded(let text):
      Text(text).toolbar { ToolbarItem { Button("Archive") { message.send(.archiveTapped) } } }
    }
  }
}

struct ComposeView: View {
  let compose: ScreenStore<Compose.State, Compose.Action>

  var body: some View {
    let draft = compose.state.draft
    Form {
      Button {
        compose.send(.recipientTapped)
      } label: {
        Text(draft.recipient ?? "Choose a Recipient")
      }
      TextField(
        "Message",
        text: Binding(
          compose.binding(
            of: { $0.draft.text }, send: { .edited(Draft(to: compose.state.draft.recipient, text: $0)) })))
      if compose.isRunning(id: Compose.Sending.draft) { Text("Sending…") }
      if compose.state.hasFailed { Text("The message was not sent.") }
      Button("Send") { compose.send(.sendTapped) }
        .disabled(draft.recipient == nil || compose.isRunning(id: Compose.Sending.draft))
    }
  }
}
