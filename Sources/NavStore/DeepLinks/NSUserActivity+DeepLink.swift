#if canImport(ObjectiveC)
  public import Foundation

  extension NSUserActivity {
    /// The URL of a screen: the one that the app has set or, for a universal link, the URL of the website.
    ///
    /// Set it for Handoff, Spotlight and the restoration of a scene. Pass it to a ``DeepLinkTable`` or a
    /// ``LinkResolver`` when an activity arrives.
    ///
    /// The URL is stored in `userInfo`. Systems that save the activity keep it, because its key is added to
    /// `requiredUserInfoKeys`.
    public var deepLink: String? {
      get { userInfo?[Self.deepLinkKey] as? String ?? webpageURL?.absoluteString }
      set {
        var values = userInfo ?? [:]
        values[Self.deepLinkKey] = newValue
        userInfo = values
        requiredUserInfoKeys = (requiredUserInfoKeys ?? []).union([Self.deepLinkKey])
      }
    }

    private static var deepLinkKey: String { "NavStore.deepLink" }
  }
#endif
