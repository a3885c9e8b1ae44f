/// Something that an app does with every tap, or a tool with every line: what must not become slower unseen.
struct HotPath: Sendable {
  /// What it is called in the file of recorded figures.
  let name: String
  /// How often it is run, once and again.
  let counts: (few: Int, many: Int)
  /// Makes what is needed, and returns what is counted: it repeats the thing so many times and says what that led to.
  let prepare: @Sendable (_ count: Int) throws -> () -> Int

  init(
    _ name: String, few: Int = 2_000, many: Int = 10_000,
    prepare: @escaping @Sendable (_ count: Int) throws -> () -> Int
  ) {
    self.name = name
    self.counts = (few, many)
    self.prepare = prepare
  }

  /// Ten of them, each for a reason.
  static var all: [HotPath] {
    [
      // What everything else comes down to.
      send,
      // Nobody who does not read may cost the sender anything.
      sendWithStalledSubscriber,
      // What every view model and every persistence is to a store.
      sendWithLiveSubscriber,
      // What every SwiftUI app pays.
      sendObserved,
      // Links, replays and gestures send several actions at once.
      transaction,
      // What every body of a view does, many times an update.
      navigatorReads,
      // A URL may come from anyone, as often as he likes.
      linkParse,
      // A recorder that costs too much is turned off.
      recordedSend,
      // It happens while the user waits for nothing, on a device that has little power.
      encode,
      // A suite has ten thousands of them.
      testStoreSend,
    ]
  }
}
