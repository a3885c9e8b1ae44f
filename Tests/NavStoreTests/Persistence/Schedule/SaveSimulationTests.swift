import NavStore
import Testing

@Suite struct SaveSimulationTests {
  @Test func `whatever happens in whatever order, the promises hold`() {
    var failed = 0
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 100_000 : 4_000) {
      var simulation = SaveSimulation(seed: seed)
      simulation.run()
      if simulation.complaints.isEmpty { continue }
      failed += 1
      // A few are enough to begin with.
      if failed > 3 { break }
      Issue.record(
        "NAVSTORE_SEED=\(seed)\n\(simulation.complaints.prefix(3).joined(separator: "\n"))\n\(simulation.log.suffix(40).joined(separator: "\n"))"
      )
    }
  }
}
