#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Scrolls this scroll view or list to one of its views when the user taps the tab at whose root it is.
    ///
    /// ```swift
    /// List(songs, id: \.id) { song in SongRow(song) }
    ///   .scrollsToTop(of: .library, navigator: navigator, to: songs.first?.id)
    /// ```
    ///
    /// - Parameters:
    ///   - tab: The tab.
    ///   - navigator: The navigation.
    ///   - id: The identity of the first view in it.
    public func scrollsToTop<Tab, Route, ID: Hashable>(
      of tab: Tab, navigator: Navigator<Tab, Route>, to id: ID
    ) -> some View {
      ScrollViewReader { proxy in
        scrollsToTop(of: tab, navigator: navigator) {
          withAnimation { proxy.scrollTo(id, anchor: .top) }
        }
      }
    }

    /// Runs a closure when the user taps the tab at whose root this view is, for views that scroll in another way.
    ///
    /// - Parameters:
    ///   - tab: The tab.
    ///   - navigator: The navigation.
    ///   - action: Scrolls to the top.
    public func scrollsToTop<Tab, Route>(
      of tab: Tab, navigator: Navigator<Tab, Route>, perform action: @escaping @MainActor () -> Void
    ) -> some View {
      modifier(ScrollSignalReader(tab: tab, navigator: navigator, action: action))
    }
  }

  private struct ScrollSignalReader<Tab: Hashable & Sendable, Route: Hashable & Sendable>: ViewModifier {
    let tab: Tab
    let navigator: Navigator<Tab, Route>
    let action: @MainActor () -> Void

    func body(content: Content) -> some View {
      // What the counter is at first says nothing, so the action does not run for it.
      content.onChange(of: navigator.scrollSignal(of: tab)) { action() }
    }
  }
#endif
