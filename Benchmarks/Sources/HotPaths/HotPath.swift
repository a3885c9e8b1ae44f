/// An operation that an app performs with each tap, or a tool with each line. It must not become slower unnoticed.
struct HotPath: Sendable {
  /// The name in the file of recorded figures.
  let name: String
  /// The two numbers of repetitions to measure.
  let counts: (few: Int, many: Int)
  /// Prepares the operation and returns a function that is counted. It repeats the operation and returns a result.
  let prepare: @Sendable (_ count: Int) throws -> () -> Int

  init(
    _ name: String, few: Int = 2_000, many: Int = 10_000,
    prepare: @escaping @Sendable (_ count: Int) throws -> () -> Int
  ) {
    self.name = name
    self.counts = (few, many)
    self.prepare = prepare
  }

  /// The paths, each with the reason to measure it.
  static var all: [HotPath] {
    [
      // Every other path contains it.
      send,
      // An app with a state for each screen does it in place of the one above.
      sendWithScreens,
      // A link or a swipe back replaces a path as a whole.
      openWithScreens,
      // An app with rules pays for each tap that they allow.
      sendGuarded,
      // A subscriber that does not read must not cost the sender anything.
      sendWithStalledSubscriber,
      // Each view model and each persistence is such a subscriber.
      sendWithLiveSubscriber,
      // Each SwiftUI app pays for it.
      sendObserved,
      // The tab bar of such an app reads the selected tab again after each change.
      sendTabBar,
      // A reducer answers an action with another one.
      effectSend,
      // A reducer starts work that answers with an action.
      effectRun,
      // Links, replays and gestures send several actions in one transaction.
      transaction,
      // The body of a view does it many times per update.
      navigatorReads,
      // Another app may open any number of URLs.
      linkParse,
      // A list prints the link of each row that can be shared.
      linkPrint,
      // An app does not use a recorder that costs too much.
      recordedSend,
      // A flight recorder runs in each user's app, as long as it is used.
      flightRecordedSend,
      // It runs in the background on a device with little power.
      encode,
      // A test suite contains tens of thousands of assertions.
      testStoreSend,
    ]
  }
}
