/// The screens that an operation has changed, for a list of screens that follows a navigation.
@usableFromInline
package enum NavigationChange: Sendable {
  /// Stacks have other screens at the top, or other modals are on top. All screens below are the same.
  case tops
  /// Paths or modals were replaced. The screens in the common prefix of the old and the new path are the same.
  case paths
  /// Tabs were replaced, or were reset. The roots are new after a reset, even if nothing else has changed.
  case tabs
  /// One screen was removed. The screens above it stay.
  case removed(StackPosition)
  case refreshed(StackPosition)
  /// A screen was moved to the top of its stack, and may have another route.
  case broughtToFront(StackPosition)

  @inlinable package var replacesRoots: Bool { if case .tabs = self { true } else { false } }
}

/// The index of a stack, and the index of a screen on that stack. The stacks of the tabs come first, and then those of
/// the modals. The root of a stack has the index 0.
@usableFromInline
package typealias StackPosition = (stack: Int, index: Int)
