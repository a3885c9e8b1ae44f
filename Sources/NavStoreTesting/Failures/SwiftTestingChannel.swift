#if canImport(Testing)
  internal import Testing

  /// Reports failures to Swift Testing, for a tool that was created in one of its tests or outside of them.
  struct SwiftTestingChannel: Sendable {
    private let owner = Test.current
    /// Runs code as a part of the owner. `nil` without an owner, and on systems that are too old for ``TaskContext``.
    private let performAsOwner: (@Sendable (_ work: @escaping @Sendable () -> Void) -> Void)?

    init() {
      if owner != nil, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        performAsOwner = TaskContext().perform
      } else {
        performAsOwner = nil
      }
    }

    /// A Boolean value that indicates whether Swift Testing is running, as far as that is known.
    var isOpen: Bool {
      owner != nil || Test.current != nil || TestingLibrary.requested == .swiftTesting
    }

    /// Records an issue for the current test or, without one, for the owner.
    ///
    /// If there is neither, Swift Testing records the issue for the whole run. It shows the issue more than once while
    /// a suite uses `.serialized` or issue handling traits.
    func fail(_ message: String, at site: CallSite) {
      if Test.current == nil, let performAsOwner {
        performAsOwner { Issue.record(Comment(rawValue: message), sourceLocation: location(site)) }
      } else {
        Issue.record(comment(message), sourceLocation: location(site))
      }
    }

    /// Records a warning, which does not fail the test. Returns false if this version of Swift Testing has no warnings.
    func note(_ message: String, at site: CallSite) -> Bool {
      #if compiler(>=6.3)
        // This runs as the owner even in the owner's own task. Otherwise a surrounding `withKnownIssue` would treat the
        // warning as its known issue.
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

    /// The message. It names the owner if Swift Testing shows it for another test, or for no test.
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
  /// A channel without effect, for a build without Swift Testing.
  struct SwiftTestingChannel: Sendable {
    var isOpen: Bool { false }
    func fail(_ message: String, at site: CallSite) {}
    func note(_ message: String, at site: CallSite) -> Bool { false }
  }
#endif
