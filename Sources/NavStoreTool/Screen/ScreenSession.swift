internal import NavStore
internal import NavStoreInspection

/// A session of the demo on the full screen, which draws the steps of a presenter, and sends actions to the store when
/// the user presses keys.
@MainActor
final class ScreenSession {
  private typealias Presenter = NavigationPresenter<DemoTab, DemoRoute>

  private let app: DemoApp
  private let presenter: Presenter
  private let timeTravel: TimeTravel<DemoState, DemoAction>
  private let events: ScreenEvents
  private var terminal: ScreenTerminal
  private var model = ScreenModel()
  private var decoder = KeyDecoder()
  /// The rows that the terminal shows, or an empty array if these rows are unknown.
  private var rows: [StyledLine] = []
  private var problems: [String] = []
  private var isOpen = true
  private let hasColor = Descriptor.standardOutput.isColorTerminal
  private var waiter: CheckedContinuation<Void, Never>?

  init(_ options: DemoOptions, on terminal: ScreenTerminal, signals: Descriptor?) throws {
    app = try DemoApp(options)
    presenter = Presenter(of: app.store, state: \.navigation, action: { .navigation($0, isFirst: true) })
    timeTravel = TimeTravel(in: app.store, reducer: DemoReducer())
    events = ScreenEvents(signals: signals)
    self.terminal = terminal
  }

  // MARK: Running

  func run() async -> ExitStatus {
    var output = Output(isMerged: false)
    let beginning = await app.begin()
    output.write(beginning)
    // The full screen covers the text that was written before.
    if beginning.problems.isEmpty {
      model.show(message: app.beginning)
    } else {
      model.show(message: beginning.problems.joined(separator: " "), style: .problem)
    }
    TerminationSignals.listen(alsoTo: ScreenSignals.all)
    terminal.enter()

    let tasks = [
      Task { await presenter.run { step in self.show(step) } },
      Task { await self.followScrolling() },
      Task { await self.followSaving() },
    ]
    await waitUntilShown()
    let status = await handleEvents()
    // At its end, the app describes the store's state as the saved one. This must be the present state.
    timeTravel.restart()
    // The terminal is restored before the last save, because that save can take some time.
    terminal.leave()
    for task in tasks { task.cancel() }

    var response = Response(problems: problems)
    let isSaved = await app.end(&response)
    output.write(response)
    return output.status(status, isSaved: isSaved)
  }

  private func handleEvents() async -> ExitStatus {
    while isOpen {
      switch await events.next(isInSequence: decoder.isInSequence) {
      case .bytes(let bytes): if await press(decoder.decode(bytes)) { return .success }
      case .timeout: if await press(decoder.flush()) { return .success }
      case .signals(let numbers): if let status = await handle(numbers) { return status }
      case .terminalLost: return .signal(ScreenSignals.lostTerminal)
      }
    }
    return .signal(ScreenSignals.lostTerminal)
  }

  /// Handles keys. Returns whether a key requests the end of the session.
  private func press(_ keys: [Key]) async -> Bool {
    for key in keys {
      switch model.press(key) {
      case .send(let actions):
        model.show(notes: app.send(actions))
        await waitUntilShown()
      case .timeTravel(let step):
        travel(step)
        await waitUntilShown()
      case .url: model.show(message: app.url)
      case .redraw: rows = []
      case .suspend: await suspend()
      case .quit: return true
      case nil: break
      }
    }
    if !keys.isEmpty { draw() }
    return false
  }

  private func travel(_ step: TimelineStep) {
    switch step {
    case .back: timeTravel.timeline.stepBack()
    case .forward: timeTravel.timeline.stepForward()
    case .toggle:
      guard let entry = timeTravel.timeline.viewedEntry else { return }
      if entry.isExcluded { timeTravel.timeline.include(entry.id) } else { timeTravel.timeline.exclude(entry.id) }
    case .present:
      timeTravel.timeline.include(1...(.max))
      timeTravel.timeline.viewPresent()
      // An excluded action that has left the timeline cannot be included again.
      if timeTravel.timeline.isEdited { timeTravel.restart() }
    }
    let timeline = timeTravel.timeline
    model.show(
      timelinePosition: TimelinePosition(
        position: timeline.position, count: timeline.entries.count,
        isPresent: timeline.isViewingPresent && !timeline.isEdited,
        isExcluded: timeline.viewedEntry?.isExcluded == true, notes: timeline.state.notes))
  }

  private func handle(_ numbers: [Int32]) async -> ExitStatus? {
    if let number = numbers.first(where: { !ScreenSignals.all.contains($0) }) { return .signal(number) }
    if numbers.contains(ScreenSignals.stop) {
      await suspend()
    } else if numbers.contains(ScreenSignals.continue) {
      // The process was stopped without restoring the terminal, and another program may have changed the modes of the
      // terminal.
      terminal.enter()
    }
    rows = []
    draw()
    return nil
  }

  /// Restores the terminal, saves the state and stops the process. Enters the full screen again when the process
  /// continues.
  private func suspend() async {
    terminal.leave()
    // The process may never continue, so the state is saved now.
    var response = Response()
    await app.flush(&response)
    problems += response.problems
    ScreenSignals.stopProcess()
    terminal.enter()
    rows = []
  }

  // MARK: Updates from the store

  private func show(_ step: DemoStep) {
    model.perform(step)
    draw()
    waiter?.resume()
    waiter = nil
  }

  /// Waits until the screen shows the store's state, so that the next key refers to what the user sees.
  private func waitUntilShown() async {
    while model.shown != ShownNavigation(app.store.state.navigation) {
      await withCheckedContinuation { waiter = $0 }
    }
  }

  private func followScrolling() async {
    var last = app.store.state.scrollSignals
    for await signals in app.store.changes(of: \.scrollSignals) {
      for (tab, count) in signals where last[tab] != count { model.scrollToTop(of: tab) }
      last = signals
      draw()
    }
  }

  private func followSaving() async {
    for await _ in app.persistence.statuses {
      var response = Response()
      app.reportFailures(&response)
      problems += response.problems
      if let problem = response.problems.last { model.show(message: problem, style: .problem) }
      draw()
    }
  }

  // MARK: Drawing

  /// Writes only those rows that differ from the rows that the terminal shows.
  private func draw() {
    guard terminal.isEntered else { return }
    let unsaved = app.saveCounts().unsaved
    model.saving = unsaved == 0 ? ScreenModel.saved : "\(unsaved) not saved"
    let size = terminal.size
    let layout = ScreenLayout(model, size: size)
    model.limitHelp(to: layout.lastHelpRow)
    let lines = layout.lines
    let isNew = rows.count != lines.count
    let changed = lines.enumerated().filter { isNew || rows[$0.offset] != $0.element }
    rows = lines
    guard !changed.isEmpty else { return }
    let bytes = ScreenTerminal.bytes(
      changed.map { (row: $0.offset, line: $0.element) }, columns: size.columns, hasColor: hasColor)
    if !terminal.write(bytes) { isOpen = false }
  }
}

extension DemoState {
  fileprivate var scrollSignals: [DemoTab: Int] {
    Dictionary(uniqueKeysWithValues: navigation.tabs.map { ($0, navigation.scrollSignal(of: $0)) })
  }
}
