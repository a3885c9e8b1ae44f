/// The names by which values of different types are saved in one path.
///
/// A saved ``AnyRoute`` says which type it holds by a name that is chosen here, never by the name of the Swift type: a
/// type can be renamed or moved without losing what users have saved, and data can name no type that is not listed.
///
/// ```swift
/// static let routes = RouteRegistry(
///   .route(Book.self, named: "book"),
///   .route(Song.self, named: "song", formerly: ["track"]))
/// ```
///
/// Pass it to an encoder and a decoder in their `userInfo` under `CodingUserInfoKey.routeRegistry`.
public struct RouteRegistry: Sendable {
  /// One type and its name.
  public struct Entry: Sendable {
    let type: any RegistrableRoute.Type
    let name: String
    let formerNames: [String]

    /// A type of route and the name it is saved by.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - name: The name in saved data. Never change it; change the type's own name instead.
    ///   - formerNames: Names that older data has for the type. They are read and never written.
    public static func route<Value: RegistrableRoute>(
      _ type: Value.Type, named name: String, formerly formerNames: [String] = []
    ) -> Entry {
      Entry(type: type, name: name, formerNames: formerNames)
    }
  }

  /// What is wrong with a list of entries.
  public enum Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// A name is empty.
    case emptyName(type: String)
    /// Two types have the same name, present or former.
    case nameUsedTwice(String, first: String, second: String)
    /// One type has two names.
    case typeNamedTwice(String, first: String, second: String)

    /// What is wrong and what to do about it.
    public var description: String {
      switch self {
      case .emptyName(let type):
        "The type \(type) is registered with an empty name. Give it a name that will never change."
      case .nameUsedTwice(let name, let first, let second):
        "The name \"\(name)\" is registered for \(first) and for \(second). Give each type a name of its own."
      case .typeNamedTwice(let type, let first, let second):
        "The type \(type) is registered as \"\(first)\" and as \"\(second)\". "
          + "Keep the one that saved data should have and move the other to `formerly`."
      }
    }
  }

  private var names: [ObjectIdentifier: String] = [:]
  private var types: [String: any RegistrableRoute.Type] = [:]
  /// The types in the order of the entries.
  private(set) var orderedTypes: [any RegistrableRoute.Type] = []

  /// A registry that is written in source. Stops the program with the ``Mistake`` if there is one.
  public init(_ entries: Entry...) {
    do {
      try self.init(validating: entries)
    } catch {
      fatalError("RouteRegistry: \(error)")
    }
  }

  /// A registry that is made at run time or in a test. Throws the first ``Mistake``.
  public init(validating entries: [Entry]) throws(Mistake) {
    for entry in entries {
      if let first = names.updateValue(entry.name, forKey: ObjectIdentifier(entry.type)) {
        throw .typeNamedTwice("\(entry.type)", first: first, second: entry.name)
      }
      orderedTypes.append(entry.type)
      for name in [entry.name] + entry.formerNames {
        guard !name.isEmpty else { throw .emptyName(type: "\(entry.type)") }
        if let first = types.updateValue(entry.type, forKey: name) {
          throw .nameUsedTwice(name, first: "\(first)", second: "\(entry.type)")
        }
      }
    }
  }

  /// The name that a type is saved by, or nil if it is not registered.
  public func name(of type: any RegistrableRoute.Type) -> String? {
    names[ObjectIdentifier(type)]
  }

  /// Whether a route's type is registered, so that it can be saved.
  public func contains(_ route: AnyRoute) -> Bool {
    contains(Swift.type(of: route.base))
  }

  func contains(_ type: any Any.Type) -> Bool {
    names[ObjectIdentifier(type)] != nil
  }

  func type(named name: String) -> (any RegistrableRoute.Type)? {
    types[name]
  }
}

/// What a value needs to be a route of a path that mixes types.
public typealias RegistrableRoute = Hashable & Codable & Sendable

/// By what encoders and decoders are told the names of routes.
extension CodingUserInfoKey {
  /// Where ``AnyRoute`` looks for the ``RouteRegistry`` when it is encoded or decoded.
  public static let routeRegistry = CodingUserInfoKey.named("navstore.routeRegistry")
}
