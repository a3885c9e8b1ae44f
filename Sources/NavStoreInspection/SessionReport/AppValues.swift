package import NavStore

/// A value that contains a navigation with tabs and routes of any types.
private protocol ReportedNavigation {
  func logged(_ values: AppValues) -> LoggedState
}

/// An action of a navigation with tabs and routes of any types.
protocol ReportedNavigationAction {
  func logged(_ values: AppValues) -> LoggedAction?
}

/// Finds the navigation in an app's states and actions by reflection, and converts it to JSON.
///
/// Use a value on one thread at a time, because it reuses an encoder.
package struct AppValues {
  private let encoder = CanonicalJSONEncoder()

  /// The number of levels that a search goes down, the number of values that it looks at, and the number of parts of
  /// one value that it looks at. They limit the time of a search in a large state without a navigation. The last one
  /// lets a search find a navigation that follows a long array.
  private static let (deepest, most, widest) = (8, 2_000, 100)

  package init() {}

  /// Returns the first navigation in a state, level by level, or `nil` if reflection finds none. The mirror of a
  /// `ScreenNavigation` contains its navigation.
  package func navigation(in state: Any) -> LoggedState? {
    part(of: state) { $0 as? any ReportedNavigation }?.logged(self)
  }

  /// Returns the navigation action of an app's action: the action itself, or one inside it. Returns `nil` if there is
  /// none, or if it cannot be encoded.
  func navigationAction(in action: Any) -> LoggedAction? {
    part(of: action) { $0 as? any ReportedNavigationAction }?.logged(self)
  }

  package func json(of value: Any, describedBy description: () -> String) -> [UInt8] {
    if let value = value as? any Encodable, let json = try? encoder.encode(value) { return json }
    return (try? encoder.encode(description())) ?? Array("null".utf8)
  }

  package func text(of value: Any) -> JSONText {
    JSONText(canonical: json(of: value) { String(describing: value) })
  }

  /// Returns the first part of a value for which `match` returns a result, level by level. The parts of objects are not
  /// searched, because another thread may change them.
  private func part<Result>(of value: Any, _ match: (Any) -> Result?) -> Result? {
    var level = [value]
    var left = Self.most
    for _ in 0..<Self.deepest {
      for value in level { if let result = match(value) { return result } }
      var next: [Any] = []
      for value in level where left > 0 && !(type(of: value) is AnyClass) {
        let parts = Mirror(reflecting: value).children.prefix(min(left, Self.widest)).map(\.value)
        left -= parts.count
        next += parts
      }
      level = next
    }
    return nil
  }
}

extension NavigationState: ReportedNavigation {
  fileprivate func logged(_ values: AppValues) -> LoggedState {
    if let state = self as? LoggedState { return state }
    return LoggedState(
      entries: entries.map { LoggedState.Entry(tab: values.text(of: $0.tab), path: $0.path.map(values.text)) },
      selectedIndex: selectedIndex,
      visited: visited.map(values.text),
      boxedInitialTab: Boxed(values.text(of: initialTab)),
      presented: presented.map {
        Modal(id: $0.id, style: $0.style, root: values.text(of: $0.root), path: $0.routes.map(values.text))
      },
      lastModalID: lastModalID)
  }
}

extension NavigationAction: ReportedNavigationAction {
  func logged(_ values: AppValues) -> LoggedAction? {
    let json = values.json(of: self) { "" }
    return json.withUnsafeBytes { try? JSONReader.decode(LoggedAction.self, from: $0) }
  }
}
