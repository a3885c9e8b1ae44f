#if canImport(Testing)
  internal import Testing

  /// A channel that reports the failures of a test tool to Swift Testing. The test that created the tool, if any, is
  /// the owner.
  struct SwiftTestingChannel: Sendable {
    private let owner = Test.current
    /// A function that runs code as part of the test that created the tool. `nil` if no test created it, and on systems
    /// that are too old for ``TaskContext``.
    private let performAsOwner: (@Sendable (_ work: @escaping @Sendable () -> Void) -> Void)?

    init() {
      if owner != nil, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        performAsOwner = TaskContext().perform
      } else {
        performAsOwner = nil
      }
    }

    var isOpen: Bool {
      owner != nil || Test.current != nil || TestingLibrary.requested == .swiftTesting
    }

    /// Records an issue for the current test or, if there is no current test, for the test that created the tool.
    ///
    /// If there is neither a current test nor a test that created the tool, Swift Testing records the issue for the
    /// whole test run. Swift Testing shows such an issue more than once while it runs a suite with `.serialized` or
    /// with issue handling traits.
    ///
    /// A report is attached to the test that shows the issue.
    func fail(_ message: String, at site: CallSite, _ report: ReportAttachment?) {
      if Test.current == nil, let performAsOwner {
        performAsOwner {
          attach(report, at: site)
          Issue.record(Comment(rawValue: message), sourceLocation: location(site))
        }
      } else {
        if Test.current != nil { attach(report, at: site) }
        Issue.record(comment(message), sourceLocation: location(site))
      }
    }

    private func attach(_ report: ReportAttachment?, at site: CallSite) {
      guard let report else { return }
      Attachment.record(report.bytes, named: report.name, sourceLocation: location(site))
    }

    /// Records a warning. Returns `false` if this version of Swift Testing does not support warnings.
    func note(_ message: String, at site: CallSite) -> Bool {
      #if compiler(>=6.3)
        // The closure runs as the owner even in the owner's own task. Otherwise, a `withKnownIssue` call around the
        // code would treat the warning as the known issue.
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
    func fail(_ message: String, at site: CallSite, _ report: ReportAttachment?) {}
    func note(_ message: String, at site: CallSite) -> Bool { false }
  }
#endif
