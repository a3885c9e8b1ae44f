/// What a person presses, as far as the full screen has a use for it.
package enum Key: Hashable, Sendable {
  /// A character that is seen, or a part of one: a letter and its accent may come as two.
  case character(Unicode.Scalar)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// F1 is 1.
  case function(Int)
  /// Control and a letter, which is small here: `control("c")`.
  case control(Unicode.Scalar)
}
