internal import NavStore

/// One run of the demo on the full screen: a shell that shows what a presenter's steps tell it, and sends what keys ask
/// for.
@MainActor
final class ScreenSession {
  private typealias Presenter = NavigationPresenter<DemoTab, DemoRoute>

  private let app: DemoApp
  private let presenter: Presenter
  private let events: ScreenEvents
  private var terminal: ScreenTerminal
  private var model = ScreenModel()
  private var decoder = KeyDecoder()
  /// The rows that the terminal shows; empty when that is not known.
  private var rows: [StyledLine] = []
  private var problems: [String] = []
  private var isOpen = true
  /// Who waits for the next step.
  private var waiter: CheckedContinuation<Void, Never>?

  init(_ options: DemoOptions, on terminal: ScreenTerminal, signals: Descriptor?) throws {
    app = try DemoApp(options)
    presenter = Presenter(of: app.store, state: \.navigation, action: { .navigation($0, isFirst: true) })
    events = ScreenEvents(signals: signals)
    self.terminal = terminal
  }

  // MARK: Running

  func run() async -> ExitStatus {
    var output = Output(isMerged: false)
    let beginning = await app.begin()
    output.write(beginning)
    // What went wrong stands on the screen that is about to be covered.
    if let problem = beginning.problems.last { model.say(problem) }
    TerminationSignals.listen(alsoTo: ScreenSignals.all)
    terminal.enter()

    let tasks = [
      Task { await presenter.run { step in self.show(step) } },
      Task { await self.followScrolling() },
      Task { await self.followSaving() },
    ]
    await settle()
    let status = await handleEvents()
    // The user's terminal is worth more than a save that may take its time.
    terminal.leave()
    for task in tasks { task.cancel() }

    var response = Response(problems: problems)
    let isSafe = await app.end(&response)
    output.write(response)
    return isSafe || status != .success ? status : .notSaved
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

  /// Takes keys, and returns whether one of them asks to leave.
  private func press(_ keys: [Key]) async -> Bool {
    for key in keys {
      switch model.press(key) {
      case .send(let actions):
        model.did(app.send(actions))
        await settle()
      case .url: model.say(app.url)
      case .redraw: rows = []
      case .suspend: await suspend()
      case .quit: return true
      case nil: break
      }
    }
    if !keys.isEmpty { draw() }
    return false
  }

  /// Takes signals, and returns how to leave if one of them asks for that.
  private func handle(_ numbers: [Int32]) async -> ExitStatus? {
    if let number = numbers.first(where: { !ScreenSignals.all.contains($0) }) { return .signal(number) }
    if numbers.contains(ScreenSignals.stop) {
      await suspend()
    } else if numbers.contains(ScreenSignals.continue) {
      // Stopped without a word: whoever had the terminal meanwhile has set it as he likes.
      terminal.enter()
    }
    rows = []
    draw()
    return nil
  }

  /// Gives the terminal back and stops, and takes it again when the process goes on.
  private func suspend() async {
    terminal.leave()
    // Nobody knows whether it ever goes on.
    var response = Response()
    await app.flush(&response)
    problems += response.problems
    ScreenSignals.stopProcess()
    terminal.enter()
    rows = []
  }

  // MARK: What comes from the store

  private func show(_ step: DemoStep) {
    model.perform(step)
    draw()
    waiter?.resume()
    waiter = nil
  }

  /// Waits until everything is shown: a key that was pressed early means what the screen shows by then.
  private func settle() async {
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
      if let problem = response.problems.last { model.say(problem) }
      draw()
    }
  }

  // MARK: Drawing

  /// Sends the rows that differ from what the terminal shows.
  private func draw() {
    guard terminal.isEntered else { return }
    let unsaved = app.saveCounts().unsaved
    model.saving = unsaved == 0 ? "saved" : "\(unsaved) not saved"
    let size = terminal.size
    let lines = ScreenLayout(model, size: size).lines
    let isNew = rows.count != lines.count
    let changed = lines.enumerated().filter { isNew || rows[$0.offset] != $0.element }
    rows = lines
    guard !changed.isEmpty else { return }
    let bytes = ScreenTerminal.bytes(changed.map { (row: $0.offset, line: $0.element) }, columns: size.columns)
    if !terminal.write(bytes) { isOpen = false }
  }
}

extension DemoState {
  /// How often each tab was asked to scroll to its top.
  fileprivate var scrollSignals: [DemoTab: Int] {
    Dictionary(uniqueKeysWithValues: navigation.tabs.map { ($0, navigation.scrollSignal(of: $0)) })
  }
}
