extension String {
  /// The text without what a terminal would act on, cut at a number of characters.
  package func printable(limit: Int) -> String {
    var result = ""
    for scalar in unicodeScalars.prefix(limit * 4) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result.count > limit || unicodeScalars.count > limit * 4 ? result.prefix(limit - 1) + "…" : result
  }
}
