import NavStore
import Testing

// Regions of Docs/HowTo/Code/StepThroughActions.md, and the code of the comments in NavStore/TimeTravel.

@Suite(.hangLimit) struct TimelineSnippets {
  @Test func `create, view and edit a timeline`() {
    // snippet: timeline
    var timeline = ActionTimeline(
      start: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
    timeline.append(.push(.song(7)))
    timeline.append([.selectTab(.library), .push(.song(8))])  // one transaction, one entry
    timeline.append(.popToRoot)
    print(timeline.state)  // home /song(7) | search / | [library] /
    // end
    #expect("\(timeline.state)" == "home /song(7) | search / | [library] /")

    // snippet: timeline views
    timeline.stepBack()
    print(timeline.state)  // home /song(7) | search / | [library] /song(8)
    timeline.view(at: 0)  // before the first action
    timeline.stepForward()
    timeline.view(after: 2)
    if let entry = timeline.viewedEntry { print(entry.id, entry.actions, entry.origin, entry.time) }

    timeline.append(.push(.settings))
    print(timeline.isViewingPresent, timeline.position, timeline.entries.count)  // false 2 4
    print(timeline.present)  // home /song(7) | search / | [library] /settings
    print(timeline.state(at: 1))  // [home] /song(7) | search / | library /
    timeline.viewPresent()
    // end
    #expect("\(timeline.present)" == "home /song(7) | search / | [library] /settings")
    #expect("\(timeline.state(at: 1))" == "[home] /song(7) | search / | library /")
    #expect(timeline.entries.count == 4 && timeline.isViewingPresent)

    // snippet: timeline edits
    timeline.exclude(3)
    print(timeline.state)  // home /song(7) | search / | [library] /song(8)/settings
    timeline.include(3)
    timeline.exclude(2...4)
    print(timeline.state)  // [home] /song(7) | search / | library /
    timeline.move(1, before: nil)  // to the end
    print(timeline.entries.map { $0.isExcluded ? "-\($0.id)" : "\($0.id)" })  // ["-2", "-3", "-4", "1"]
    timeline.sweep()
    timeline.commit()
    print(timeline.start)  // [home] /song(7) | search / | library /
    timeline.append(.popToRoot)
    timeline.rollBack()
    print(timeline.state)  // [home] /song(7) | search / | library /
    timeline.reset()
    print(timeline.state)  // [home] / | search / | library /
    // end
    #expect("\(timeline.state)" == "[home] / | search / | library /")
  }

  @Test func `follow a store`() async {
    // snippet: timeline of a store
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let transactions = store.transactions
    var timeline = ActionTimeline(start: store.state, reducer: AppReducer(), maximumCount: 500)

    store.send(.navigation(.push(.song(7))))
    store.send(.navigation(.tabTapped(.library)))
    for await transaction in transactions.prefix(2) {
      timeline.append(transaction)
    }
    print(timeline.state == store.state)  // true
    // end
    #expect(timeline.state == store.state && timeline.entries.count == 2)

    // snippet: timeline lock
    timeline.isLocked = true
    timeline.append(.navigation(.popToRoot))  // is ignored
    timeline.isLocked = false

    timeline.isPaused = true
    timeline.append(.navigation(.tabTapped(.search)))
    timeline.append(.navigation(.push(.song(1))))
    timeline.isPaused = false
    print(timeline.entries.count)  // 3
    print(timeline.entries[2].replacement == timeline.state)  // true
    // end
    #expect(timeline.entries.count == 3 && timeline.entries[2].replacement == timeline.state)
    #expect("\(timeline.state.navigation)" == "home /song(7) | [search] /song(1) | library /")
  }

  @Test func `read and write a log`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("session.navlog")
    var session = ActionTimeline(start: Notes(tabs: AppTab.allCases), reducer: NavigationReducer())
    session.append([.push(.list), .push(.note(Note(text: "milk"))), .back])
    session.append(.push(.note(Note(text: "bread"))))
    try session.writeLog(to: path, schema)

    // snippet: timeline of a log
    var (timeline, report) = try ActionLog(path: path).timeline(schema, reducer: NavigationReducer())
    print(report.isFaithful)  // true
    timeline.exclude(1)
    print(timeline.state.depth)  // 1
    let edited = try timeline.writeLog(to: path, schema)  // a new file, session.2.navlog
    // end
    #expect(report.isFaithful && timeline.state.depth == 1)
    #expect(edited == directory.path("session.2.navlog"))
    #expect(try ActionLog(path: edited).state(after: 1, schema, reducer: NavigationReducer()) == timeline.state)
    #expect(timeline.state.path(of: .home) == [.note(Note(text: "bread"))])
  }

  @MainActor @Test func `show the states in the running app`() {
    let store = Store(initialState: AppState(), reducer: AppReducer())
    // snippet: time travel
    let timeTravel = TimeTravel(in: store, reducer: AppReducer())
    store.send(.navigation(.push(.song(7))))
    store.send(.navigation(.tabTapped(.library)))

    timeTravel.timeline.stepBack()
    print(store.state.navigation)  // [home] /song(7) | search / | library /
    timeTravel.timeline.exclude(1)
    timeTravel.timeline.viewPresent()
    print(store.state.navigation)  // home / | search / | [library] /
    timeTravel.restart()
    print(store.state.navigation)  // home /song(7) | search / | [library] /
    // end
    #expect("\(store.state.navigation)" == "home /song(7) | search / | [library] /")
  }

  @MainActor @Test func `the code of the comment of TimeTravel`() {
    let store = Store(initialState: AppState(), reducer: AppReducer())
    // snippet: comment of TimeTravel
    let timeTravel = TimeTravel(in: store, reducer: AppReducer())
    store.send(.navigation(.push(.song(7))))
    timeTravel.timeline.stepBack()  // the views show the state before the push
    timeTravel.timeline.viewPresent()  // the views show the present state
    // end
    #expect("\(store.state.navigation)" == "[home] /song(7) | search / | library /")
  }

  @Test func `the code of the comments`() async throws {
    // snippet: comment of ActionTimeline
    var timeline = ActionTimeline(start: AppState(), reducer: AppReducer())
    timeline.append(.navigation(.push(.song(7))))
    timeline.append(.navigation(.tabTapped(.library)))
    timeline.stepBack()
    print(timeline.state.navigation)  // [home] /song(7) | search / | library /
    timeline.exclude(1)
    print(timeline.present.navigation)  // home / | search / | [library] /
    // end
    #expect("\(timeline.present.navigation)" == "home / | search / | [library] /")
  }
}

/// Is compiled and not run.
private func timelineComments(_ log: ActionLog) async throws {
  let transactions = Store(initialState: AppState(), reducer: AppReducer()).transactions
  var timeline = ActionTimeline(start: AppState(), reducer: AppReducer())
  // snippet: comment of ActionTimeline.append
  for await transaction in transactions {
    timeline.append(transaction)
  }
  // end
  func read() throws {
    // snippet: comment of ActionLog.timeline
    let (timeline, report) = try log.timeline(schema, reducer: NavigationReducer())
    print(report.isFaithful, timeline.entries.count)
    // end
  }
}
