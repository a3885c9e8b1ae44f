/// A link: a pattern for URLs, and the screen that the URLs open. The table uses the declaration both to parse and to
/// print URLs.
///
/// ```swift
/// LinkPattern(
///   "item/:id", .int, in: .home, under: { _ in [.items] },
///   make: Route.item(id:), match: { if case .item(let id) = $0 { id } else { nil } })
/// ```
///
/// A pattern describes a path, optionally followed by a query and a fragment:
///
/// | pattern | matches |
/// | --- | --- |
/// | `items` | the same text, with or without percent encoding |
/// | `:id` | one segment |
/// | `@:name`, `:id.html` | one segment that starts or ends with the fixed text |
/// | `:id?` | one segment or none: the parameter is `.optional(…)` or has `.or(…)` |
/// | `:path+`, `:path*` | one or more segments, or any number: the parameter is ``LinkParameter/segments`` or `.repeated(…)`. A pattern may have two repeated parameters, with a literal between them |
/// | `*` at the end | any remaining path; the pattern cannot be printed |
/// | `?q=:text&page=:page` | keys of a query in any order; other keys are ignored |
/// | `?kind=new` | a key with that value |
/// | `?debug` | a key without a value; if the key may be absent, use ``LinkParameter/flag`` |
/// | `*=:rest` at the end of the query | all other keys: the parameter is ``LinkParameter/otherKeys`` or ``LinkParameter/otherItems`` |
/// | `#:section`, `#top` | a fragment |
/// | `#/room/:id` | a path in a fragment, with the same forms as the path of a pattern |
/// | `//help.example.com/:topic` | a URL with that host |
/// | `//:host/@:name`, `//:user.example.com` | a URL with any host, or with any host that ends with the fixed text |
public struct LinkPattern<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  package let text: String
  @usableFromInline package let tab: Tab
  /// The style in which the screen is presented as a modal, or `nil` for a screen on the tab's path.
  @usableFromInline package let style: ModalStyle?
  /// Other patterns for the same link. They are parsed but never printed.
  package private(set) var aliases: [String] = []
  /// Whether only the app itself may open the link.
  @usableFromInline package private(set) var isInternal = false
  /// Whether the link is also printed for a screen with values that the URL does not contain.
  @usableFromInline private(set) var isIncomplete = false
  @usableFromInline private(set) var placement = DeepLink<Tab, Route>.Placement.replace
  private(set) var prefersSelectedTab = false
  /// The tabs in which the link opens if they are selected, or `nil` for every tab.
  private(set) var selectableTabs: [Tab]?

  @usableFromInline let parameters: [LinkParameterDescriptor]
  @usableFromInline let read: @Sendable (LinkMatch) throws(InvalidLinkParameter) -> Screens
  /// Returns the strings for the parameters, or `nil` if the route belongs to another link.
  @usableFromInline let write: @Sendable (Route?) -> PrintedLinkParameters?
  let printedRoutes: PrintedRoutes

  enum PrintedRoutes: Sendable {
    /// One route, or the root of the tab if the value is `nil`.
    case only(Route?)
    case any
  }

  /// The screens that a URL opens.
  @usableFromInline
  struct Screens {
    /// The screen of the link, or `nil` for the root of the tab.
    @usableFromInline var route: Route?
    /// The screens below it on the tab's path.
    @usableFromInline var under: [Route]
    /// The screens below it in its modal.
    @usableFromInline var inModal: [Route]

    @usableFromInline
    init(_ route: Route?, under: [Route] = [], inModal: [Route] = []) {
      self.route = route
      self.under = under
      self.inModal = inModal
    }
  }

  @usableFromInline
  init(
    _ text: String, tab: Tab, style: ModalStyle?, parameters: [LinkParameterDescriptor],
    read: @escaping @Sendable (LinkMatch) throws(InvalidLinkParameter) -> Screens,
    write: @escaping @Sendable (Route?) -> PrintedLinkParameters?
  ) {
    self.init(text, tab: tab, style: style, parameters: parameters, printedRoutes: .any, read: read, write: write)
  }

  init(
    _ text: String, tab: Tab, style: ModalStyle?, parameters: [LinkParameterDescriptor], printedRoutes: PrintedRoutes,
    read: @escaping @Sendable (LinkMatch) throws(InvalidLinkParameter) -> Screens,
    write: @escaping @Sendable (Route?) -> PrintedLinkParameters?
  ) {
    self.text = text
    self.tab = tab
    self.style = style
    self.parameters = parameters
    self.printedRoutes = printedRoutes
    self.read = read
    self.write = write
  }
}

// MARK: - Declaring

extension LinkPattern {
  /// Creates a link to the root of a tab.
  public init(_ text: String, in tab: Tab) {
    self.init(text, tab: tab, style: nil, parameters: [], printedRoutes: .only(nil)) { _ in
      Screens(nil)
    } write: { route in
      route == nil ? .texts([]) : nil
    }
  }

  /// Creates a link to a fixed screen.
  ///
  /// - Parameters:
  ///   - text: The pattern, such as `items`.
  ///   - tab: The tab in which the link opens.
  ///   - style: The style in which the screen is presented as a modal, or `nil` for a screen on the tab's path.
  ///   - under: The screens below the link's screen on the tab's path. The user can go back to them.
  ///   - route: The screen.
  public init(_ text: String, in tab: Tab, as style: ModalStyle? = nil, under: [Route] = [], to route: Route) {
    self.init(text, tab: tab, style: style, parameters: [], printedRoutes: .only(route)) { _ in
      Screens(route, under: under)
    } write: { printed in
      printed == route ? .texts([]) : nil
    }
  }

  /// Creates a link to a screen that depends on parameters.
  ///
  /// - Parameters:
  ///   - text: The pattern, with a name for each parameter, such as `item/:id`.
  ///   - values: The parameters, in the order of their names.
  ///   - tab: The tab in which the link opens.
  ///   - style: The style in which the screen is presented as a modal, or `nil` for a screen on the tab's path.
  ///   - under: Returns the screens below the link's screen on the tab's path. The user can go back to them.
  ///   - make: Returns the screen for the values.
  ///   - match: Returns the values of a screen, or `nil` if the screen belongs to another link.
  @inlinable
  @inline(never)
  public init<each Value: Sendable>(
    _ text: String, _ values: repeat LinkParameter<each Value>, in tab: Tab, as style: ModalStyle? = nil,
    under: @escaping @Sendable (repeat each Value) -> [Route] = { (_: repeat each Value) in [] },
    make: @escaping @Sendable (repeat each Value) -> Route,
    match: @escaping @Sendable (Route) -> (repeat each Value)?
  ) {
    // The initializer is inlinable, so that the app's module has one specialized copy for each combination of parameter
    // types. It is not inlined into the caller, because the compiler would take several times as long to compile a copy
    // for each link.
    self.init(text, tab: tab, style: style, parameters: Self.descriptors(of: repeat each values)) {
      found throws(InvalidLinkParameter) in
      var number = -1
      func texts() -> LinkParameterTexts {
        number += 1
        return found.texts(of: number)
      }
      do throws(InvalidLinkParameter) {
        let read = (repeat try (each values).read(texts()))
        return Screens(make(repeat each read), under: under(repeat each read))
      } catch {
        throw error.of(number)
      }
    } write: { route in
      Self.writing(route, repeat each values, match: match)
    }
  }

  /// Creates a link to a screen that depends on parameters of one type. The number of parameters can be known only at
  /// run time.
  ///
  /// ```swift
  /// let fields = ["year", "month"]  // for example, from a file of the app
  /// let pattern = LinkPattern<AppTab, Route>(
  ///   "archive/" + fields.map { ":" + $0 }.joined(separator: "/"), parameters: fields.map { _ in .int }, in: .home,
  ///   make: Route.archive, match: { if case .archive(let values) = $0 { values } else { nil } })
  /// let links = try DeepLinkTable(validating: [pattern])
  /// ```
  ///
  /// - Precondition: `match` returns one value for each parameter, or `nil`.
  /// - Parameters:
  ///   - text: The pattern, with a name for each parameter, such as `archive/:year/:month`.
  ///   - values: The parameters, in the order of their names.
  ///   - tab: The tab in which the link opens.
  ///   - style: The style in which the screen is presented as a modal, or `nil` for a screen on the tab's path.
  ///   - under: Returns the screens below the link's screen on the tab's path. The user can go back to them.
  ///   - make: Returns the screen for the values.
  ///   - match: Returns the values of a screen, or `nil` if the screen belongs to another link.
  public init<Value: Sendable>(
    _ text: String, parameters values: [LinkParameter<Value>], in tab: Tab, as style: ModalStyle? = nil,
    under: @escaping @Sendable ([Value]) -> [Route] = { _ in [] }, make: @escaping @Sendable ([Value]) -> Route,
    match: @escaping @Sendable (Route) -> [Value]?
  ) {
    self.init(text, tab: tab, style: style, parameters: values.map(\.descriptor)) {
      found throws(InvalidLinkParameter) in
      var read: [Value] = []
      for (number, value) in values.enumerated() {
        do throws(InvalidLinkParameter) { read.append(try value.read(found.texts(of: number))) } catch {
          throw error.of(number)
        }
      }
      return Screens(make(read), under: under(read))
    } write: { route in
      guard let route, let matched = match(route) else { return nil }
      guard matched.count == values.count else {
        fatalError(
          "The link \"\(text)\" has \(values.count.counting("parameter")), and its `match` returned "
            + "\(matched.count.counting("value")). Return one value for each parameter, in their order.")
      }
      var texts: [[String]] = []
      for (parameter, value) in zip(values, matched) {
        guard let written = parameter.write(value) else { return .failure(texts.count) }
        texts.append(written)
      }
      return .texts(texts)
    }
  }

  /// Returns the same link with additional patterns, which are parsed but never printed.
  ///
  /// An alias must have the same parameters as the pattern. The parameters of the pattern's query and fragment are
  /// added to an alias that does not name them.
  public func aliases(_ texts: String...) -> LinkPattern { aliases(aliases + texts) }

  func aliases(_ texts: [String]) -> LinkPattern {
    var pattern = self
    pattern.aliases = texts
    return pattern
  }

  /// Returns the same link, with other screens below the link's screen in its modal. For example, a link to the payment
  /// can present the checkout with the payment above it. The user can then go back to the checkout.
  ///
  /// - Precondition: The link opens a modal.
  /// - Parameter screens: Returns the screens below the given screen of the link. The first one is the root of the
  ///   modal.
  public func inModal(_ screens: @escaping @Sendable (Route) -> [Route]) -> LinkPattern {
    guard let style else {
      fatalError("The link \"\(text)\" opens no modal. Pass a style with `as:`, or the screens below with `under:`.")
    }
    var pattern = LinkPattern(
      text, tab: tab, style: style, parameters: parameters, printedRoutes: printedRoutes
    ) { [read] match throws(InvalidLinkParameter) in
      var read = try read(match)
      if let route = read.route { read.inModal = screens(route) }
      return read
    } write: { [write] in
      write($0)
    }
    pattern.copyChoices(of: self, tab: \.self)
    return pattern
  }

  /// Returns the same link with a screen that also depends on the whole URL, for example on the referrer of a campaign.
  ///
  /// The screen is printed only if its URL leads back to the screen, unless the link is ``incomplete``.
  ///
  /// - Parameter change: Returns the screen that opens. The arguments are the screen of the original link, and the URL
  ///   as it was opened.
  public func withURL(_ change: @escaping @Sendable (Route, _ url: String) -> Route) -> LinkPattern {
    var pattern = LinkPattern(text, tab: tab, style: style, parameters: parameters) {
      [read] match throws(InvalidLinkParameter) in
      var read = try read(match)
      read.route = read.route.map { change($0, match.parsedURL.text) }
      return read
    } write: { [write] in
      write($0)
    }
    pattern.copyChoices(of: self, tab: \.self)
    return pattern
  }

  /// The same link, but its screens are pushed onto the current path of the tab instead of replacing the path. If these
  /// screens are on top already, they are not pushed again.
  public var onTop: LinkPattern {
    var pattern = self
    pattern.placement = .push
    return pattern
  }

  /// The same link, but it shows the root of its tab. The screen of the link describes the root and is not pushed.
  ///
  /// For example, a link to a search tab can contain the text of the search. If the placement of a `DeepLink` is
  /// `.root`, the app's reducer must apply the screen of the link to the state of the root.
  ///
  /// - Precondition: The link opens no modal.
  public var asRoot: LinkPattern {
    guard style == nil else { fatalError("The link \"\(text)\" opens a modal. Remove `as:`, or `asRoot`.") }
    var pattern = self
    pattern.placement = .root
    return pattern
  }

  /// Returns the same link, but it opens in the selected tab.
  ///
  /// The link opens in the tab of its declaration if the selected tab is not known or is not one of `tabs`. Pass the
  /// navigation to ``LinkResolver/init(_:rules:navigation:)``, or the selected tab to
  /// ``DeepLinkTable/parse(_:isFromApp:selectedTab:)-(String,_,_)``.
  ///
  /// - Parameter tabs: The tabs in which the link opens if they are selected, or `nil` for every tab.
  public func inSelectedTab(among tabs: [Tab]? = nil) -> LinkPattern {
    var pattern = self
    pattern.prefersSelectedTab = true
    pattern.selectableTabs = tabs
    return pattern
  }

  /// The same link, but it is also printed for a screen with values that the URL does not contain.
  ///
  /// Other links are printed only if their URLs lead back to the same screen. If several links match a screen, a
  /// complete link is preferred.
  public var incomplete: LinkPattern {
    var pattern = self
    pattern.isIncomplete = true
    return pattern
  }

  func canOpen(in tab: Tab) -> Bool {
    self.tab == tab || prefersSelectedTab && selectableTabs?.contains(tab) != false
  }

  @usableFromInline
  func count(of screens: Screens) -> Int {
    (placement == .root ? 0 : screens.under.count) + screens.inModal.count + (screens.route == nil ? 0 : 1)
  }

  @usableFromInline
  func link(to screens: Screens, selectedTab: Tab?) -> DeepLink<Tab, Route> {
    var link = DeepLink<Tab, Route>(tab: tab, path: placement == .root ? [] : screens.under, placement: placement)
    if prefersSelectedTab, let selectedTab, canOpen(in: selectedTab) { link.tab = selectedTab }
    guard let route = screens.route else { return link }
    guard let style else {
      link.path.append(route)
      return link
    }
    let inModal = screens.inModal + [route]
    link.modals = [.init(inModal[0], style: style, path: Array(inModal.dropFirst()))]
    return link
  }

  mutating func copyChoices<OtherTab, Other>(of pattern: LinkPattern<OtherTab, Other>, tab: (OtherTab) -> Tab) {
    aliases = pattern.aliases
    isInternal = pattern.isInternal
    isIncomplete = pattern.isIncomplete
    placement = pattern.placement.converted()
    prefersSelectedTab = pattern.prefersSelectedTab
    selectableTabs = pattern.selectableTabs?.map(tab)
  }

  /// The same link, restricted to URLs from the app itself.
  ///
  /// A URL from outside the app is refused if it has the path and the required keys of the pattern. No less specific
  /// public pattern is used instead, even if the value of a key is invalid or the key is repeated. A required fragment
  /// is treated like a key.
  ///
  /// If the pattern requires a fixed value for a key, as in `?kind=new`, a URL with another value can match a public
  /// pattern, but only one that declares the same keys.
  public var onlyInternal: LinkPattern {
    var pattern = self
    pattern.isInternal = true
    return pattern
  }
}

// MARK: - Functions for patterns that are compiled in the app's module

extension LinkPattern {
  @inlinable
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
    for value in repeat each values { descriptors.append(value.descriptor) }
    return descriptors
  }
}

/// The strings with which a pattern's parameters represent a route, or the parameter whose value cannot be printed.
@usableFromInline
enum PrintedLinkParameters {
  case texts([[String]])
  case failure(Int)
}
