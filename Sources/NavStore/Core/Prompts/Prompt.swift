/// An alert or a confirmation dialog, as a value in the state of an app or of a screen.
///
/// ```swift
/// state.prompt = Prompt(
///   "Delete the song?", message: "It is removed from all devices.", style: .dialog,
///   buttons: [.init("Delete", role: .destructive, action: .deleteConfirmed), .init("Keep", role: .cancel)],
///   dismissal: .promptDismissed)
/// ```
///
/// A property of an optional type holds at most one prompt. A prompt in the state of a screen is removed together
/// with the screen. The reducer sets the property to `nil` for each action of the prompt. To leave a prompt out of
/// saved files, leave its property out of the `CodingKeys` of the state.
public struct Prompt<Action: Sendable>: Sendable {
  /// A button of a prompt.
  public struct Button: Sendable {
    /// The title of the button, in the language of the user.
    public let title: String
    /// The role of the button, if it has one.
    public let role: PromptRole?
    /// The action that the button sends. If the value is `nil`, the button sends ``Prompt/dismissal``.
    public let action: Action?

    /// Creates a button.
    public init(_ title: String, role: PromptRole? = nil, action: Action? = nil) {
      (self.title, self.role, self.action) = (title, role, action)
    }
  }

  /// The title, in the language of the user.
  public let title: String
  /// The text below the title.
  public let message: String?
  /// The form of the prompt.
  public let style: PromptStyle
  /// The buttons. If the list is empty, the framework shows a button that dismisses the prompt.
  public let buttons: [Button]
  /// The action that is sent when the user dismisses the prompt without tapping a button that has an action.
  public let dismissal: Action

  /// Creates a prompt.
  public init(
    _ title: String, message: String? = nil, style: PromptStyle = .alert, buttons: [Button] = [], dismissal: Action
  ) {
    (self.title, self.message, self.style) = (title, message, style)
    (self.buttons, self.dismissal) = (buttons, dismissal)
  }

  /// Returns the action that a button of this prompt sends.
  public func action(of button: Button) -> Action { button.action ?? dismissal }

  /// Returns the same prompt with other actions, for example those of a screen as actions of the app.
  public func map<Other>(_ transform: (Action) -> Other) -> Prompt<Other> {
    Prompt<Other>(
      title, message: message, style: style,
      buttons: buttons.map { .init($0.title, role: $0.role, action: $0.action.map(transform)) },
      dismissal: transform(dismissal))
  }
}

/// The form of a ``Prompt``.
public enum PromptStyle: String, Hashable, Sendable, Codable {
  /// An alert, for a message or a short question.
  case alert
  /// A confirmation dialog, for a choice that follows from an action of the user.
  case dialog
}

/// The meaning of a button of a ``Prompt``, which determines its place and its color.
public enum PromptRole: String, Hashable, Sendable, Codable {
  /// The button changes nothing.
  case cancel
  /// The button deletes or discards something.
  case destructive
}

extension Prompt: Equatable where Action: Equatable {}
extension Prompt: Hashable where Action: Hashable {}
extension Prompt: Encodable where Action: Encodable {}
extension Prompt: Decodable where Action: Decodable {}
extension Prompt.Button: Equatable where Action: Equatable {}
extension Prompt.Button: Hashable where Action: Hashable {}
extension Prompt.Button: Encodable where Action: Encodable {}
extension Prompt.Button: Decodable where Action: Decodable {}
