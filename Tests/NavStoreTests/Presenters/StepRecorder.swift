import Dispatch
import NavStore

/// A user interface that records its steps, and can hold one step until the test releases it.
final class StepRecorder: Sendable {
  typealias Step = NavigationStep<String, String>

  let steps: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let held: String?
  private let gate = Gate()
  private let end = Gate()
  private let act: @Sendable (Step) -> Void

  init(holding held: String? = nil, _ act: @escaping @Sendable (Step) -> Void = { _ in }) {
    (steps, continuation) = AsyncStream.makeStream()
    self.held = held
    self.act = act
  }

  func perform(_ step: Step) async {
    act(step)
    continuation.yield(step.description)
    if step.description == held { await gate.wait() }
  }

  /// Continues the step that is held.
  func releaseHeldStep() { gate.open() }

  /// Runs a presenter until ``stop()`` is called.
  func follow(_ presenter: NavigationPresenter<String, String>) async {
    let run = Task { await presenter.run(perform) }
    await end.wait()
    run.cancel()
    await run.value
  }

  func stop() { end.open() }
}

/// A user interface on its own actor, as the interface of a framework is on the main actor. It stores the shown
/// navigation, and its user changes it.
actor SimulatedUserInterface {
  private let presenter: NavigationPresenter<Int, Int>
  private(set) var shown = ShownNavigation<Int, Int>()
  private(set) var mistakes: [String] = []
  private var isWorking = false

  init(_ presenter: NavigationPresenter<Int, Int>) {
    self.presenter = presenter
  }

  func run() async {
    await presenter.run { step in
      if isWorking { mistakes.append("\(step) started during another step") }
      isWorking = true
      let before = shown
      shown.apply(step.change)
      if shown == before { mistakes.append("\(step) does not change \(shown)") }
      await animate()
      isWorking = false
    }
  }

  /// Leaves the actor for a moment, so that the user and the other run can act.
  private func animate() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume() }
    }
  }

  func userActs(_ choice: Int, tab: Int) {
    guard let stack = shown.focusedStack, let path = shown.path(of: stack) else { return }
    switch (choice, shown.modals.last?.id) {
    case (0, _) where !path.isEmpty:
      shown.apply(.setPath(path.dropLast(), in: stack))
      presenter.userSetPath(path.dropLast(), of: stack)
    case (1, let modal?):
      shown.apply(.dismiss(modal))
      presenter.userDismissed(modal)
    default:
      guard shown.tabs.contains(tab), tab != shown.selectedTab else { return }
      shown.apply(.selectTab(tab))
      presenter.userSelected(tab)
    }
    if presenter.shown != shown {
      mistakes.append("the presenter expects \(presenter.shown), but the interface shows \(shown)")
    }
  }
}
