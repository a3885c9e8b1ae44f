/// Returns the name of an action without its values: `navigation.push` for `.navigation(.push(.song(7)))`.
///
/// The name of an action that contains an action of a part continues with the name of that action. A payload counts as
/// an action if the name of its type ends in `Action`, so that the case of an enum that is a value is not logged.
package func actionName(of action: some Any) -> String {
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
  // A case without a payload has no child. Its description contains no values.
  guard let (label, payload) = mirror.children.first, let label else { return "\(action)" }
  let content = Mirror(reflecting: payload)
  let values = content.displayStyle == .tuple ? content.children.map(\.value) : [payload]
  guard let part = values.first(where: isAction) else { return label }
  return "\(label).\(actionName(of: part))"
}

private func isAction(_ value: Any) -> Bool {
  "\(type(of: value))".prefix { $0 != "<" }.hasSuffix("Action") && Mirror(reflecting: value).displayStyle == .enum
}
