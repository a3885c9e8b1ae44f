import Testing

@testable import NavStore
@testable import NavStoreCore

@Suite struct SavePlanTests {
  private typealias Finding = SavePlan.Finding

  private static let harmless: [RestoreReport.Reason] = [.empty, .foreign, .damaged(.checksum), .undecodable("x")]
  private static let forbidding: [RestoreReport.Reason] = [
    .newerSchema(found: 2, expected: 1), .newerFormat(found: 2), .illegible("no key"),
    .unreadable(StorageError(action: .read, file: "a", reason: "x")),
  ]
  private static let findings: [Finding] =
    [.nothing, .had(isWhole: true), .had(isWhole: false), .older, .unknown]
    + (harmless + forbidding).map { Finding.useless($0) }

  /// The pairs of findings that are not refused, with their plans.
  private static let plans: [(current: Finding, previous: Finding, plan: SavePlan)] = findings.flatMap { current in
    findings.compactMap { previous in
      (try? SavePlan(current: current, previous: previous)).map { (current, previous, $0) }
    }
  }

  private func isHad(_ finding: Finding) -> Bool { if case .had = finding { true } else { false } }

  @Test func `a save replaces only states that the app had as a whole`() {
    for (current, previous, plan) in Self.plans {
      let replacesPrevious = plan.current == .keep || plan.current == .retire
      // A kept generation becomes the previous one, which the next save may replace.
      if current == .had(isWhole: true) { #expect(plan.current == .keep) }
      let hadInFull = current == .had(isWhole: true) || current == .older
      if plan.current == .keep { #expect(hadInFull, "\(current), \(previous)") }
      guard replacesPrevious, !plan.movesPrevious else { continue }
      // A previous generation that the app had as a whole may be replaced if the current one is a later state.
      let isSafe =
        [.nothing, .older].contains(previous)
        || previous == .had(isWhole: true) && (isHad(current) || current == .unknown)
      #expect(isSafe, "\(current), \(previous): \(plan)")
    }
  }

  @Test func `the state that the app has restored stays in its place until the new state is saved`() {
    for (current, previous, plan) in Self.plans {
      if isHad(current) || current == .unknown {
        #expect(plan.current == .keep || plan.current == .retire, "\(current), \(previous)")
        continue
      }
      guard isHad(previous) else { continue }
      #expect(!plan.movesPrevious && plan.current != .keep && plan.current != .retire, "\(current), \(previous)")
    }
  }

  @Test func `a generation that may become readable, or has a later version, forbids the save`() throws {
    for reason in Self.forbidding {
      #expect(throws: SavePlan.Refusal(generation: .current, reason: reason)) {
        try SavePlan(current: .useless(reason), previous: .nothing)
      }
      #expect(throws: SavePlan.Refusal(generation: .previous, reason: reason)) {
        try SavePlan(current: .unknown, previous: .useless(reason))
      }
    }
    // If the app had the current state, it does not need an older one that cannot be read.
    for reason in Self.forbidding.suffix(2) {
      #expect(try SavePlan(current: .had(isWhole: true), previous: .useless(reason)).movesPrevious)
    }
    for reason in Self.forbidding.prefix(2) {
      #expect(throws: SavePlan.Refusal.self) { try SavePlan(current: .had(isWhole: true), previous: .useless(reason)) }
    }
  }

  @Test func `a generation that cannot be used is moved aside`() throws {
    for reason in Self.harmless {
      #expect(try SavePlan(current: .useless(reason), previous: .nothing).current == .moveAside)
      #expect(try SavePlan(current: .nothing, previous: .useless(reason)).movesPrevious)
    }
    #expect(try SavePlan(current: .nothing, previous: .nothing).current == .nothing)
  }
}
