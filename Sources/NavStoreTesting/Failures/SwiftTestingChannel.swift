#if canImport(Testing)
  internal import Testing

  /// The way to Swift Testing, for a tool that was made in one of its tests or outside of them.
  struct SwiftTestingChannel: Sendable {
    private let owner = Test.current
    /// Runs code as a part of the owner; nil without an owner, and on systems that are too old for it.
    private let performAsOwner: (@Sendable (_ work: @escaping @Sendable () -> Void) -> Void)?

    init() {
      if owner != nil, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        performAsOwner = TaskContext().perform
      } else {
        performAsOwner = nil
      }
    }

    /// Whether Swift Testing is the framework that runs, as far as that can be known.
    var isOpen: Bool {
      owner != nil || Test.current != nil || TestingLibrary.requested == .swiftTesting
    }

    /// Records an issue, for the current test if there is one, else for the owner.
    ///
    /// Without either, Swift Testing counts it for the whole run. (It then shows it more than once while `.serialized`
    /// or issue handling traits are at work anywhere.)
    func fail(_ message: String, at site: CallSite) {
      if Test.current == nil, let performAsOwner {
        performAsOwner { Issue.record(Comment(rawValue: message), sourceLocation: location(site)) }
      } else {
        Issue.record(comment(message), sourceLocation: location(site))
      }
    }

    /// Records a warning, which fails no test; returns false where this version of Swift Testing has none.
    func note(_ message: String, at site: CallSite) -> Bool {
      #if compiler(>=6.3)
        // As the owner even in the owner itself: there, a known issue around it would take the warning for that issue.
        if Test.current == nil || isOwnerCurrent, let performAsOwner {
          performAsOwner {
            Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: location(site))
          }
        } else {
          Issue.record(comment(message), severity: .warning, sourceLocation: location(site))
        }
        return true
      #else
        return false
      #endif
    }

    private var isOwnerCurrent: Bool { owner?.id == Test.current?.id }

    /// The message; it names the owner where Swift Testing shows it for another test, or for none.
    private func comment(_ message: String) -> Comment {
      guard let owner, !isOwnerCurrent else { return Comment(rawValue: message) }
      let place = "\(owner.sourceLocation.fileID):\(owner.sourceLocation.line)"
      return Comment(rawValue: "\(message)\nThis belongs to the test “\(owner.displayName ?? owner.name)” (\(place)).")
    }

    private func location(_ site: CallSite) -> SourceLocation {
      SourceLocation(
        fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: Int(site.line), column: Int(site.column))
    }
  }
#else
  /// The way to Swift Testing, in a build without it.
  struct SwiftTestingChannel: Sendable {
    var isOpen: Bool { false }
    func fail(_ message: String, at site: CallSite) {}
    func note(_ message: String, at site: CallSite) -> Bool { false }
  }
#endif
