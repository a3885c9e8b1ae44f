extension Usage {
  /// The help of `navstore log`.
  package static var log: String {
    let commands = LogSubcommand.allCases.map { "  " + pad($0.rawValue, to: 8) + $0.purpose }
    return """
      usage: navstore log COMMAND [OPTION…] FILE…

      Reads logs of a navigation's actions, whatever the app's tabs and routes.

      \(commands.joined(separator: "\n"))

      "navstore log COMMAND --help" tells more. A FILE is the beginning of a log; the files that continue it are found. "-" is
      standard input. Where a log does not say by which rules its app navigates, --back-rule names one.
      """
  }

  /// The help of one of its commands.
  package static func log(_ subcommand: LogSubcommand) -> String {
    let options = subcommand.options.map { wrapped($0.usage, $0.purpose) } + [wrapped("--help", "this text")]
    let status =
      "exit status: 0; 1 \(subcommand.finding); 64 for wrong arguments; 65 for a file that is no log, or a later version's; 66 for "
      + "a file that cannot be read; 70 if the system refuses; 141 when nobody reads the output any more."
    return """
      usage: navstore log \(subcommand.rawValue) [OPTION…] \(subcommand.filesUsage)

      \(lines(of: subcommand.explanation, width: 118).joined(separator: "\n"))

      \(options.joined(separator: "\n"))

      \(lines(of: status, width: 118).joined(separator: "\n"))
      """
  }

  private static func wrapped(_ usage: String, _ purpose: String) -> String {
    let column = 24
    let rest = lines(of: purpose, width: 118 - column)
    return pad("  " + usage, to: column) + rest.joined(separator: "\n" + String(repeating: " ", count: column))
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
