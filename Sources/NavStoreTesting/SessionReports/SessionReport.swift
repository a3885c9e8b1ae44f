internal import NavStoreInspection

/// A page for a browser that shows a session: each step as a picture, as a state and in a graph of the screens.
///
/// ```swift
/// let report = try SessionReport(replaying: log, schema, reducer: AppReducer())
/// try report.write(to: file)
/// ```
///
/// The page is one HTML file without references to other files, so it can be attached to a bug report. The command
/// `navtool log report` writes the same page.
///
/// The report shows the first `NavigationState` that reflection finds in the app's state, also inside a
/// `ScreenNavigation`. Tabs and routes that are `Encodable` are shown as JSON, and others by their descriptions.
public struct SessionReport: Sendable {
  let bytes: [UInt8]

  /// The page.
  ///
  /// - Complexity: O(n), where n is the size of the page.
  package var html: String { String(decoding: bytes, as: UTF8.self) }

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Writes the page to a file.
  ///
  /// The page replaces an earlier report when it is complete, and never in part. Another existing file is kept.
  ///
  /// - Parameter path: The path of the file, which usually ends in `.html`.
  /// - Throws: ``SessionReportError`` if the path belongs to a file that is not a report, or if the system refuses the
  ///   file.
  /// - Complexity: O(n), where n is the size of the page.
  public func write(to path: String) throws(SessionReportError) {
    do {
      try ReportFile.write(to: path) { write in try write(bytes) }
    } catch {
      throw SessionReportError(error)
    }
  }
}

/// The reason why a session report cannot be created or written.
public struct SessionReportError: Error, CustomStringConvertible {
  /// A sentence that contains the reason.
  public let description: String

  init(_ error: any Error) {
    description = "\(error)"
  }

  init(_ description: String) {
    self.description = description
  }

  static var nothingSelected: SessionReportError {
    SessionReportError("The log has no transaction of the requested part, so a session report has nothing to show.")
  }

  static func noNavigation<State>(in state: State.Type) -> SessionReportError {
    SessionReportError(
      "No state of type \(state) contains a NavigationState, so a session report has nothing to show.")
  }
}
