/// A value as an expression of Swift source, as far as reflection shows it: `.push(.song(7))`.
package func swiftSource(_ value: Any) -> String {
  "\(value)"
}
