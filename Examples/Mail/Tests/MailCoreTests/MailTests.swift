import Foundation
import NavStore
import NavStoreTesting
import Testing

@testable import MailCore

/// What the app must do, one test each.
@MainActor @Suite final class MailTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mail-\(UUID())")
  let account: MailAccount

  init() throws {
    account = try MailModel(folder: folder) { _ in .fixed }.add()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A store for the screens of a window of the account.
  private func testWindow(
    _ server: MailServer = .fixed, _ change: (inout MailWindow.State) -> Void = { _ in }
  ) -> TestWindow {
    var state = MailWindow.State()
    change(&state)
    return TestWindow(
      TestStore(initialState: state, reducer: MailWindowReducer.guarded(account: account.store, server: server)))
  }

  @Test func `tabs come and go with the account, in each window`() async throws {
    let windows = [try account.window("left"), try account.window("right")]
    account.store.send(.paid)
    for window in windows { await window.reaches { $0.screens.navigation.tabs == [.mail, .search, .archive] } }
  }

  @Test func `a draft in one window is sent, and the account of all windows knows it`() async throws {
    let (left, right) = (try account.window("left"), try account.window("right"))
    left.navigator.present(.compose)
    let compose = try #require(left.screens[left.store.state.screens.visibleID, as: Screens.compose])
    compose.send(.edited(Draft(to: "Ada", text: "Hello")))
    await compose.send(.sendTapped).finish()
    #expect(account.store.state.sentCount == 1)
    #expect(left.store.state.screens.navigation.modals.isEmpty && left.store.state.guarded.question == nil)
    #expect(right.store.state.screens.navigation == MailWindow.State().screens.navigation)
  }

  @Test func `three columns are visible side by side, and load what they show`() async throws {
    let window = try account.window("left")
    window.store.send(.screens(.setColumnCount(3)))
    window.navigator[selectionOf: .mail, column: .content] = .mailbox(.inbox)
    window.navigator[selectionOf: .mail, column: .detail] = .message(7)
    await window.reaches { $0.screens[$0.screens.visibleID] == .message(.loaded("Text 7")) }
    let list = try #require(window.store.state.screens.id(of: .mailbox(.inbox)))
    await window.reaches { $0.screens[list] == .list(.init(messages: MailServer.inbox)) }

    window.navigator[selectionOf: .mail, column: .detail] = .message(8)
    #expect(window.navigator[pathOf: .mail].map(\.route) == [.mailbox(.inbox), .message(8)])
    #expect(window.store.state.screens.id(of: .mailbox(.inbox)) == list)
  }

  @Test func `a picker returns the recipient to the draft`() {
    let window = testWindow { $0.screens.navigation.present(.compose) }
    window.screens.send(.recipientTapped, to: .compose, as: Screens.compose, navigation: { $0.push(.recipients) })
    let picker = window.store.state.screens.visibleID
    window.store.send(.screens(.screen(picker, .recipients(.picked("Ada"))))) { state in
      state.screens.navigation.pop()
      state.screens[state.screens.visibleID] = .compose(Compose.State(draft: Draft(to: "Ada")))
    }
  }

  @Test func `each way out of a draft asks, and an empty draft closes`() async throws {
    let window = testWindow { $0.screens.navigation.present(.compose) }
    window.screens.send(.edited(Draft(text: "Hello")), to: .compose, as: Screens.compose) {
      $0.draft = Draft(text: "Hello")
    }
    let ways: [NavigationAction<MailTab, MailRoute>] = [.dismiss, .dismissAll, .deepLink(.init(tab: .search))]
    for way in ways {
      window.store.exhaustivity = .off
      window.store.send(.navigation(way))
      let prompt = try #require(window.store.state.prompt)
      #expect(prompt.buttons.map(\.title) == ["Discard Draft", "Keep Editing"])
      window.store.send(prompt.dismissal)
      #expect(window.store.state.prompt == nil && window.store.state.draftCount == 1)
    }
    window.store.exhaustivity = .on
    window.screens.send(.edited(Draft()), to: .compose, as: Screens.compose) { $0.draft = Draft() }
    window.store.send(.navigation(.dismiss)) { $0.screens.navigation.dismiss() }
    await window.screens.receive(.counted(2), atRootOf: .mail, as: Screens.mailboxes) { $0.count = 2 }
  }

  @Test func `a draft that cannot be sent stays, with a spinner while it is sent`() async {
    let clock = TestClock()
    var server = MailServer.fixed
    server.send = { _ in
      try await clock.sleep(for: .seconds(1))
      throw Offline()
    }
    let window = testWindow(server) { $0.screens.navigation.present(.compose) }
    let compose = window.store.state.screens.visibleID
    let stores = ScreenStores(window.store.base.scope(state: \.screens, action: MailWindow.Action.screens))
    window.screens.send(.sendTapped, to: .compose, as: Screens.compose)
    #expect(stores[compose]?.isRunning(id: Compose.Sending.draft) == true)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    await window.screens.receive(.failed, at: .compose, as: Screens.compose) { $0.hasFailed = true }
    await window.store.finish()
    #expect(stores[compose]?.isRunning(id: Compose.Sending.draft) == false)
  }

  @Test func `a message that cannot be loaded is loaded again on request`() async {
    let texts = Texts()
    var server = MailServer.fixed
    server.text = { try await texts.next($0) }
    let window = testWindow(server) { $0.screens.navigation.push(.message(7)) }
    window.store.send(.screens(.start))
    await window.screens.receive(.failed, at: .message(7), as: Screens.message) { $0 = .failed }
    window.screens.send(.retryTapped, to: .message(7), as: Screens.message) { $0 = .loading }
    await window.screens.receive(.loaded("Text 7"), at: .message(7), as: Screens.message) { $0 = .loaded("Text 7") }
  }

  @Test func `a link to a message is looked up, and opens over its mailbox`() async {
    let window = testWindow()
    let link = DeepLink<MailTab, MailRoute>(tab: .mail, path: [.mailbox(.sent), .message(9)])
    window.store.exhaustivity = .off
    window.store.send(.linkOpened("mail://message/9"))
    await window.store.receive(.linkResolved(link)) { $0.screens.navigation.deepLink(link) }
    window.store.send(.linkOpened("mail://message/1"))
    await window.store.receive(.linkFailed("This message no longer exists.")) {
      $0.message = "This message no longer exists."
    }
    #expect(window.store.state.prompt?.title == "This message no longer exists.")
  }

  @Test func `after the session has ended, a draft waits for the sign-in, also one from a link`() async throws {
    let window = try account.window("left")
    account.store.send(.sessionEnded)
    await window.reaches { !$0.isSignedIn }
    window.store.send(.linkOpened("mail://compose"), origin: .deepLink)
    #expect(window.store.state.screens.navigation.modals.map(\.root) == [.signIn])
    account.store.send(.signedIn)
    await window.reaches { $0.screens.navigation.modals.map(\.root) == [.compose] }
  }

  @Test func `an archived message can be returned, and nothing else is undone`() async throws {
    let window = try account.window("left")
    window.navigator.push(.message(7))
    let message = try #require(window.screens[window.store.state.screens.visibleID, as: Screens.message])
    await message.send(.archiveTapped).finish()
    account.store.send(.paid)
    #expect(account.store.state.archive.present == [7] && window.store.state.screens.visibleScreen == nil)
    account.store.send(.archive(.undo), origin: .undo)
    #expect(account.store.state.archive.present == [] && account.store.state.isPaying)
  }

  @Test func `two accounts have files of their own, and a sign-out with drafts asks and leaves nothing`() async throws {
    let model = try MailModel(folder: folder) { _ in .fixed }
    let (first, second) = (try model.add(), try model.add())
    let windows = [try first.window("left"), try second.window("left")]
    for window in windows {
      window.navigator.present(.compose)
      window.screens[window.store.state.screens.visibleID, as: Screens.compose]?.send(.edited(Draft(text: "Hello")))
      try await window.persistence.flush()
    }
    #expect(first.signOutPrompt?.title == "Discard your drafts?")
    try await model.signOut(first)
    #expect(model.accounts.map(\.id) == [second.id])
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent(first.id.uuidString).path))

    try await windows[1].persistence.stop()
    let restarted = try MailModel(folder: folder) { _ in .fixed }
    let account = try #require(restarted.accounts.first { $0.id == second.id })
    #expect(try account.window("left").store.state.draftCount == 1)
  }

  @Test func `a file of the first version is restored, with initial states and roots`() throws {
    let old = OldWindow(
      navigation: NavigationState(tabs: [.mail, .search], paths: [.mail: [.folder(name: .sent)]]))
    let bytes = try Persistence.encoded(old)
    let restored = Persistence.restored(MailWindow.State(), from: bytes, schema: MailWindow.schema)
    #expect(restored.state.screens.navigation.path(of: .mail) == [.mailbox(.sent)])
    #expect(restored.state.screens.rootID(of: .mail).flatMap { restored.state.screens[$0] } == .mailboxes(.init()))
    #expect(restored.report.losses.isEmpty)
  }

  @Test func `visits name the kinds of screens, without the time in the background`() async throws {
    let window = try account.window("left")
    window.navigator.push(.mailbox(.inbox))
    window.store.send(.screens(.setVisible(false)))
    window.store.send(.screens(.setVisible(true)))
    window.navigator.push(.message(7))
    var names: [String] = []
    for await visit in window.visits {
      names.append(visit.screen.name)
      if names.count == 4 { break }
    }
    #expect(names == ["mail", "inbox", "inbox", "message"])
  }

  @Test func `a recorded session is replayed, and its log has no text of a draft`() async throws {
    let window = try account.window("left")
    window.store.send(.linkOpened("mail://mailbox/inbox"))
    window.navigator.present(.compose)
    window.screens[window.store.state.screens.visibleID, as: Screens.compose]?.send(.edited(Draft(text: "private")))
    let recorder = try #require(window.recorder)
    try await recorder.close()
    let file = recorder.status.files[0]
    #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains("private"))
    let report = try ActionLog(path: file).replay(
      MailWindow.logSchema, reducer: MailWindowReducer.guarded(account: account.store, server: .fixed))
    #expect(report.isFaithful && report.isComplete, "\(report)")
    #expect(report.state?.screens.navigation == window.store.state.screens.navigation)
  }
}
