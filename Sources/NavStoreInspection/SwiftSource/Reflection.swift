internal import NavStore

/// One level of a value as reflection shows it, without the optionals that wrap the value.
struct Reflection {
  struct Member {
    let label: String?
    let value: Any

    var prefix: String { label.map { "\($0): " } ?? "" }
  }

  enum Shape {
    case literal(any Literal)
    /// The text of a value without visible parts.
    case opaque(String)
    /// `nil`, wrapped in `.some` as many times as `level` indicates.
    case null(level: Int)
    case record([Member])
    case tuple([Member])
    case enumCase(String, payload: [Member])
    case list([Any])
    case set([Any])
    case dictionary([(key: Any, value: Any)], isOrdered: Bool)
  }

  let value: Any
  /// The type of the value without the optionals that wrap it.
  let type: Any.Type
  let shape: Shape
  let object: ObjectIdentifier?

  init(_ value: Any, childLimit: Int = Reflection.childLimit) {
    var inner = value
    var level = 0
    var shape: Shape?
    while shape == nil {
      if let literal = inner as? any Literal {
        (inner, shape) = (literal, .literal(literal))
      } else if let pairs = inner as? any PairList {
        (inner, shape) = (pairs, .dictionary(pairs.pairs, isOrdered: pairs.isOrdered))
      } else {
        let mirror = Mirror(reflecting: inner)
        // A custom mirror may describe its value as an optional that contains the value itself.
        if mirror.displayStyle != .optional || level == 100 {
          shape = Shape(inner, mirror: mirror, childLimit: min(childLimit, Self.childLimit))
        } else if let wrapped = mirror.children.first {
          (inner, level) = (wrapped.value, level + 1)
        } else {
          shape = .null(level: level)
        }
      }
    }
    self.value = value
    self.shape = shape ?? .null(level: level)
    type = Swift.type(of: inner)
    object = type is AnyClass ? ObjectIdentifier(inner as AnyObject) : nil
  }

  /// The maximum number of elements of a list. ``OmittedElements`` replaces all further elements.
  static let childLimit = 100_000
}

extension Reflection.Shape {
  fileprivate init(_ value: Any, mirror: Mirror, childLimit: Int) {
    switch mirror.displayStyle {
    case .collection:
      let elements = mirror.children.prefix(childLimit).map(\.value)
      self = .list(
        elements
          + (childLimit == Reflection.childLimit && mirror.children.count > childLimit ? [OmittedElements()] : []))
    case .set:
      self = .set(mirror.children.map(\.value))
    case .dictionary:
      self = Self(pairsOf: mirror)
    case .tuple:
      self = .tuple(Self.members(of: mirror))
    case .enum:
      self = Self(caseOf: value, mirror: mirror)
    default:
      self = Self(recordOf: value, mirror: mirror)
    }
  }

  private init(pairsOf mirror: Mirror) {
    let elements = mirror.children.map(\.value)
    let pairs = elements.compactMap { element -> (key: Any, value: Any)? in
      let parts = Array(Mirror(reflecting: element).children.prefix(3))
      return parts.count == 2 ? (parts[0].value, parts[1].value) : nil
    }
    self = pairs.count == elements.count ? .dictionary(pairs, isOrdered: true) : .list(elements)
  }

  private init(caseOf value: Any, mirror: Mirror) {
    let payload = mirror.children.first
    guard let name = (payload?.label ?? ValueOutline.caseName(of: value)).map(sourceCase(from:)) else {
      // An enum from C has no case names.
      let rawValue = (value as? any RawRepresentable).map { $0.rawValue as Any }
      self = .record(rawValue.map { [.init(label: "rawValue", value: $0)] } ?? [])
      return
    }
    guard let payload else {
      self = .enumCase(name, payload: [])
      return
    }
    let inner = Mirror(reflecting: payload.value)
    let isList = inner.displayStyle == .tuple && !inner.children.isEmpty
    self = .enumCase(name, payload: isList ? Self.members(of: inner) : [.init(label: nil, value: payload.value)])
  }

  private init(recordOf value: Any, mirror: Mirror) {
    let type = Swift.type(of: value)
    if type == AnyHashable.self {
      self = .record(mirror.children.map { .init(label: nil, value: $0.value) })
    } else if let type = value as? Any.Type {
      // Includes the generic arguments, because they cannot be inferred here.
      let name = "\(type)"
      self = .opaque("\(name.contains("<") ? name : sourceName(of: type)).self")
    } else if type is AnyClass, value is any Actor {
      // Reading the properties of an actor would be a data race.
      self = .opaque("\(sourceName(of: type))(…)")
    } else if let text = systemDescription(of: value) {
      let name = sourceName(of: type)
      self = .opaque(text.hasPrefix(name) || text.hasPrefix("\\") ? text : "\(name)(\(text))")
    } else {
      let members = Self.members(of: mirror)
      if members.isEmpty, mirror.displayStyle == nil {
        self = .opaque(isFunction(type) ? "{ … }" : "\(sourceName(of: type))(…)")
      } else {
        self = .record(members)
      }
    }
  }

  private static func members(of mirror: Mirror) -> [Reflection.Member] {
    var members = mirror.children.map { child in
      Reflection.Member(label: child.label.flatMap(sourceLabel(from:)), value: child.value)
    }
    if let superclass = mirror.superclassMirror { members = Self.members(of: superclass) + members }
    return members
  }
}

/// A placeholder for the elements of a list that are not reflected.
struct OmittedElements: Literal {
  func source(limit: Int) -> String { "…" }
}

/// A collection of pairs that is read without its mirror, because the mirror is slower or shows the storage.
private protocol PairList {
  var pairs: [(key: Any, value: Any)] { get }
  var isOrdered: Bool { get }
}

extension Dictionary: PairList {
  fileprivate var pairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
  fileprivate var isOrdered: Bool { false }
}

extension KeyValuePairs: PairList {
  fileprivate var pairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
  fileprivate var isOrdered: Bool { true }
}
