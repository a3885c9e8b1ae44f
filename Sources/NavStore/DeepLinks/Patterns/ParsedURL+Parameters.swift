extension ParsedURL.Value {
  /// Returns the string of this value for a parameter with the given form, or `nil` if such a parameter cannot have
  /// this value.
  func text(in form: LinkParameterKind.Form) -> String? {
    switch self {
    case .text(let text): text
    case .lines(let text, _): form == .lines ? text : nil
    case .missing: form == .flag ? "" : nil
    case .refused: nil
    }
  }

  /// Returns the error of this value, or `nil` if it has no error. A line break is an error unless the form is `lines`.
  func error(in form: LinkParameterKind.Form) -> LinkError? {
    switch self {
    case .text, .missing: nil
    case .lines(_, let error): form == .lines ? nil : error
    case .refused(let error): error
    }
  }
}
