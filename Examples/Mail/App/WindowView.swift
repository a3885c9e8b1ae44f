import MailCore
import NavStore
import SwiftUI

/// The tabs of a window, its sheets and its prompts.
struct WindowView: View {
  let account: MailAccount
  let window: MailWindow
  @Bindable var navigator: MailNavigator
  @Environment(\.scenePhase) private var scenePhase
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    TabView(selection: $navigator.selectedTab) {
      ForEach(navigator.tabs, id: \.self) { tab in
        TabContent(account: account, window: window, navigator: navigator, tab: tab)
          .tabItem { Text(tab.rawValue) }
          .tag(tab)
      }
    }
    .saves(account.persistence)
    .saves(window.persistence)
    .task { await window.recorder?.run() }
    .prompts(of: window)
    .modals(of: navigator) { modal in
      NavigationStack(path: $navigator[pathOf: modal.id]) {
        ScreenView(account: account, window: window, screen: modal.root)
          .navigationDestination(for: StackEntry<MailRoute>.self) {
            ScreenView(account: account, window: window, screen: $0)
          }
      }
      .interactiveDismissDisabled(navigator.isDismissalGuarded(of: modal.id))
      .prompts(of: window, in: modal.id)
    }
    .onOpenURL { url in window.store.send(.linkOpened(url.absoluteString), origin: .deepLink) }
    .onChange(of: scenePhase) { window.store.send(.screens(.setVisible(scenePhase != .background))) }
    .onChange(of: sizeClass, initial: true) {
      window.store.send(.screens(.setColumnCount(sizeClass == .compact ? 1 : 3)))
    }
  }
}

/// One column where there is little room, and else three: the mailboxes, their messages, and a message.
struct TabContent: View {
  let account: MailAccount
  let window: MailWindow
  @Bindable var navigator: MailNavigator
  let tab: MailTab
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    if tab != .mail {
      NavigationStack(path: $navigator[pathOf: tab]) {
        Text(tab.rawValue).navigationDestination(for: StackEntry<MailRoute>.self) { screenView($0) }
      }
    } else if sizeClass == .compact {
      NavigationStack(path: $navigator[pathOf: .mail]) {
        MailboxesView(window: window, navigator: navigator)
          .navigationDestination(for: StackEntry<MailRoute>.self) { screenView($0) }
      }
    } else {
      NavigationSplitView {
        MailboxesView(window: window, navigator: navigator)
      } content: {
        if let list = columns[.content].first { screenView(list) }
      } detail: {
        if let message = columns[.detail].first {
          NavigationStack(path: $navigator[pathOf: .mail, column: .detail]) {
            screenView(message).navigationDestination(for: StackEntry<MailRoute>.self) { screenView($0) }
          }
          .id(message.id)
        }
      }
    }
  }

  private var columns: NavigationColumns<StackEntry<MailRoute>> { NavigationColumns(navigator[pathOf: .mail]) }

  private func screenView(_ screen: StackEntry<MailRoute>) -> ScreenView {
    ScreenView(account: account, window: window, screen: screen)
  }
}

extension View {
  /// Asks before a draft is lost, and says what went wrong.
  func prompts(of window: MailWindow, in modal: ModalID? = nil) -> some View {
    prompt(of: window.navigator, in: modal) {
      window.store.value(of: \.prompt)
    } send: {
      window.store.send($0)
    }
  }
}
