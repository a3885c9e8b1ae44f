import NavStore
import NavStoreTesting

@testable import MailCore

/// A window under test.
struct TestWindow {
  let store: TestStore<MailWindow.State, MailWindow.Action>
  let screens: TestScreens<MailWindow.State, MailWindow.Action, MailScreen, MailScreenAction>

  init(_ store: TestStore<MailWindow.State, MailWindow.Action>) {
    self.store = store
    screens = TestScreens(store, \.screens, action: MailWindow.Action.screens)
  }
}

extension MailWindow {
  /// Waits for a state.
  func reaches(_ isExpected: @Sendable (State) -> Bool) async {
    for await state in store.states(of: \.self) where isExpected(state) { return }
  }
}

extension MailServer {
  static let inbox = [Message(id: 7, subject: "Plans"), Message(id: 8, subject: "Invoice")]

  /// A server with two messages in the inbox and one that was sent.
  static let fixed = MailServer { mailbox in
    mailbox == .inbox ? inbox : [Message(id: 9, subject: "Hello")]
  } text: { id in
    "Text \(id)"
  } mailbox: { id in
    id == 9 ? .sent : inbox.contains { $0.id == id } ? .inbox : nil
  } send: { _ in
  }
}

struct Offline: Error {}

/// A server whose first answer is an error.
actor Texts {
  private var hasFailed = false

  func next(_ id: Message.ID) throws -> String {
    defer { hasFailed = true }
    guard hasFailed else { throw Offline() }
    return "Text \(id)"
  }
}

/// The state of a window in the first version of the app.
struct OldWindow: Codable, Equatable {
  enum Route: Hashable, Codable { case folder(name: Mailbox) }

  var navigation: NavigationState<MailTab, Route>
}
