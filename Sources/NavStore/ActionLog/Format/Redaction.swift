/// What takes the place of values in a log before they are encoded, for what must not leave the device.
///
/// ```swift
/// [
///   .type(Password.self) { _ in Password("…") },
///   .type(Route.self) { route in route.isPrivate ? .hidden : route },
/// ]
/// ```
public struct Redaction: Sendable {
  let type: ObjectIdentifier
  let replace: @Sendable (Any) throws -> any Encodable

  /// Replaces every value of exactly this type, wherever in a state or an action it is nested, but for keys of
  /// dictionaries.
  ///
  /// Fingerprints are of what was redacted, and a replay runs on it: choose a replacement that the reducer treats as it
  /// would the value, and that is not redacted to something else again. With a redaction, each fingerprint is that of
  /// the whole encoded state, whatever the state says of it (``Fingerprinted``), and costs what that encoding costs.
  /// Raise the schema's version when you add or change a redaction: the fingerprints of older logs are of what was
  /// redacted then.
  public static func type<Value: Encodable & Sendable>(
    _ type: Value.Type, _ replacement: @escaping @Sendable (Value) -> Value
  ) -> Redaction {
    Redaction(type: ObjectIdentifier(type)) { value in
      guard let value = value as? Value else { return Redacted() }
      return replacement(value)
    }
  }

  /// Stands where a value was not of the type that it was found by.
  private struct Redacted: Encodable {}
}
