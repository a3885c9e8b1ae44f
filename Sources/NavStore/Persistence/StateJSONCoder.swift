#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A coder that encodes a state as the payload of an envelope, and decodes such a payload.
///
/// The payload is canonical JSON, so that equal JSON values have equal bytes in every process.
package struct StateJSONCoder: Sendable {
  package let routes: RouteRegistry?
  private let restoring: RestoreOptions
  /// The maximum number of bytes of the payload before the codec encodes it.
  private let maxBytes: Int

  package init(routes: RouteRegistry?) {
    self.routes = routes
    restoring = RestoreOptions()
    maxBytes = .max
  }

  init(_ schema: StateSchema) {
    routes = schema.routes
    restoring = schema.restoring
    // Without a codec, the limit applies to the bytes of the whole envelope.
    maxBytes = schema.codec == nil ? .max : schema.maxBytes
  }

  /// Returns the bytes, and a sentence for each part that could not be encoded.
  func encode(_ state: some Encodable) throws(PersistenceError) -> (payload: Data, omissions: [String]) {
    let omissions = EncodingOmissions()
    var userInfo: [CodingUserInfoKey: Any] = [.encodingOmissions: omissions]
    if let routes { userInfo[.routeRegistry] = routes }
    let payload: Data
    do {
      payload = Data(try CanonicalJSONEncoder(userInfo: userInfo).encode(state))
    } catch {
      throw .encodingFailed(error.encodingReason)
    }
    guard payload.count <= maxBytes else { throw .tooLarge(bytes: payload.count, limit: maxBytes) }
    return (payload, omissions.all)
  }

  /// Decodes a whole state. The method throws an error if any part cannot be decoded.
  package func decode<State: Decodable>(_ type: State.Type, from payload: Data) throws -> State {
    try decode(type, from: payload, userInfo: [:])
  }

  func restore<State: Decodable>(_ initial: State, from payload: Data) throws -> (state: State, repairs: RestoreRepairs)
  {
    let context = RestoreContext(initial: initial, rules: restoring)
    return (try decode(State.self, from: payload, context), context.repairs)
  }

  /// Throws an error if a saved state cannot be restored, not even in part.
  func check<State: Decodable>(_ payload: Data, as type: State.Type) throws {
    _ = try decode(type, from: payload, RestoreContext(initial: (), rules: restoring))
  }

  private func decode<State: Decodable>(
    _ type: State.Type, from payload: Data, _ context: RestoreContext
  ) throws -> State {
    let state = Result { try decode(type, from: payload, userInfo: [.restoring: context]) }
    if context.lacksRegistry {
      throw RestoreReport.Reason.codecFailed(
        "it contains AnyRoute values, and the schema has no RouteRegistry: pass the same StateSchema(routes:) to "
          + "Persistence and to load")
    }
    return try state.get()
  }

  private func decode<State: Decodable>(
    _ type: State.Type, from payload: Data, userInfo: [CodingUserInfoKey: Any]
  ) throws -> State {
    var userInfo = userInfo
    if let routes { userInfo[.routeRegistry] = routes }
    return try payload.withUnsafeBytes { try JSONReader.decode(type, from: $0, userInfo: userInfo) }
  }
}
