import NavStore
import NavStoreCore
import Testing

@Suite struct DurationBoundsTests {
  private let greatest = Duration.seconds(Int64.max) * 18
  private let least = Duration.seconds(Int64.min) * 18
  private let bound = Duration.seconds(Int64.max)

  @Test func `a time to wait is between zero and a hundred years`() {
    let century = Duration.seconds(100 * 365 * 24 * 60 * 60)
    #expect(Duration.longestWait == century)
    for wait in [Duration.zero, .nanoseconds(1), .seconds(5), century - .nanoseconds(1), century] {
      #expect(wait.boundedWait == wait)
    }
    for wait in [century + .nanoseconds(1), bound, bound + .seconds(1), greatest] {
      #expect(wait.boundedWait == century)
    }
    for wait in [Duration.nanoseconds(-1), .seconds(-5), .seconds(Int64.min), least] {
      #expect(wait.boundedWait == .zero)
    }
  }

  @Test func `a duration is cut where its seconds no longer fit`() {
    for duration in [Duration.zero, .seconds(5), .seconds(-5), bound, bound - .nanoseconds(1), .zero - bound] {
      #expect(duration.inBounds == duration)
    }
    #expect((bound + .nanoseconds(1)).inBounds == bound)
    #expect(greatest.inBounds == bound)
    #expect(least.inBounds == .zero - bound)
    #expect(greatest.inBounds.components.seconds == Int64.max)
  }

  @Test func `a sum ends at the bounds`() {
    #expect(Duration.seconds(2).addingInBounds(.milliseconds(500)) == .milliseconds(2_500))
    #expect(Duration.seconds(2).addingInBounds(.seconds(-3)) == .seconds(-1))
    #expect(greatest.addingInBounds(greatest) == bound)
    #expect(least.addingInBounds(least) == .zero - bound)
    #expect(greatest.addingInBounds(least) == .zero)
    #expect(bound.addingInBounds(.nanoseconds(1)) == bound)
    #expect(bound.addingInBounds(.seconds(-1)) == bound - .seconds(1))
  }
}
