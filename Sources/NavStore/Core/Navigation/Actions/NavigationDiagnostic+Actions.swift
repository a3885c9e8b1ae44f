extension NavigationDiagnostic {
  package init?<Tab>(
    _ reason: UnchangedReason, action: @autoclosure () -> String, tabs: @autoclosure () -> [Tab], limit: Int
  ) {
    switch reason {
    case .unknownTab:
      let names = tabs().prefix(20).map { ValueOutline.text(of: $0) }
      self = .unknownTab(action: action().printable(limit: 200), tabs: names)
    case .unknownModal: self = .unknownModal(action: action().printable(limit: 200))
    case .tooDeep: self = .tooDeep(action: action().printable(limit: 200), limit: limit)
    case .alreadySelected, .scrolledToTop, .noModal, .alreadyOnTop, .sameAsBefore, .atRoot, .notFound, .nothingToRemove,
      .noTabs:
      return nil
    }
  }
}
