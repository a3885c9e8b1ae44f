import Testing

@testable import NavStore
@testable import NavStoreCore

@Suite struct SavePlanTests {
  private typealias Finding = SavePlan.Finding

  private static let harmless: [RestoreReport.Reason] = [.empty, .foreign, .damaged(.checksum), .undecodable("x")]
  private static let forbidding: [RestoreReport.Reason] = [
    .newerSchema(found: 2, expected: 1), .newerFormat(found: 2), .codecFailed("no key"),
    .unreadable(StorageError(action: .read, file: "a", reason: "x")),
  ]
  private static let findings: [Finding] =
    [.nothing, .known(isWhole: true), .known(isWhole: false), .older, .unknown]
    + (harmless + forbidding).map { Finding.unusable($0) }

  /// The pairs of findings that are not refused, with their plans.
  private static let plans: [(current: Finding, previous: Finding, plan: SavePlan)] = findings.flatMap { current in
    findings.compactMap { previous in
      (try? SavePlan(current: current, previous: previous)).map { (current, previous, $0) }
    }
  }

  private func isKnown(_ finding: Finding) -> Bool { if case .known = finding { true } else { false } }

  @Test func `a save replaces only states that the app had as a whole`() {
    for (current, previous, plan) in Self.plans {
      let replacesPrevious = plan.current == .keep || plan.current == .replaceAfterCopy
      // A kept generation becomes the previous one, which the next save may replace.
      if current == .known(isWhole: true) { #expect(plan.current == .keep) }
      let isWholeKnown = current == .known(isWhole: true) || current == .older
      if plan.current == .keep { #expect(isWholeKnown, "\(current), \(previous)") }
      guard replacesPrevious, !plan.movesPrevious else { continue }
      // A previous generation that the app had as a whole may be replaced if the current one is a later state.
      let isSafe =
        [.nothing, .older].contains(previous)
        || previous == .known(isWhole: true) && (isKnown(current) || current == .unknown)
      #expect(isSafe, "\(current), \(previous): \(plan)")
    }
  }

  @Test func `the state that the app has restored stays in its place until the new state is saved`() {
    for (current, previous, plan) in Self.plans {
      if isKnown(current) || current == .unknown {
        #expect(plan.current == .keep || plan.current == .replaceAfterCopy, "\(current), \(previous)")
        continue
      }
      guard isKnown(previous) else { continue }
      #expect(
        !plan.movesPrevious && plan.current != .keep && plan.current != .replaceAfterCopy, "\(current), \(previous)")
    }
  }

  @Test func `a generation that may become readable, or has a later version, forbids the save`() throws {
    for reason in Self.forbidding {
      #expect(throws: SavePlan.Refusal(generation: .current, reason: reason)) {
        try SavePlan(current: .unusable(reason), previous: .nothing)
      }
      #expect(throws: SavePlan.Refusal(generation: .previous, reason: reason)) {
        try SavePlan(current: .unknown, previous: .unusable(reason))
      }
    }
    // If the app had the current state, it does not need an older one that cannot be read.
    for reason in Self.forbidding.suffix(2) {
      #expect(try SavePlan(current: .known(isWhole: true), previous: .unusable(reason)).movesPrevious)
    }
    for reason in Self.forbidding.prefix(2) {
      #expect(throws: SavePlan.Refusal.self) {
        try SavePlan(current: .known(isWhole: true), previous: .unusable(reason))
      }
    }
  }

  @Test func `a generation that cannot be used is moved aside`() throws {
    for reason in Self.harmless {
      #expect(try SavePlan(current: .unusable(reason), previous: .nothing).current == .moveAside)
      #expect(try SavePlan(current: .nothing, previous: .unusable(reason)).movesPrevious)
    }
    #expect(try SavePlan(current: .nothing, previous: .nothing).current == .nothing)
  }
}
