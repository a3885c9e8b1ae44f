#if canImport(ObjectiveC)
  public import Foundation

  extension NSUserActivity {
    /// The URL of a screen: the URL that the app has set or, if the app has set none, `webpageURL`.
    ///
    /// Set this property for Handoff, Spotlight and the restoration of a scene. When an activity arrives, pass the URL
    /// to a ``DeepLinkTable`` or a ``LinkResolver``.
    ///
    /// The URL is stored in `userInfo`. The key of the URL is added to `requiredUserInfoKeys`, so that the system keeps
    /// the URL when it saves the activity.
    public var deepLink: String? {
      get { link.url ?? webpageURL?.absoluteString }
      set {
        var link = link
        link.url = newValue
        userInfo = link.userInfo
        requiredUserInfoKeys = link.requiredKeys
      }
    }

    /// Sets ``deepLink`` to the URL of a link.
    ///
    /// - Throws: ``LinkPrintError`` if the link has no URL. The activity is then unchanged.
    public func setDeepLink<Tab, Route>(
      _ link: DeepLink<Tab, Route>, of table: DeepLinkTable<Tab, Route>
    ) throws(LinkPrintError) {
      deepLink = try table.print(link)
    }

    fileprivate var link: UserActivityLink {
      UserActivityLink(userInfo: userInfo ?? [:], requiredKeys: requiredUserInfoKeys ?? [])
    }
  }

  extension DeepLinkTable {
    /// Parses the URL of a user activity and returns the tab, the path and the modals that the URL opens.
    ///
    /// A URL that the app set as the activity's `deepLink` can open internal links, because only apps of the same team
    /// receive the activity. A `webpageURL` cannot open internal links.
    ///
    /// - Throws: ``LinkError`` if the activity has no URL, if its URL is refused, or if no pattern accepts the URL.
    public func parse(_ activity: NSUserActivity, selectedTab: Tab? = nil) throws(LinkError) -> DeepLink<Tab, Route> {
      try parse(
        activity.link, webpage: activity.webpageURL?.absoluteString,
        isFromWebsite: activity.activityType == NSUserActivityTypeBrowsingWeb, selectedTab: selectedTab)
    }
  }
#endif

/// The parts of a user activity that contain the URL of a screen. Unlike `NSUserActivity`, this type exists on all
/// platforms.
struct UserActivityLink {
  private static let key = "NavStore.deepLink"

  private(set) var userInfo: [AnyHashable: Any]
  private(set) var requiredKeys: Set<String>

  init(userInfo: [AnyHashable: Any], requiredKeys: Set<String>) {
    self.userInfo = userInfo
    self.requiredKeys = requiredKeys
  }

  var url: String? {
    get { userInfo[Self.key] as? String }
    set {
      userInfo[Self.key] = newValue
      if newValue == nil { requiredKeys.remove(Self.key) } else { requiredKeys.insert(Self.key) }
    }
  }
}

extension DeepLinkTable {
  /// Parses the URL of a user activity. `link` has the URL that the app has set. `isFromWebsite` is `true` if the
  /// system has created the activity for a universal link.
  func parse(
    _ link: UserActivityLink, webpage: String?, isFromWebsite: Bool, selectedTab: Tab?
  ) throws(LinkError) -> DeepLink<Tab, Route> {
    let own = isFromWebsite ? nil : link.url
    guard let url = own ?? webpage else { throw LinkError(.notFound(closest: nil)) }
    return try parse(url, isFromApp: own != nil, selectedTab: selectedTab)
  }
}
