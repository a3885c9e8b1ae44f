/// How much of what happens a test must assert.
public struct Exhaustivity: Sendable, Hashable {
  @usableFromInline let isOn: Bool
  let showsSkipped: Bool

  /// Everything: each change of the state, each received action, the end of each effect. The default.
  public static let on = Exhaustivity(isOn: true, showsSkipped: false)

  /// Only what the test says. A closure is applied to the state *after* the action and must not change it; received
  /// actions and running effects may be left alone.
  public static let off = Exhaustivity.off(showSkipped: false)

  /// As ``off``; with `showSkipped`, what was not asserted is shown, and the test passes all the same.
  public static func off(showSkipped: Bool) -> Exhaustivity {
    Exhaustivity(isOn: false, showsSkipped: showSkipped)
  }
}
