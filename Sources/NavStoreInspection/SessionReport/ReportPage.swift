internal import Foundation
internal import NavStoreReportPage

/// The page of the session report: the text before and after its data.
///
/// Its files are in `Sources/NavStoreInspection/ReportPage`. The modules become one classic script, because browsers
/// load no module from a local file.
package struct ReportPage: Sendable {
  package let beforeData: String
  package let afterData: String

  package static let shared = ReportPage(
    template: String(cString: navstore_report_template()), style: String(cString: navstore_report_style()),
    modules: String(cString: navstore_report_script()))

  private init(template: String, style: String, modules: String) {
    let style = "\n" + style
    let script = "\n(() => {\n\"use strict\";\n\n" + Self.withoutImportsAndExports(modules) + "})();\n"
    let page =
      template
      .replacing("STYLE-HASH", with: Self.sourceExpression(of: style))
      .replacing("SCRIPT-HASH", with: Self.sourceExpression(of: script))
      .replacing("<style></style>", with: "<style>\(style)</style>")
      .replacing("<script></script>", with: "<script>\(script)</script>")
    let parts = page.split(separator: Self.data, maxSplits: 1)
    beforeData = parts[0] + Self.data
    afterData = String(parts[1])
  }

  private static let data = #"<script type="application/json" id="data">"#

  /// Returns the lines of the modules without `import` statements, each of which is one line, and without `export`.
  private static func withoutImportsAndExports(_ modules: String) -> String {
    var script = ""
    for line in modules.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.starts(with: "import ".utf8) { continue }
      script += Substring(line.starts(with: "export ".utf8) ? line.dropFirst("export ".utf8.count) : line) + "\n"
    }
    return script
  }

  private static func sourceExpression(of text: String) -> String {
    "'sha256-\(Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString())'"
  }
}
