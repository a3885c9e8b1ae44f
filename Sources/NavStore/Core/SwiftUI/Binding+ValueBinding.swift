#if canImport(SwiftUI)
  public import SwiftUI

  /// Bindings for controls of SwiftUI.
  extension Binding where Value: Sendable {
    /// Creates a SwiftUI binding from a ``ValueBinding``.
    ///
    /// ```swift
    /// struct SearchField: View {
    ///   let query: ValueBinding<String>
    ///
    ///   var body: some View { TextField("Search", text: Binding(query)) }
    /// }
    /// ```
    ///
    /// Create the `ValueBinding` once, next to the store, and pass it to the views. The parts of a ``Navigator`` do not
    /// need this initializer: use `@Bindable` and `$navigator[pathOf: .home]`.
    public init(_ binding: ValueBinding<Value>) {
      // The binding is a key path into an object that the value binding keeps. Bindings that a body creates from
      // closures are never equal. Controls tolerate this, but NavigationStack does not.
      self = Bindable(binding.source).value
    }
  }
#endif
