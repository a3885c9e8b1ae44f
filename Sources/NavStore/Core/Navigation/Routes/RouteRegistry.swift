/// The names of route types in saved data, for paths that mix route types.
///
/// A saved ``AnyRoute`` contains the registered name of its type and not the name of the Swift type. Therefore,
/// renaming or moving a type does not make saved data unreadable, and saved data cannot create a value of a type that
/// is not registered.
///
/// ```swift
/// static let routes = RouteRegistry(
///   .route(Book.self, named: "book"),
///   .route(Song.self, named: "song", formerly: ["track"]))
/// ```
///
/// Store the registry in the `userInfo` of an encoder and a decoder under `CodingUserInfoKey.routeRegistry`.
public struct RouteRegistry: Sendable {
  /// A route type, its name and its former names.
  public struct Entry: Sendable {
    let type: any RegistrableRoute.Type
    let name: String
    let formerNames: [String]

    /// Returns an entry for a type of routes.
    ///
    /// - Parameters:
    ///   - type: The type of the routes.
    ///   - name: The name of the type in saved data. If you change this name, add the old name to `formerNames`. You
    ///     can rename the Swift type without changing this name.
    ///   - formerNames: The names of the type in older data. These names are decoded but never encoded.
    public static func route<Value: RegistrableRoute>(
      _ type: Value.Type, named name: String, formerly formerNames: [String] = []
    ) -> Entry {
      Entry(type: type, name: name, formerNames: formerNames)
    }
  }

  private var names: [ObjectIdentifier: String] = [:]
  private var types: [String: any RegistrableRoute.Type] = [:]
  private(set) var orderedTypes: [any RegistrableRoute.Type] = []

  /// Creates a registry from entries that are written in source code. This initializer stops the program if a name is
  /// empty, or if a name or a type occurs twice.
  public init(_ entries: Entry...) {
    do {
      try self.init(validating: entries)
    } catch {
      fatalError("RouteRegistry: \(error)")
    }
  }

  /// Creates a registry from entries that are computed at run time. A test that expects an error also uses this
  /// initializer.
  ///
  /// - Throws: ``DeclarationError`` if a name is empty, or if a name or a type occurs twice.
  public init(validating entries: [Entry]) throws(DeclarationError) {
    for entry in entries {
      if let first = names.updateValue(entry.name, forKey: ObjectIdentifier(entry.type)) {
        throw DeclarationError(
          "The type \(entry.type) is registered as \"\(first)\" and as \"\(entry.name)\". Keep the one that saved data "
            + "should have and move the other to `formerly`.")
      }
      orderedTypes.append(entry.type)
      for name in [entry.name] + entry.formerNames {
        guard !name.isEmpty else {
          throw DeclarationError(
            "The type \(entry.type) is registered with an empty name. Give it a name that will never change.")
        }
        if let first = types.updateValue(entry.type, forKey: name) {
          throw DeclarationError(
            "The name \"\(name)\" is registered for \(first) and for \(entry.type). Give each type a different name.")
        }
      }
    }
  }

  package func name(of type: any RegistrableRoute.Type) -> String? {
    names[ObjectIdentifier(type)]
  }

  package func contains(_ route: AnyRoute) -> Bool {
    contains(Swift.type(of: route.base))
  }

  func contains(_ type: any Any.Type) -> Bool {
    names[ObjectIdentifier(type)] != nil
  }

  func type(named name: String) -> (any RegistrableRoute.Type)? {
    types[name]
  }
}

/// The requirements for a value in a path that mixes route types.
public typealias RegistrableRoute = Hashable & Codable & Sendable

/// The key of the registry in the `userInfo` of encoders and decoders.
extension CodingUserInfoKey {
  /// The key of the ``RouteRegistry`` with which an ``AnyRoute`` is encoded and decoded.
  public static let routeRegistry = CodingUserInfoKey.named("navstore.routeRegistry")
}
