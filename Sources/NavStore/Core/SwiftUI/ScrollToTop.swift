#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Scrolls this scroll view or list to one of its views when the user taps the selected tab while the tab shows its
    /// root screen.
    ///
    /// Since iOS 18, the system scrolls to the top itself. There, this modifier does nothing by default, so that the
    /// view does not scroll twice.
    ///
    /// ```swift
    /// List(songs, id: \.id) { song in SongRow(song) }
    ///   .scrollsToTop(of: .library, navigator: navigator, to: songs.first?.id)
    /// ```
    ///
    /// - Parameters:
    ///   - tab: The tab.
    ///   - navigator: The navigator.
    ///   - id: The identity of the view to scroll to, usually the first view in the scroll view.
    ///   - evenIfSystemScrolls: Whether this modifier also scrolls on iOS 18 and later. Pass `true` if the system does
    ///     not scroll this view, or scrolls to a wrong position.
    public func scrollsToTop<Tab, Route, ID: Hashable>(
      of tab: Tab, navigator: Navigator<Tab, Route>, to id: ID, evenIfSystemScrolls: Bool = false
    ) -> some View {
      ScrollViewReader { proxy in
        scrollsToTop(of: tab, navigator: navigator, evenIfSystemScrolls: evenIfSystemScrolls) {
          withAnimation { proxy.scrollTo(id, anchor: .top) }
        }
      }
    }

    /// Runs a closure when the user taps the selected tab while the tab shows its root screen. Use this modifier for a
    /// view that a `ScrollViewReader` cannot scroll.
    ///
    /// - Parameters:
    ///   - tab: The tab.
    ///   - navigator: The navigator.
    ///   - evenIfSystemScrolls: Whether the closure also runs on iOS 18 and later, where the system scrolls to the top
    ///     itself. Pass `true` if the system does not scroll this view, or scrolls to a wrong position.
    ///   - action: Scrolls to the top.
    public func scrollsToTop<Tab, Route>(
      of tab: Tab, navigator: Navigator<Tab, Route>, evenIfSystemScrolls: Bool = false,
      perform action: @escaping @MainActor () -> Void
    ) -> some View {
      modifier(
        ScrollSignalReader(tab: tab, navigator: navigator, evenIfSystemScrolls: evenIfSystemScrolls, action: action))
    }
  }

  private struct ScrollSignalReader<Tab: Hashable & Sendable, Route: Hashable & Sendable>: ViewModifier {
    let tab: Tab
    let navigator: Navigator<Tab, Route>
    let evenIfSystemScrolls: Bool
    let action: @MainActor () -> Void

    func body(content: Content) -> some View {
      // `onChange` does not run for the first value of the counter, which is not the result of a tap.
      content.onChange(of: navigator.scrollSignal(of: tab)) {
        if evenIfSystemScrolls || !systemScrolls { action() }
      }
    }

    /// A Boolean value that indicates whether the system scrolls to the top when the user taps the selected tab. The
    /// system does so since iOS 18.
    ///
    /// Source: https://github.com/tryswift/try-swift-tokyo/issues/94
    private var systemScrolls: Bool {
      #if os(iOS)
        if #available(iOS 18, *) { true } else { false }
      #else
        false
      #endif
    }
  }
#endif
