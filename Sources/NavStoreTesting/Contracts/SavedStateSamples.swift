internal import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Samples of saved states, which today's schema must restore completely.
struct SavedStateSamples<State: Codable & Equatable & Sendable>: Sendable {
  let initialState: State
  /// The schema of the app without codecs, because a contract contains readable JSON.
  private let schema: StateSchema

  init(initialState: State, schema: StateSchema) {
    self.initialState = initialState
    self.schema = StateSchema(
      version: schema.version, migrations: schema.migrations, routes: schema.routes, restoring: schema.restoring,
      maxBytes: schema.maxBytes)
  }

  func item(named name: String, _ state: State) throws -> ContractItem {
    ContractItem(title: name, sample: .state(try sample(of: state)))
  }

  func sample(of state: State) throws -> SavedSample {
    SavedSample(schema: schema.version, value: try json(of: state))
  }

  private func json(of state: State) throws -> JSONValue {
    let envelope = try Envelope.open(Persistence.encoded(state, schema: schema))
    return try JSONValue(parsing: envelope.payload)
  }

  func loss(of sample: SavedSample) -> String? {
    do {
      let state = try restored(sample).get()
      var recorded = sample.value
      try schema.migrations.migrate(&recorded, from: sample.schema)
      let missing = recorded.valuesMissing(in: try json(of: state))
      guard !missing.isEmpty else { return nil }
      return "It is restored without \(missing.prefix(5).joined(separator: ", and without ")). " + hint(for: sample)
    } catch {
      return "\(error)"
    }
  }

  /// Restores a sample as a launch of the app does. The error describes what is lost.
  func restored(_ sample: SavedSample) -> Result<State, ContractError> {
    Result { () throws(ContractError) in
      let data: [UInt8]
      do { data = try sample.value.canonicalBytes } catch { throw ContractError("It cannot be read: \(error)") }
      let envelope = Envelope(schema: sample.schema, revision: 0, payload: Data(data))
      let restored = Persistence.restored(initialState, from: envelope.encode(), schema: schema)
      if restored.report.isUnchanged { return restored.state }
      let findings = restored.report.findings.filter { $0.reason != .missing }
      let reasons = findings.map { "It \($0.reason).".printable } + restored.report.losses
      throw ContractError(reasons.joined(separator: " ") + " " + hint(for: sample))
    }
  }

  /// Returns why today's schema reads no state of a version, or `nil` if it reads them.
  func unreadableReason(_ version: Int) -> String? {
    let oldest = schema.migrations.oldestVersion ?? schema.version
    if version > schema.version {
      return "It has version \(version) of the StateSchema, and today's version is \(schema.version). Check it with "
        + "the code of its release."
    }
    guard version < oldest else { return nil }
    let steps = oldest - version == 1 ? "a step from \(version)" : "steps from \(version) to \(oldest - 1)"
    return "The StateSchema, which has version \(schema.version), reads no state of version \(version). Add \(steps) "
      + "to its migrations."
  }

  private func hint(for sample: SavedSample) -> String {
    let (found, current) = (sample.schema, schema.version)
    return found == current
      ? "Increase the version of the StateSchema to \(current + 1), and add a step from \(current)."
      : "Correct the steps of the StateSchema from version \(found) to \(current)."
  }
}

extension JSONValue {
  /// Returns the paths of values that another value lacks, each with its value. Additional members and elements are no
  /// loss. The order of an array does not matter, because a restore fits tabs to the order of the app.
  func valuesMissing(in other: JSONValue, at path: String = "") -> [String] {
    switch (self, other) {
    case (.object(let members), .object(let others)):
      return members.sorted { $0.key < $1.key }.flatMap { key, value -> [String] in
        guard let other = others[key] else { return value == .null ? [] : [value.missing(at: "\(path).\(key)")] }
        return value.valuesMissing(in: other, at: "\(path).\(key)")
      }
    case (.array(let elements), .array(var others)):
      var missing: [(index: Int, element: JSONValue)] = []
      for (index, element) in elements.enumerated() {
        if let found = others.firstIndex(where: { element.valuesMissing(in: $0).isEmpty }) {
          others.remove(at: found)
        } else {
          missing.append((index, element))
        }
      }
      // Elements that remain are the changed forms of those that are missing, in the same order.
      return missing.enumerated().flatMap { number, element in
        let path = "\(path)[\(element.index)]"
        guard others.indices.contains(number) else { return [element.element.missing(at: path)] }
        return element.element.valuesMissing(in: others[number], at: path)
      }
    default: return self == other ? [] : [missing(at: path)]
    }
  }

  private func missing(at path: String) -> String {
    let text = (try? canonicalBytes).map { String(decoding: $0, as: UTF8.self) } ?? outline
    return "\(path.isEmpty ? "the state" : path.printable(limit: 200)) \(text.printable(limit: 100))"
  }
}
