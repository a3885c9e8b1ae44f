@testable import NavStore
@testable import NavStoreCore

/// The location of a screen: its outer screens, its path, and the screens below it.
struct NestedLinkPlace {
  /// The outer screens and the screen itself, with their parameters in the path.
  private(set) var steps: [(screen: NestedLinkScreen, parameters: [NestedLinkPath.Parameter])] = []
  /// The screens below it, by nesting level.
  var under: [(depth: Int, name: String)] = []
  /// Whether the path is absolute.
  private(set) var isExact = false
  private var texts: [String] = []

  /// Whether a mounted table can declare the screen.
  var isPlain: Bool { steps.isEmpty && under.isEmpty }

  func entering(_ screen: NestedLinkScreen, by path: NestedLinkPath?, isExact: Bool) -> NestedLinkPlace {
    var place = self
    if isExact {
      place.isExact = true
      place.texts = []
      place.steps = steps.map { ($0.screen, []) }
    }
    place.texts += [path?.text(of: screen.name) ?? ""].filter { !$0.isEmpty }
    place.steps.append((screen, path?.parameters ?? []))
    return place
  }

  func text(with queryKeys: [String]) -> String {
    let query = (queryKeys.map { "\($0)=:\(steps.last?.screen.name ?? "")-\($0)" } + ["*=:others"])
    return texts.joined(separator: "/") + "?" + query.joined(separator: "&")
  }

  typealias Pattern = NestedLinkPatterns.Pattern

  func pattern(
    of screen: NestedLinkScreen, parse: [String: JSONValue], isPrinted: Bool
  ) throws -> NestedLinkPatterns.Pattern {
    var parameters: [(depth: Int, parameter: NestedLinkParameter)] = []
    for (depth, step) in steps.enumerated() {
      let isScreen = depth == steps.count - 1
      let inQuery =
        isScreen ? screen.queryKeys.map { NestedLinkPath.Parameter(key: $0, expression: nil, suffix: "?") } : []
      for parameter in step.parameters + inQuery {
        let conversion = isScreen ? parse[parameter.key] : step.screen.parse[parameter.key]
        let made = try NestedLinkParameter(parameter, parse: conversion, print: step.screen.print[parameter.key])
        parameters.append((depth, made))
      }
    }
    let text = text(with: screen.queryKeys)
    let tab = NestedLinkPatterns.onlyTab
    let screens = steps.map { ForeignScreen(name: $0.screen.name, params: [:]) }
    let under = under
    @Sendable func beneath(_ route: NestedRoute) -> [NestedRoute] {
      under.map { Array(route.prefix($0.depth)) + [ForeignScreen(name: $0.name, params: [:])] }
    }
    let others = LinkParameter<[String: String]>.otherKeys
    let uses =
      parameters.map(\.parameter.use) + [
        others.descriptor
      ]
    let pattern = Pattern(text, tab: tab, style: nil, parameters: uses) {
      [parameters] match throws(InvalidLinkParameter) in
      var route = screens
      for (number, (depth, parameter)) in parameters.enumerated() {
        guard let value = parameter.read(match.texts(of: number).all) else {
          throw InvalidLinkParameter().of(number)
        }
        route[depth].params[parameter.key] = value == .null ? .none : value
      }
      guard let values = others.value(of: match.texts(of: parameters.count).all) else {
        throw InvalidLinkParameter().of(parameters.count)
      }
      route[route.count - 1].params.merge(values.mapValues(JSONValue.string)) { declared, _ in declared }
      return .init(route, under: beneath(route))
    } write: { [parameters] route in
      guard isPrinted, let route, route.map(\.name) == screens.map(\.name) else { return nil }
      var texts: [[String]] = []
      for (depth, parameter) in parameters {
        guard let written = parameter.write(route[depth].params[parameter.key] ?? .null) else {
          return .failure(texts.count)
        }
        texts.append(written)
      }
      let declared = Set(parameters.filter { $0.depth == screens.count - 1 }.map(\.parameter.key))
      let values = route[route.count - 1].params.filter { !declared.contains($0.key) }
      return .texts(texts + [others.write(values.compactMapValues(\.plainText)) ?? []])
    }
    return isExact ? pattern.incomplete : pattern
  }
}
