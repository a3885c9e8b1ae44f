@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Foundation
import Testing

/// Actions that views show without animation.
@Suite struct ActionOriginTests {
  @Test func `an origin without animation equals the same origin with animation, and is encoded in the same way`()
    throws
  {
    let origin = ActionOrigin.deepLink.withoutAnimation
    #expect(!origin.isAnimated && ActionOrigin.deepLink.isAnimated)
    #expect(origin == .deepLink && Set([origin]).contains(.deepLink))
    #expect(String(decoding: try JSONEncoder().encode([origin]), as: UTF8.self) == #"["deeplink"]"#)
    #expect(try JSONDecoder().decode([ActionOrigin].self, from: Data(#"["undo"]"#.utf8)) == [.undo])
  }

  @Test func `records and transactions have the value, also for the actions that effects send synchronously`() async {
    let store = makeTallyStore()
    var transactions = store.transactions.makeAsyncIterator()
    store.send(.addLater(1), origin: .user.withoutAnimation)
    store.send(.add(2))
    for isAnimated in [false, false, true] {
      #expect(await transactions.next()?.origin.isAnimated == isAnimated)
    }
  }

  @Test func `an effect chooses whether its actions are animated`() async {
    let store = Store(
      initialState: Tally(),
      reducer: Reduce<Tally, TallyAction> { state, action in
        guard case .addLater = action else { return TallyReducer().reduce(into: &state, action: action) }
        return .run { context in
          context.send(.add(1), isAnimated: false)
          context.send([.add(2), .add(3)])
          context.send([.add(4)], isAnimated: false)
        }
      })
    var transactions = store.transactions.makeAsyncIterator()
    store.send(.addLater(0))
    for isAnimated in [true, false, true, false] {
      #expect(await transactions.next()?.origin.isAnimated == isAnimated)
    }
  }

  @Test func `the source of a store knows its last transaction with animation`() {
    let store = makeTallyStore()
    let animated = store.source.lastAnimatedRevision
    #expect(animated() == 0)
    store.send(.add(1), origin: .user.withoutAnimation)
    store.core.replace(Tally(), origin: .restore.withoutAnimation)
    #expect(animated() == 0)
    store.send(.add(1))
    #expect(animated() == 3)
    store.send([.add(1), .add(2)], origin: .user.withoutAnimation)
    #expect(animated() == 3)
    store.send(.add(1), origin: .user.withoutAnimation)
    #expect(animated() == 3)
    store.send(.add(1))
    store.send(.add(1))
    #expect(animated() == 7)
    store.send(.addLater(1), origin: .user.withoutAnimation)
    #expect(store.revision == 9 && animated() == 7)
  }

  @Test func `a log keeps the value, and a replay into a store repeats it`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("s.navlog")
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), path)
    store.send(.add(1), origin: .deepLink.withoutAnimation)
    store.send([.add(2), .add(3)], origin: .user.withoutAnimation)
    store.send(.say("a"))
    store.core.replace(Tally(sum: 9), origin: .restore.withoutAnimation)
    try await recorder.close()
    let text = String(decoding: try #require(directory.bytes("s.navlog")), as: UTF8.self)
    #expect(text.split(separator: "\n").filter { $0.contains(#","animated":false,"#) }.count == 4)

    // Another program may order the keys differently, and write the value where it is not needed.
    let others = text.replacing(
      #","origin":"deeplink","animated":false"#, with: #","animated":false,"origin":"deeplink""#
    )
    .replacing(#"},"origin":"user""#, with: #"},"animated":true,"origin":"user""#)
    .split(separator: "\n").map { $0.replacing(/,"c":"[0-9a-f]*"/, with: "") + "\n" }.joined()
    try Data(others.utf8).write(to: URL(fileURLWithPath: directory.path("other.navlog")))
    for file in [path, directory.path("other.navlog")] {
      let target = makeTallyStore()
      var transactions = target.transactions.makeAsyncIterator()
      var events: [Bool] = []
      let report = try ActionLog(path: file).replayEvents(into: target, TallySchema()) { event in
        switch event {
        case .transaction(let transaction): events.append(transaction.origin.isAnimated)
        case .replaced(_, _, let origin, _): events.append(origin.isAnimated)
        default: break
        }
      }
      #expect(report.isFaithful && target.state == Tally(sum: 9))
      #expect(events == [false, false, true, false])
      // The first transaction sets the initial state of the log.
      _ = await transactions.next()
      for isAnimated in [false, false, true] { #expect(await transactions.next()?.origin.isAnimated == isAnimated) }
    }
  }
}
