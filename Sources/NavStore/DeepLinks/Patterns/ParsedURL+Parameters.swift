extension ParsedURL.Value {
  func text(in form: LinkParameterKind.Form) -> String? {
    switch self {
    case .text(let text): text
    case .lines(let text, _): form == .lines ? text : nil
    case .missing: form == .flag ? "" : nil
    case .refused: nil
    }
  }

  func error(in form: LinkParameterKind.Form) -> LinkError? {
    switch self {
    case .text, .missing: nil
    case .lines(_, let error): form == .lines ? nil : error
    case .refused(let error): error
    }
  }
}
