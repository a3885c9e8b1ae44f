extension NavigationDiagnostic {
  package init?(_ reason: UnchangedReason, action: @autoclosure () -> String, limit: Int) {
    switch reason {
    case .unknownTab: self = .unknownTab(action: action().printable(limit: 200))
    case .unknownModal: self = .unknownModal(action: action().printable(limit: 200))
    case .tooDeep: self = .tooDeep(action: action().printable(limit: 200), limit: limit)
    case .alreadySelected, .scrolledToTop, .noModal, .alreadyOnTop, .sameAsBefore, .atRoot, .notFound, .nothingToRemove,
      .noTabs:
      return nil
    }
  }
}
