internal import NavStore

package struct ReportOptions: Sendable {
  package var from: Int?
  package var until: Int?
  /// The numbers of transactions that a second session, beside the first one, is without.
  package var leftOut: Set<Int> = []
  /// The largest number of steps. Further steps are left out.
  package var limit: Int
  /// The size, in bytes, above which further steps are left out.
  package var largestSize = 256 << 20
  /// Whether the page of a session that has not ended loads itself again, because the report is rewritten while the log
  /// grows.
  package var isFollowed = false
  package var tabType = "AppTab"
  package var routeType = "Route"

  package init(from: Int? = nil, until: Int? = nil, limit: Int = 2_000_000) {
    self.from = from
    self.until = until
    self.limit = limit
  }
}

extension ReportOptions {
  /// Returns a notice that only a part of the session is shown. `advice` is a sentence about how to see the other part
  /// of a session that is too large.
  func cut(_ steps: ReportSteps<some ReportSubject>, advice: String? = nil) -> String? {
    let selected: String? =
      switch (from, until) {
      case (nil, nil): nil
      case (let from?, nil): "Only the transactions from number \(from) on are shown."
      case (nil, let until?): "Only the transactions up to number \(until) are shown."
      case (let from?, let until?): "Only the transactions from number \(from) to \(until) are shown."
      }
    let left: String? =
      steps.isFull
      ? "The report would be too large, so it ends after \(steps.count.counting("step")), at transaction "
        + "\(steps.lastNumber)."
      : nil
    let sentences = [selected, left, steps.isFull ? advice : nil].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
