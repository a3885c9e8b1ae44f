extension AnyRoute: CustomReflectable {
  /// The value, without a label, as in the initializer.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: [base], displayStyle: .struct)
  }
}
