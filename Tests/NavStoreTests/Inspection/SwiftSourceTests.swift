import Foundation
import NavStore
import NavStoreInspection
import Testing

@Suite struct SwiftSourceTests {
  @Test func `the source of a value is an expression that compiles`() {
    let samples = SourceSample.all
    #expect(samples.count > 60)
    for sample in samples { #expect(swiftSource(sample.value) == sample.source) }
  }
}
