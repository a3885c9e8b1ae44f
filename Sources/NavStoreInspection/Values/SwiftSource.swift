/// A value as an expression of Swift source, as far as reflection shows it: `.push(.song(7))`.
///
/// Enum cases are written as implicit members, structures and classes with their stored members as arguments, and what
/// has no literal (closures, tasks, actors) as its type. Elements of sets and keys of dictionaries are in a fixed
/// order. For enums whose payloads are literals, enums, arrays, dictionaries and structures with a memberwise
/// initializer, the text compiles where the type is known. A mirror of the value's own (`CustomReflectable`) is
/// honoured.
///
/// No value stops the program, except where reflection itself does: an `unowned` reference to an object that is gone.
/// The cost grows with the size of the value, up to 200,000 values in it and 100,000 elements of a list; `…` stands for
/// what is beyond them, and for an object inside of itself.
///
/// - Parameter limit: The most characters of the text, which then ends in `…`; the cost stops there too, except for
///   sets and dictionaries, which are put in order first. Nil for no limit.
package func swiftSource(_ value: Any, limit: Int? = nil) -> String {
  SourceWriter.source(of: value, limit: limit ?? .max).text
}
