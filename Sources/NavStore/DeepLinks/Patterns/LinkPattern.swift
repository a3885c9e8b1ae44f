/// A link: how it is spelled, and the screen it leads to. One declaration for both directions.
///
/// ```swift
/// LinkPattern(
///   "item/:id", .int, in: .home, under: { _ in [.items] },
///   make: Route.item(id:), match: { if case .item(let id) = $0 { id } else { nil } })
/// ```
///
/// A pattern is what a path looks like, and a query and a fragment after it:
///
/// | in a pattern | fits |
/// | --- | --- |
/// | `items` | itself; written with percent encoding or without |
/// | `:id` | one segment |
/// | `:id?` | one segment or none: the parameter is `.optional(…)` or has `.or(…)` |
/// | `:path+`, `:path*` | one segment or more, or any number: the parameter is ``LinkParameter/segments`` or `.repeated(…)` |
/// | `*` at the end | whatever follows; it is not printed |
/// | `?q=:text&page=:page` | keys of a query in any order; others are skipped |
/// | `?kind=new` | a key with that value |
/// | `#:section`, `#top` | a fragment |
public struct LinkPattern<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// How it is spelled.
  public let text: String
  /// The tab that it opens in.
  public let tab: Tab
  /// How it is presented over the tab; nil for a screen of the tab's path.
  public let style: ModalStyle?
  /// Other spellings, which are parsed and never printed.
  public private(set) var aliases: [String] = []
  /// Whether only the app itself may open it.
  public private(set) var isInternal = false

  @usableFromInline let parameters: [LinkParameterDescriptor]
  @usableFromInline let read: @Sendable (LinkMatch) -> ReadResult
  /// The texts of the parameters; nil if the route is another link's.
  @usableFromInline let write: @Sendable (Route?) -> PrintedLinkParameters?

  @usableFromInline
  enum ReadResult {
    /// The screen, nil for the root of the tab, and those that lie under it.
    case screen(Route?, under: [Route])
    /// The number of the parameter whose text is no value.
    case failure(Int)
  }

  @usableFromInline
  init(
    _ text: String, tab: Tab, style: ModalStyle?, parameters: [LinkParameterDescriptor],
    read: @escaping @Sendable (LinkMatch) -> ReadResult, write: @escaping @Sendable (Route?) -> PrintedLinkParameters?
  ) {
    self.text = text
    self.tab = tab
    self.style = style
    self.parameters = parameters
    self.read = read
    self.write = write
  }
}

// MARK: - Declaring

extension LinkPattern {
  /// A link to the root of a tab.
  @inlinable
  public init(_ text: String, in tab: Tab) {
    self.init(text, tab: tab, style: nil, parameters: []) { _ in
      .screen(nil, under: [])
    } write: { route in
      route == nil ? .texts([]) : nil
    }
  }

  /// A link to a screen that is always the same.
  ///
  /// - Parameters:
  ///   - text: How it is spelled.
  ///   - tab: The tab that it opens in.
  ///   - style: How it is presented over the tab; nil for a screen of the tab's path.
  ///   - under: The screens that lie under it on the tab's path, so that back works.
  ///   - route: The screen.
  @inlinable
  public init(_ text: String, in tab: Tab, as style: ModalStyle? = nil, under: [Route] = [], to route: Route) {
    self.init(text, tab: tab, style: style, parameters: []) { _ in
      .screen(route, under: under)
    } write: { printed in
      printed == route ? .texts([]) : nil
    }
  }

  /// A link to a screen that depends on what the URL says.
  ///
  /// - Parameters:
  ///   - text: How it is spelled, with a name for each parameter.
  ///   - values: The parameters, in the order of their names.
  ///   - tab: The tab that it opens in.
  ///   - style: How it is presented over the tab; nil for a screen of the tab's path.
  ///   - under: The screens that lie under it on the tab's path, so that back works.
  ///   - make: The screen, of the values.
  ///   - match: The values of a screen; nil if it is another link's.
  @inlinable
  @inline(never)
  public init<each Value: Sendable>(
    _ text: String, _ values: repeat LinkParameter<each Value>, in tab: Tab, as style: ModalStyle? = nil,
    under: @escaping @Sendable (repeat each Value) -> [Route] = { (_: repeat each Value) in [] },
    make: @escaping @Sendable (repeat each Value) -> Route,
    match: @escaping @Sendable (Route) -> (repeat each Value)?
  ) {
    // Inlinable, so that the app's module makes one of these for each combination of parameters. Not inlined, because
    // that would be one for each link, and takes the compiler several times as long.
    self.init(text, tab: tab, style: style, parameters: Self.descriptors(of: repeat each values)) { found in
      var number = -1
      func texts() -> LinkParameterTexts {
        number += 1
        return found.texts(of: number)
      }
      do throws(InvalidLinkParameter) {
        let read = (repeat try (each values).read(texts()))
        return .screen(make(repeat each read), under: under(repeat each read))
      } catch {
        return .failure(number)
      }
    } write: { route in
      Self.writing(route, repeat each values, match: match)
    }
  }

  /// The same link with other spellings, which are parsed and never printed. Their parameters have the same names.
  public func aliases(_ texts: String...) -> LinkPattern {
    var pattern = self
    pattern.aliases += texts
    return pattern
  }

  mutating func set(aliases: [String], isInternal: Bool) {
    self.aliases = aliases
    self.isInternal = isInternal
  }

  /// The same link, which only the app itself may open.
  ///
  /// A URL from outside that has the path and the keys of the pattern is refused. It opens no less specific public
  /// pattern instead, whatever the values of its keys are and however often a key occurs. The fragment counts as a key.
  /// If a key of the pattern has a fixed value, as in `?kind=new`, a URL with another value can open a public pattern, but
  /// only one that declares the same keys.
  public var onlyInternal: LinkPattern {
    var pattern = self
    pattern.isInternal = true
    return pattern
  }
}

// MARK: - For patterns that are compiled in the app's module

extension LinkPattern {
  // Not inlinable: the app's compiler would take as long for it as for reading, and printing would hardly gain.
  @usableFromInline
  static func writing<each Value: Sendable>(
    _ route: Route?, _ values: repeat LinkParameter<each Value>, match: (Route) -> (repeat each Value)?
  ) -> PrintedLinkParameters? {
    guard let route, let matched = match(route) else { return nil }
    var texts: [[String]] = []
    for (parameter, value) in repeat (each values, each matched) {
      guard let written = parameter.write(value) else { return .failure(texts.count) }
      texts.append(written)
    }
    return .texts(texts)
  }

  @usableFromInline
  static func descriptors<each Value: Sendable>(of values: repeat LinkParameter<each Value>)
    -> [LinkParameterDescriptor]
  {
    var descriptors: [LinkParameterDescriptor] = []
    for value in repeat each values {
      descriptors.append(
        LinkParameterDescriptor(
          kind: value.kind, isOptional: value.cardinality.isOptional, isRepeated: value.cardinality.isRepeated))
    }
    return descriptors
  }
}

/// What is known of a pattern's parameter without the type of its values.
@usableFromInline
struct LinkParameterDescriptor: Hashable, Sendable {
  let kind: LinkParameterKind
  let isOptional: Bool
  let isRepeated: Bool
}

/// The texts of a pattern's parameters for a route.
@usableFromInline
enum PrintedLinkParameters {
  case texts([[String]])
  /// The number of the parameter whose value has no text.
  case failure(Int)
}
