#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The result of opening a generation: the generation is missing, contains a usable state, or cannot be used.
enum SavedContents {
  case missing
  case good(Good)
  case unusable(RestoreReport.Reason)

  struct Good {
    let envelope: Envelope
    /// The payload, in the current form if the generation was opened up to `Depth.migrations`.
    let payload: Data
    let migrations: [String]
  }

  /// The last step that is performed to open the bytes. The codec and the migrations run code of the app.
  enum Depth: Comparable { case envelope, codec, migrations }

  init(_ bytes: Result<Data?, any Error>, schema: StateSchema, upTo depth: Depth, name: @autoclosure () -> String) {
    let data: Data
    switch bytes {
    case .success(nil):
      self = .missing
      return
    case .success(let found?): data = found
    case .failure(let error):
      let error = StorageError(error, action: .read, file: name())
      if case .tooLarge(let bytes, let limit)? = error.obstacle {
        self = .unusable(.tooLarge(found: bytes, limit: limit))
      } else {
        self = .unusable(.unreadable(error))
      }
      return
    }
    do {
      guard data.count <= schema.maxBytes else {
        throw RestoreReport.Reason.tooLarge(found: data.count, limit: schema.maxBytes)
      }
      self = .good(try Good(Envelope.open(data), schema, upTo: depth))
    } catch let error as EnvelopeError {
      self = .unusable(RestoreReport.Reason(error))
    } catch let reason as RestoreReport.Reason {
      self = .unusable(reason)
    } catch {
      self = .unusable(.undecodable(error))
    }
  }
}

extension SavedContents.Good {
  /// Opens an envelope and migrates its payload.
  ///
  /// - Throws: `RestoreReport.Reason`, or another error if a payload that must be migrated is not valid JSON.
  fileprivate init(_ envelope: Envelope, _ schema: StateSchema, upTo depth: SavedContents.Depth) throws {
    let (found, expected) = (envelope.schema, schema.version)
    if found > expected { throw RestoreReport.Reason.newerSchema(found: found, expected: expected) }
    guard schema.reads(found) else { throw RestoreReport.Reason.olderSchema(found: found, expected: expected) }
    self.envelope = envelope
    let saved = depth >= .codec ? try Self.decoded(envelope, schema) : envelope.payload
    guard found < expected, depth >= .migrations else {
      (payload, migrations) = (saved, [])
      return
    }
    do {
      var value = try JSONValue(parsing: saved)
      try schema.migrations.migrate(&value, from: found)
      (payload, migrations) = (Data(try value.canonicalBytes), schema.migrations.names(from: found))
    } catch let failure as Migrations.Failure {
      throw RestoreReport.Reason.migrationFailed("\(failure)")
    }
  }

  private static func decoded(_ envelope: Envelope, _ schema: StateSchema) throws -> Data {
    guard let name = envelope.codec else { return envelope.payload }
    guard let codec = schema.codec(named: name) else {
      throw RestoreReport.Reason.codecFailed(
        "it was saved with the codec \(name), and the schema has no codec with that name")
    }
    let payload: Data
    do {
      payload = try codec.decode(envelope.payload)
    } catch {
      throw RestoreReport.Reason.codecFailed("the codec \(name) cannot decode it: \(error)")
    }
    // A few compressed bytes may decode to a state of any size.
    guard payload.count <= schema.maxBytes else {
      throw RestoreReport.Reason.tooLarge(found: payload.count, limit: schema.maxBytes)
    }
    return payload
  }
}

extension RestoreReport.Reason: Error {
  package init(_ error: EnvelopeError) {
    self =
      switch error {
      case .empty: .empty
      case .foreign: .foreign
      case .damaged(let damage): .damaged(damage)
      case .unsupportedVersion(let version): .newerFormat(found: version)
      }
  }

  package static func undecodable(_ error: any Error) -> Self {
    let context: DecodingError.Context
    switch error {
    case DecodingError.dataCorrupted(let found), DecodingError.keyNotFound(_, let found),
      DecodingError.typeMismatch(_, let found), DecodingError.valueNotFound(_, let found):
      context = found
    default: return .undecodable("\(error)")
    }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return .undecodable(path.isEmpty ? context.debugDescription : "at \(path): \(context.debugDescription)")
  }
}
