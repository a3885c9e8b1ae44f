/// A replacement of values in a log, for data that must not leave the device. Values are replaced before encoding.
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

  /// Creates a redaction that replaces every value whose type is exactly `type`, at any depth in a state or an action,
  /// also as a key of a dictionary. If several elements of a set or several keys of a dictionary have the same
  /// replacement, only one of them is recorded.
  ///
  /// A type can encode a value without passing it to the encoder, for example with `mail.encode(to: encoder)`. The
  /// recorder does not record a value of such a type: the log contains the next state instead of an action, or a gap
  /// instead of a state, and ``ActionLogStatus/lastFailure`` names the type. An object, or a value with a custom mirror
  /// that is not a collection, is not recorded either if it uses an unkeyed container, a single value, or coding keys
  /// that its class does not declare, because its parts cannot be seen. To record such a type, encode its parts with
  /// coding keys of its own, or redact the type as well. A redaction that returns its argument states that nothing in
  /// the type is private.
  ///
  /// - Important: The recorder cannot see three things, and records them: parts of a private value that a type encodes
  ///   itself, such as `mail.address`; a private value that is created while another one is encoded; and a private
  ///   value that uses the coding keys of the type that contains it. The recorder also needs the names of stored
  ///   properties, so do not compile the app with `-disable-reflection-metadata`.
  ///
  /// Fingerprints are computed from redacted states, and a replay runs with redacted values. Choose a replacement that
  /// the reducer treats like the original value, and that stays the same when it is redacted again. With a redaction,
  /// each fingerprint is computed from the whole encoded state. The computation
  /// then takes as long as encoding that state. Increase the schema's version when you add or change a redaction,
  /// because the fingerprints of older logs were computed with the earlier redactions.
  public static func type<Value: Encodable & Sendable>(
    _ type: Value.Type, _ replacement: @escaping @Sendable (Value) -> Value
  ) -> Redaction {
    Redaction(type: ObjectIdentifier(type)) { value in
      guard let value = value as? Value else { return Redacted() }
      return replacement(value)
    }
  }

  /// The empty object that is encoded if a value unexpectedly does not have the type of its redaction.
  private struct Redacted: Encodable {}
}
