#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Turns a state into the bytes of an envelope's payload and back: JSON with sorted keys, so that equal states give
/// equal bytes in every process.
package struct StateCoder: Sendable {
  /// The names of routes of any type, if there are any.
  package let routes: RouteRegistry?

  package init(routes: RouteRegistry?) {
    self.routes = routes
  }

  /// The bytes of a state, and what of it could not be saved.
  func encode(_ state: some Encodable) throws(PersistenceError) -> (payload: Data, omissions: [String]) {
    let omissions = EncodingOmissions()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.userInfo[.encodingOmissions] = omissions
    if let routes { encoder.userInfo[.routeRegistry] = routes }
    do {
      return (try encoder.encode(state), omissions.all)
    } catch EncodingError.invalidValue(_, let context) {
      throw .encodingFailed(context.debugDescription)
    } catch {
      throw .encodingFailed("\(error)")
    }
  }

  package func decode<State: Decodable>(_ type: State.Type, from payload: Data) throws -> State {
    let decoder = JSONDecoder()
    if let routes { decoder.userInfo[.routeRegistry] = routes }
    return try decoder.decode(type, from: payload)
  }
}
