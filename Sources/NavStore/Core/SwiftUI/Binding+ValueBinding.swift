#if canImport(SwiftUI)
  public import SwiftUI

  /// What a control of the framework reads and sets in a store.
  extension Binding where Value: Sendable {
    /// A binding for a control of what a ``ValueBinding`` reads and sets.
    ///
    /// ```swift
    /// struct SearchField: View {
    ///   let query: ValueBinding<String>
    ///
    ///   var body: some View { TextField("Search", text: Binding(query)) }
    /// }
    /// ```
    ///
    /// Make the `ValueBinding` once, beside the store, and pass it down. What a ``Navigator`` has is bound by
    /// `@Bindable` alone: `$navigator[pathOf: .home]`.
    public init(_ binding: ValueBinding<Value>) {
      // By key path from the object that the binding keeps. Bindings of closures that are made in each body are never
      // equal, which controls bear and NavigationStack does not.
      self = Bindable(binding.source).value
    }
  }
#endif
