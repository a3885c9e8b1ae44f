#if canImport(SwiftUI)
  public import SwiftUI

  /// SwiftUI bindings that are created from value bindings.
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
    /// Create the `ValueBinding` once, next to the store, and pass it to the views. For the parts of a ``Navigator``,
    /// this initializer is not needed: use `@Bindable` and `$navigator[pathOf: .home]`.
    public init(_ binding: ValueBinding<Value>) {
      // This binding is a key path into an object that the value binding keeps, so two bindings to the same value
      // binding are equal. Bindings that a body creates from closures are never equal. Controls tolerate this, but
      // NavigationStack does not.
      self = Bindable(binding.source).value
    }
  }
#endif
